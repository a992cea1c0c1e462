/** Errors that explain to the operator why a server cannot listen. */
import dns from 'node:dns';
import { expect, it, onTestFinished, vi } from 'vitest';
import { listen } from '../../../src/platform/server/listen.ts';

it.each(['ENOTFOUND', 'EAI_AGAIN'])(
  'the error for an unresolvable host (%s) names the host and its setting',
  async (code) => {
    const lookup = vi
      .spyOn(dns, 'lookup')
      .mockImplementation(((...[, , done]: [string, object, (e: Error) => void]) =>
        done(Object.assign(new Error(code), { code }))) as typeof dns.lookup);
    onTestFinished(() => lookup.mockRestore());
    await expect(listen(() => {}, { port: 0, host: 'nowhere.test', portSetting: 'PORT' })).rejects.toThrow(
      'nowhere.test is no address of this machine: set HOST=127.0.0.1 or HOST=0.0.0.0.',
    );
  },
);

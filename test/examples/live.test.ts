/** examples/live with each client: it resumes by itself after its gateway was stopped, and receives what was written meanwhile. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { exampleEnv, installed, spawnExample } from '../support/examples.ts';
import { startProduct } from '../support/running.ts';
import { writeObservation } from '../support/write-observation.ts';

const fieldId = 'fld_demo_01';

describe.skipIf(!installed)('live changes', () => {
  it.each(['fetch', 'graphql-sse', 'apollo', 'urql'])(
    'resume with %s after a restart of the gateway, without missing an observation',
    async (client) => {
      await using service = await startProduct();
      const ofGateway = { FIELD_DATA_URL: service.serviceUrl ?? '', LIVE_POLL_MS_MIN: '100' };
      const settings = { ...ofGateway, PORT: String(await freePort()) };
      let gateway = await startProduct(settings);
      const write = async (text: string) => expect(await writeObservation(service, text)).toBe(201);
      const env = exampleEnv({ graphUrl: gateway.graphUrl, demoKey: service.demoKey });
      const child = spawnExample('live', [client, '--field', fieldId], env);
      let stderr = '';
      child.stderr.on('data', (chunk) => {
        stderr += chunk;
      });
      try {
        const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
        const line = async () => (await lines.next()).value ?? stderr;
        expect(await line()).toBe('watching');
        await write('Aphids');
        expect(await line()).toBe(`${fieldId}: OBSERVATIONS: Aphids`);
        await gateway[Symbol.asyncDispose]();
        await write('While away');
        gateway = await startProduct(settings);
        let next = await line();
        while (next === 'watching') next = await line();
        expect(next).toBe(`${fieldId}: OBSERVATIONS: While away`);
      } finally {
        const ended = once(child, 'close');
        child.kill();
        await ended;
        await gateway[Symbol.asyncDispose]();
      }
    },
  );
});

/**
 * The `drift` command, and the same comparison after each start, in the background, until there is a description. If it announces batch
 * reads, the graph uses them from then on.
 */
import type { CheckOptions } from '../../../platform/cli/check.ts';
import type { Logger } from '../../../platform/log/log.ts';
import type { Transport } from '../../upstream/call.ts';
import type { ServiceConfig, Tools } from './command.ts';

export const after = { commands: 'export' };

export const commands = { drift: (tools: Tools) => import('./command.ts').then(({ run }) => run(tools)) };

/** Longer than the comparison may take, whose own limit has a better message. */
const checkMs = 10_000;

export const checks = {
  drift: {
    reads: ['FIELD_DATA_URL', 'FIELD_DATA_OPENAPI_PATH'],
    limitMs: checkMs,
    run: async (config: ServiceConfig, options: CheckOptions) =>
      (await import('./check.ts')).checkDrift(config, options),
  },
};

interface DriftParts {
  service: { background: Transport; url: string; descriptionUrl: string };
  upstream: { allowBatches(addresses: ReadonlyMap<string, string>): void };
  log: Logger;
}

export async function create({ service, upstream, log }: DriftParts) {
  const { watchDrift } = await import('./watch.ts');
  let watch: ReturnType<typeof watchDrift> | undefined;
  return {
    onListening() {
      const { background: transport, url: serviceUrl, descriptionUrl } = service;
      watch = watchDrift({ transport, serviceUrl, descriptionUrl }, log, upstream.allowBatches);
    },
    readyDetails: () => ({ drift: watch?.current() }),
    close: async () => watch?.close(),
  };
}

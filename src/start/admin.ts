/** The operators' port, where there is one. */
import { createServerAdapter } from '@whatwg-node/server';
import { type AdminOptions, createAdmin } from '../graph/http/admin.ts';
import { listen } from '../platform/server/listen.ts';
import { type Common, reachable } from './common.ts';

/** Starts it; gives its address without a path, undefined without ADMIN_PORT. Rejects with a ListenError. */
export async function startAdmin(
  { config, log, started, metrics, counts }: Common,
  options: Omit<AdminOptions, 'pages' | 'limits' | 'log'>,
): Promise<string | undefined> {
  if (config.ADMIN_PORT === undefined) return undefined;
  const { readiness, isStopping } = options;
  metrics?.watch({ isReady: async () => !isStopping() && (await readiness.findFault()) === undefined });
  const limits = counts && (() => (counts.isShared() ? 'shared' : 'alone'));
  const listener = await listen(
    createServerAdapter(createAdmin({ ...options, pages: metrics?.pages ?? {}, limits, log })),
    {
      port: config.ADMIN_PORT,
      host: config.ADMIN_HOST,
      portSetting: 'ADMIN_PORT',
      hostSetting: 'ADMIN_HOST',
      connectionsMax: config.CONNECTIONS_MAX,
    },
  );
  started.listener(listener);
  metrics?.watchPort('admin', listener.connections);
  return reachable(listener);
}

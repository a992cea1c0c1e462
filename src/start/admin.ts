/** The admin port, if there is one. */
import { createServerAdapter } from '@whatwg-node/server';
import { type AdminOptions, createAdmin } from '../graph/http/admin.ts';
import { type ProcessParts, openPort } from './open-port.ts';

/** Starts the admin port. Returns its address without a path, or undefined without ADMIN_PORT. Rejects with a ListenError. */
export async function startAdmin(
  parts: ProcessParts,
  options: Omit<AdminOptions, 'pages' | 'isLocal' | 'log'> & { pages?: AdminOptions['pages'] },
): Promise<string | undefined> {
  const { config, log, metrics, counts } = parts;
  if (config.ADMIN_PORT === undefined) return undefined;
  const { readiness, isStopping } = options;
  metrics?.register({ isReady: async () => !isStopping() && (await readiness.findFault()) === undefined });
  // Whether callers are counted together with the other processes of REDIS_URL.
  const readyDetails = () => ({
    ...(counts && { limits: counts.reason() === undefined ? 'shared' : 'alone', limitsReason: counts.reason() }),
    ...options.readyDetails?.(),
  });
  const isLocal = /^(localhost|127\..*|::1)$/.test(config.ADMIN_HOST);
  const pages = { ...metrics?.pages, ...options.pages };
  const admin = createAdmin({ ...options, pages, readyDetails, isLocal, log });
  return openPort(parts, 'admin', { handle: createServerAdapter(admin) });
}

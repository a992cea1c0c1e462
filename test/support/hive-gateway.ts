/** Hive Gateway over a supergraph, in this process, from the packages that `npm ci --prefix test/mock` installs. */
import { existsSync } from 'node:fs';
import { serve } from './serve.ts';

const runtime = new URL('../mock/node_modules/@graphql-hive/gateway-runtime/dist/index.js', import.meta.url);

/** Whether it is installed. */
export const hasHive = existsSync(runtime);

/** Starts it; it passes on the headers that identify a caller. */
export async function startHive(supergraph: string) {
  const { createGatewayRuntime } = await import(runtime.href);
  const gateway = createGatewayRuntime({
    supergraph,
    logging: 'error',
    maskedErrors: false,
    propagateHeaders: {
      fromClientToSubgraphs: ({ request }: { request: Request }) => {
        const authorization = request.headers.get('authorization');
        return authorization === null ? {} : { authorization };
      },
    },
  });
  const server = await serve(gateway);
  return {
    url: `${server.url}/graphql`,
    async [Symbol.asyncDispose]() {
      await server.close();
      await gateway[Symbol.asyncDispose]();
    },
  };
}

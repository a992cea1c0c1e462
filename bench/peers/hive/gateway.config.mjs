// Configuration of Hive Gateway. contestant.ts gives the reasons.
import { defineConfig } from '@graphql-hive/gateway';

export const gatewayConfig = defineConfig({
  supergraph: process.env.SUPERGRAPH,
  host: '127.0.0.1',
  port: Number(process.env.PORT),
  fork: 1,
  jit: true,
  batching: true,
  logging: 'error',
});

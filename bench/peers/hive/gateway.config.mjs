// Hive Gateway as its documentation starts it, with one worker, like every other contestant.
import { defineConfig } from '@graphql-hive/gateway';

export const gatewayConfig = defineConfig({
  supergraph: process.env.SUPERGRAPH,
  host: '127.0.0.1',
  port: Number(process.env.PORT),
  fork: 1,
  logging: 'error',
});

/**
 * Peer: Mercurius as its documentation advises, with loaders and documents that it compiles in the background (`jit` as an object).
 * With a threshold of 1, it compiles even while it is busy. It calls the service by undici.
 */
import Fastify, { type FastifyReply } from 'fastify';
import { makeExecutableSchema } from '@graphql-tools/schema';
import mercurius from 'mercurius';
import {
  enumValues,
  port,
  queryResolvers,
  type ReadArguments,
  type Resource,
  readPath,
  recordResolvers,
  typeDefs,
} from './schema.ts';
import { readData } from './undici-read.ts';

interface LoaderQuery {
  obj: { id: string };
  params: ReadArguments;
}

const loaderOf =
  (resource: Resource) =>
  (queries: LoaderQuery[], { reply }: { reply: FastifyReply }) =>
    Promise.all(
      queries.map(({ obj, params }) =>
        readData(readPath(resource, obj.id, params), reply.request.headers.authorization),
      ),
    );

const app = Fastify();
app.register(mercurius, {
  schema: makeExecutableSchema({ typeDefs, resolvers: { Query: queryResolvers, ...enumValues, ...recordResolvers } }),
  loaders: {
    Field: {
      weather: loaderOf('weather'),
      earthObservations: loaderOf('earthObservations'),
      observations: loaderOf('observations'),
    },
  },
  jit: { minCount: 1, eluThreshold: 1 },
});
await app.listen({ port, host: '127.0.0.1' });

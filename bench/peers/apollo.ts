/** Peer: Apollo Server 5 as documented: a RESTDataSource for each request, its default bounded cache, NODE_ENV=production. */
import { RESTDataSource, type AugmentedRequest } from '@apollo/datasource-rest';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import {
  enumValues,
  port,
  queryResolvers,
  type ReadArguments,
  type Resource,
  readPath,
  recordResolvers,
  typeDefs,
  upstreamUrl,
} from './schema.ts';

class FieldDataApi extends RESTDataSource {
  override baseURL = upstreamUrl;
  #authorization: string | undefined;

  constructor(options: { authorization: string | undefined; cache: ApolloServer['cache'] }) {
    super(options);
    this.#authorization = options.authorization;
  }

  override willSendRequest(_path: string, request: AugmentedRequest) {
    if (this.#authorization) request.headers.authorization = this.#authorization;
  }

  async read(resource: Resource, fieldId: string, args: ReadArguments) {
    return (await this.get<{ data: unknown[] }>(readPath(resource, fieldId, args))).data;
  }
}

interface Context {
  api: FieldDataApi;
}

const resolverOf =
  (resource: Resource) =>
  (field: { id: string }, args: ReadArguments, { api }: Context) =>
    api.read(resource, field.id, args);

const server = new ApolloServer<Context>({
  typeDefs,
  resolvers: {
    Query: queryResolvers,
    Field: {
      weather: resolverOf('weather'),
      earthObservations: resolverOf('earthObservations'),
      observations: resolverOf('observations'),
    },
    ...enumValues,
    ...recordResolvers,
  },
});
await startStandaloneServer(server, {
  listen: { port, host: '127.0.0.1' },
  context: async ({ req }) => ({
    api: new FieldDataApi({ authorization: req.headers.authorization, cache: server.cache }),
  }),
});

/** Peer: Grafserv as documented: plans instead of resolvers, and one loadMany for each resource. Calls the service by undici. */
import { createServer } from 'node:http';
import { context, get, lambda, list, loadMany, makeGrafastSchema, object, type FieldArgs, type Step } from 'grafast';
import { grafserv } from 'grafserv/node';
import {
  enumValues,
  pointOf,
  port,
  type ReadArguments,
  type Resource,
  readPath,
  graphIdOf,
  renamedFields,
  typeDefs,
} from './schema.ts';
import { readData } from './undici-read.ts';

type Lookup = readonly [id: string, args: ReadArguments, authorization: string | undefined];

const loaderOf = (resource: Resource) => (lookups: readonly Lookup[]) =>
  Promise.all(lookups.map(([id, args, authorization]) => readData(readPath(resource, id, args), authorization)));

const loaders = {
  weather: loaderOf('weather'),
  earthObservations: loaderOf('earthObservations'),
  observations: loaderOf('observations'),
};

const planOf = (resource: Resource, names: (keyof ReadArguments)[]) => ($id: Step, args: FieldArgs) => {
  const $arguments = object(Object.fromEntries(names.map((name) => [name, args.getRaw(name)])));
  return loadMany(list([$id, $arguments, get(context(), 'authorization' as never)]), loaders[resource] as never);
};

const planOfId = (word: 'eo' | 'obs') => {
  const idOf = graphIdOf(word);
  return ($record: Step) => lambda($record as Step<Parameters<typeof idOf>[0]>, idOf, true);
};

const recordPlans = Object.fromEntries(
  Object.entries(renamedFields).map(([type, fields]) => [
    type,
    {
      plans: Object.fromEntries(
        Object.entries(fields).map(([field, property]) => [field, ($record: Step) => get($record, property)]),
      ),
    },
  ]),
);

const schema = makeGrafastSchema({
  typeDefs,
  // WeatherGranularity has no other values: grafast refuses the default of an argument whose enum has.
  enums: Object.fromEntries(
    Object.entries(enumValues)
      .filter(([name]) => name !== 'WeatherGranularity')
      .map(([name, values]) => [name, { values }]),
  ),
  objects: {
    ...recordPlans,
    EarthObservation: { plans: { ...recordPlans.EarthObservation?.plans, id: planOfId('eo') } },
    Observation: {
      plans: {
        ...recordPlans.Observation?.plans,
        id: planOfId('obs'),
        location: ($record: Step) => lambda(get($record, 'location'), (point) => point && pointOf(point), true),
      },
    },
    Query: {
      plans: {
        field: (_: Step, args: FieldArgs) => args.getRaw('id'),
        fields: (_: Step, args: FieldArgs) => args.getRaw('ids'),
      },
    },
    Field: {
      plans: {
        id: ($id: Step) => $id,
        weather: planOf('weather', ['from', 'to', 'granularity']),
        earthObservations: planOf('earthObservations', ['from', 'to']),
        observations: planOf('observations', ['limit']),
      },
    },
  },
});

const server = createServer();
const serv = grafserv({
  schema,
  preset: {
    grafast: {
      context: (request) => ({ authorization: request.node?.req.headers.authorization }),
    },
  },
});
await serv.addTo(server);
server.listen(port, '127.0.0.1');

/**
 * Import rules as one table. A room is a group of files; it may import only the rooms that its row lists. Every file of src needs a room.
 * `npm run lint` checks them. `type:` allows only types. The rules of a capability are in `walls.json` of its folder.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

const root = new URL('.', import.meta.url);
/** Folders of capabilities, each with a slash at the end. */
const capabilities = globSync('src/**/capability.ts', { cwd: root })
  .map((path) => `${dirname(path)}/`)
  .filter((folder) => folder !== 'src/')
  .toSorted();
/** The `walls.json` files: the room of each folder, and the libraries that only this folder may import. */
const capabilityWalls = globSync('src/**/walls.json', { cwd: root })
  .map((path) => `${dirname(path)}/`)
  .toSorted()
  .map((folder) => ({ folder, ...JSON.parse(readFileSync(new URL(`${folder}walls.json`, root), 'utf8')) }));

const ground = ['platform', 'type:contract'];
const graph = [...ground, 'errors'];

/** Name of the room, pattern of its files, entries that it may import, and the message for a refused import. */
export const rooms = [
  ['contract', 'src/contract/', [], 'Types generated from schema/openapi.yaml: change that instead.'],
  ['platform', 'src/platform/', [], 'Knows neither fields nor GraphQL, and imports nothing else of src.'],
  ['client', 'client/', ['type:contract'], 'Runs elsewhere, with the types of the contract only.'],
  [
    'openapi-diff',
    'src/openapi-diff/',
    ['platform'],
    'Compares any two descriptions; drift knows what they mean to the graph.',
  ],
  ['executor', 'src/executor/', ['platform'], 'Runs queries of any schema: pass in what it needs.'],
  ['agronomy', 'src/agronomy/', ground, 'Published formulas as pure functions of known values.'],
  ['errors', 'src/graph/errors/', ground, 'Everything throws them, so they import nothing of the graph.'],
  ['upstream', 'src/graph/upstream/', graph, 'Calls the service, whatever is requested and why.'],
  [
    'reads',
    'src/graph/reads/',
    [...graph, 'upstream', 'executor'],
    'A read knows its call and its contract, not its caller.',
  ],
  ['telemetry', 'src/graph/telemetry/', [...graph, 'type:upstream'], 'Is notified of events and calls nothing.'],
  [
    'operation',
    'src/graph/operation/',
    [...graph, 'reads', 'upstream', 'telemetry'],
    'Runs operations and makes their context. The schema and the executor are passed in.',
  ],
  [
    'schema',
    'src/graph/schema/',
    [...graph, 'agronomy', 'type:operation', 'type:reads', 'executor'],
    'A resolver reaches the outside world through its context and nothing else.',
  ],
  ['http', 'src/graph/http/', [...graph, 'operation', 'telemetry'], 'Knows HTTP, and not how an operation runs.'],
  [
    'gateway',
    'src/graph/gateway\\.ts$',
    [...graph, 'reads', 'type:upstream', 'telemetry', 'operation', 'schema', 'http', 'executor'],
    'Makes the rooms of the graph and joins them; capabilities are passed in.',
  ],
  ['records', 'src/field-data/records/', [...ground, 'agronomy'], 'Knows records, without a store or a request.'],
  ['store', 'src/field-data/store/', [...ground, 'records'], 'The store knows nothing of requests.'],
  [
    'requests',
    'src/field-data/requests/',
    [...ground, 'records', 'store'],
    'Prepares a request before a route handles it.',
  ],
  [
    'routes',
    'src/field-data/routes/',
    [...ground, 'records', 'store', 'requests'],
    'A route does not know the service that lists it.',
  ],
  [
    'import',
    'src/field-data/import/',
    [...ground, 'agronomy', 'records', 'store'],
    'Turns files into records; nothing is served here.',
  ],
  [
    'demo',
    'src/field-data/demo/',
    [...ground, 'agronomy', 'records', 'store'],
    'Makes demo data, in a store like any other.',
  ],
  [
    'service',
    'src/field-data/service\\.ts$|src/field-data/server\\.ts$',
    ['*field-data', ...ground],
    'The service as a whole: import nothing of the graph.',
  ],
  [
    'settings',
    'src/capabilities\\.ts$|src/capability\\.ts$|src/config\\.ts$|src/config/',
    ['*'],
    'Lists the capabilities and reads the settings of all.',
  ],
  [
    'commands',
    'src/commands/',
    ['*field-data', ...graph, 'settings', 'operation', 'type:gateway'],
    'Runs over a store, or over a gateway that is passed in. It starts none.',
  ],
  [
    'start',
    'src/start\\.cjs$|src/start/',
    ['*'],
    'Chooses the command, starts and stops both parts: the one place that sees both.',
  ],
  ...capabilityWalls.flatMap(capabilityRoom),
];

/**
 * The room of a capability is its folder, unless `walls.json` names files. Without `imports`, the folder belongs to the room around it.
 * A capability of the graph may also import what every room of the graph may.
 */
function capabilityRoom({ folder, files = folder, imports, comment }) {
  const name = folder
    .replace(/^src\/(?:graph\/(?:capabilities\/)?)?/, '')
    .replace(/\/$/, '')
    .replaceAll('/', '-');
  const all = folder.startsWith('src/graph/') ? graph : [];
  return imports ? [[name, files, [...all, ...imports], comment]] : [];
}

const patternOf = (files) => `^(?:${files})`;
const pathOf = (name) => patternOf(rooms.find(([room]) => room === name)[1]);

/** Pattern of the files that an entry of the imports allows. */
function filesOf(entry) {
  if (entry === '*') return '^src/';
  if (entry === '*field-data') return '^src/field-data/';
  return pathOf(entry.replace('type:', ''));
}

function wall([name, files, allowed, comment]) {
  const own = patternOf(files);
  const known = [own, ...allowed.map(filesOf)];
  const typesAlone = allowed.filter((entry) => entry.startsWith('type:') && !allowed.includes(entry.slice(5)));
  const rules = [
    {
      name: `walls-of-${name}`,
      severity: 'error',
      comment,
      from: { path: own },
      to: { path: '^src/', pathNot: known },
    },
  ];
  if (typesAlone.length > 0) {
    rules.push({
      name: `types-alone-in-${name}`,
      severity: 'error',
      comment: `${comment} (Importing a type is allowed: \`import type\`.)`,
      from: { path: own },
      to: { path: typesAlone.map(filesOf), pathNot: [own], dependencyTypesNot: ['type-only'] },
    });
  }
  return rules;
}

/** Makes a capability removable: only src/capabilities.ts imports its folder. Only `capability.ts` is loaded while it is off. */
function removable(folder) {
  return [
    {
      name: `${folder}-is-removable`,
      severity: 'error',
      comment:
        'A capability is taken out with its folder and its line in src/capabilities.ts: nothing else imports it.',
      from: { path: '^src/', pathNot: [`^${folder}`, '^src/capabilities\\.ts$'] },
      to: { path: `^${folder}` },
    },
    {
      name: `${folder}-is-loaded-on-demand`,
      severity: 'error',
      comment: 'A process loads of a capability that is off its capability.ts alone: import the rest by import().',
      from: { path: `^${folder}capability\\.ts$` },
      to: { path: `^${folder}`, dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
  ];
}

/** Keeps the libraries of a capability in its folder. */
function libraryWall({ folder, libraries = [] }) {
  return libraries.map((library) => ({
    name: `${library}-in-its-folder`,
    severity: 'error',
    comment: 'The library goes with its capability: nothing else knows it.',
    from: { path: '^src/', pathNot: `^${folder}` },
    to: { path: `^node_modules/${library}/` },
  }));
}

const roomless = { path: '^src/', pathNot: rooms.map(([, files]) => patternOf(files)) };

export default {
  forbidden: [
    ...rooms.flatMap(wall),
    ...[
      { from: roomless, to: {} },
      { from: {}, to: roomless },
    ].map((way) => ({
      name: 'in-a-room',
      severity: 'error',
      comment: 'A file of src stands in a room: name one in this table.',
      ...way,
    })),
    {
      name: 'no-cycles',
      severity: 'error',
      comment:
        'Two files that need each other are one idea, or hide a third: merge them or move what they share one floor down.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'src-stands-alone',
      severity: 'error',
      comment: 'The product imports none of its tests, benches, examples or generators.',
      from: { path: '^src/' },
      to: { path: '^(test|bench|examples|schema)/.*\\.ts$' },
    },
    ...[{ dependencyTypes: ['core'] }, { path: '^node_modules/(?:undici|pg|redis|openapi-fetch)/' }].map((to) => ({
      name: 'resolvers-without-io',
      severity: 'error',
      comment: 'A resolver and a formula reach files, sockets and databases only through what they are passed.',
      from: { path: '^src/(?:graph/schema|agronomy)/' },
      to,
    })),
    ...capabilities.flatMap(removable),
    ...capabilityWalls.flatMap(libraryWall),
    {
      name: 'product-needs-no-dev-dependency',
      severity: 'error',
      comment:
        'src runs with `npm ci --omit=dev`: what it imports at run time belongs in dependencies. (The page is bundled.)',
      from: { path: '^src/', pathNot: '^src/page/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '__generated__|^client/dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};

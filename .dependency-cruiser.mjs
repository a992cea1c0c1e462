// The walls of the house (shared STYLE, "The building"): each rule carries the sentence a person needs when they hit it.
const wing = (from, to) => ({
  name: `${from}-never-imports-${to}`,
  severity: 'error',
  comment: `The ${from} wing and the ${to} wing never meet: they share the contract's types and HTTP. Move what you need to the ground floor (src/platform) or ask over HTTP.`,
  from: { path: `^src/${from}/` },
  to: { path: `^src/${to}/` },
});

const floor = (name, comment, from, to) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: to },
});

const graphWires = '^src/graph/(upstream/|(errors|error-codes|field-id|names|units)\\.ts)';
const graphMachinery = '^src/graph/(context\\.ts|loaders\\.ts|limits/|execution/|pipeline/|telemetry/|readiness\\.ts)';
const graphRooms = '^src/graph/(schema\\.ts|types/|builder\\.ts)';
const graphDoors = '^src/graph/(server\\.ts|http/|drift/)';
const dataWires = '^src/field-data/(keys|errors|validation)\\.ts';
const dataMachinery = '^src/field-data/(store/|idempotency\\.ts)';
const dataRooms = '^src/field-data/(routes|import)/';
const dataDoors = '^src/field-data/server\\.ts';

export default {
  forbidden: [
    wing('graph', 'field-data'),
    wing('field-data', 'graph'),
    {
      name: 'no-cycles',
      severity: 'error',
      comment:
        'Two files that need each other are one idea, or hide a third: merge them or move what they share one floor down.',
      from: {},
      to: { circular: true },
    },
    floor(
      'ground-stands-alone',
      'The ground floor knows nothing of fields or GraphQL: it imports nothing of src.',
      '^src/(platform|contract)/',
      '^src/(?!platform/|contract/)',
    ),
    floor(
      'only-the-roof-sees-both-wings',
      'Only main.ts, config.ts and commands/ stand on the roof; nothing below imports them.',
      '^src/(graph|field-data|platform|contract)/',
      '^src/(main|config)\\.ts|^src/commands/',
    ),
    floor(
      'graph-wires-import-no-floor-above',
      'Errors, ids and the REST client know nothing of loaders, types or servers: move the thing you want down.',
      graphWires,
      `${graphMachinery}|${graphRooms}|${graphDoors}`,
    ),
    floor(
      'graph-machinery-imports-no-floor-above',
      'Context, loaders, limits, pipeline and execution know nothing of types or doors: move the thing you want down.',
      graphMachinery,
      `${graphRooms}|${graphDoors}`,
    ),
    floor(
      'graph-rooms-import-no-floor-above',
      'Types know nothing of the server: move the thing you want down.',
      graphRooms,
      graphDoors,
    ),
    {
      name: 'rooms-reach-out-through-context-only',
      severity: 'error',
      comment:
        'A resolver reaches the outside world through its context argument and nothing else (importing a type is allowed).',
      from: { path: graphRooms },
      to: { path: '^src/graph/upstream/', dependencyTypesNot: ['type-only'] },
    },
    floor(
      'data-wires-import-no-floor-above',
      'Keys, errors and validation know nothing of the store or routes: move the thing you want down.',
      dataWires,
      `${dataMachinery}|${dataRooms}|${dataDoors}`,
    ),
    floor(
      'data-machinery-imports-no-floor-above',
      'The store knows nothing of routes or the server: move the thing you want down.',
      dataMachinery,
      `${dataRooms}|${dataDoors}`,
    ),
    floor(
      'data-rooms-import-no-floor-above',
      'Routes know nothing of the server that lists them: move the thing you want down.',
      dataRooms,
      dataDoors,
    ),
    {
      name: 'contract-by-type-only',
      severity: 'error',
      comment: 'src/contract is generated types: import it with `import type`, and change schema/openapi.yaml instead.',
      from: {},
      to: { path: '^src/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'product-needs-no-dev-dependency',
      severity: 'error',
      comment: 'src runs with `npm ci --omit=dev`: what it imports at run time belongs in dependencies.',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};

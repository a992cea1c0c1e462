// The recommended and Relay rules of graphql-eslint for the printed graph, with the reason for each exception. A new type either has an id,
// by which clients can read it again, or joins one of the lists below.
import graphqlPlugin from '@graphql-eslint/eslint-plugin';

const printedGraph = 'schema/schema.graphql';

// Values without an identity: numbers with a unit, and facts of one record or field. Caches store them in their parent.
const values = [
  'Angle',
  'Area',
  'SceneAsset',
  'ObservationAuthor',
  'Crop',
  'DataSource',
  'DegreeDays',
  'Fraction',
  'GeoPoint',
  'GrowthStage',
  'IndexStatistics',
  'Irradiation',
  'Length',
  'Organism',
  'ObservationPhoto',
  'Pressure',
  'SoilLayer',
  'Speed',
  'Temperature',
  'VolumetricWaterContent',
];

// Results without an id. The service identifies a weather record by field, kind, granularity and start, and the gateway adds no id.
// The other types are computed for one response.
const answers = [
  'DegreeDaySeries',
  'DegreeDaySeriesDay',
  'DegreeDayTarget',
  'FieldChange',
  'FieldDay',
  'IndexSeason',
  'IndexSeasonPoint',
  'IndexSeriesPoint',
  'PrecipitationSpell',
  'SprayConditions',
  'SprayHour',
  'SprayRuleResult',
  'SprayRun',
  'SprayWindow',
  'TemperatureHours',
  'WaterBalance',
  'WaterBalanceDay',
  'WeatherRecord',
  'WeatherSummary',
];

// Results of mutations, and the types of pages, which have no id in the specification of Relay Cursor Connections.
const frames = { types: ['InputFault', 'PageInfo'], suffixes: ['Success', 'Error', 'Edge', 'Connection'] };

export default [
  {
    files: [printedGraph],
    plugins: { '@graphql-eslint': graphqlPlugin },
    languageOptions: {
      parser: graphqlPlugin.parser,
      parserOptions: { graphQLConfig: { schema: printedGraph } },
    },
    rules: {
      ...graphqlPlugin.configs['flat/schema-recommended'].rules,
      ...graphqlPlugin.configs['flat/schema-relay'].rules,
      '@graphql-eslint/strict-id-in-types': [
        'error',
        { exceptions: { types: [...values, ...answers, ...frames.types], suffixes: frames.suffixes } },
      ],
      '@graphql-eslint/relay-edge-types': [
        'error',
        {
          withEdgeSuffix: true,
          // Observation is no Node, because the service cannot read an observation by its id.
          shouldImplementNode: false,
          // Short lists, such as a week of weather, need no cursor and therefore no connection.
          listTypeCanWrapOnlyEdgeType: false,
        },
      ],
      // The cursor of the service only goes forward, so the graph cannot offer `last` and `before`.
      '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
    },
  },
];

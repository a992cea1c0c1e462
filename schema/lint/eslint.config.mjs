// graphql-eslint's recommended and Relay rules for the printed graph. Every exception carries its reason; a type that is
// added is either read again by its id, and then has one, or joins one of the lists below.
import graphqlPlugin from '@graphql-eslint/eslint-plugin';

const printedGraph = 'schema/schema.graphql';

// A number with its unit, or a few facts that belong to one record: equal where their fields are equal, in no cache
// on their own.
const values = [
  'Angle',
  'SceneAsset',
  'ObservationAuthor',
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

// The service gives a weather record no id, and the gateway makes none up: it is known by its field, kind, granularity and
// start. The others are computed for one answer.
const answers = [
  'DegreeDaySeries',
  'Area',
  'Crop',
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

// What a write came to, and the frame of a page (Relay Cursor Connections give neither an id).
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
          // Observation is no Node: the service reads no note by its id.
          shouldImplementNode: false,
          // Bounded lists exist next to the connection: a week of weather needs no cursor.
          listTypeCanWrapOnlyEdgeType: false,
        },
      ],
      // The service's cursor goes one way, so there is no `last` and no `before` to promise.
      '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
    },
  },
];

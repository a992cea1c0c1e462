/** Changes of the description that the graph cannot survive unseen, each with the file of the graph in which the compiler must name it. */

// biome-ignore lint/suspicious/noExplicitAny: a test alters the document at will.
type Document = any;

export interface ChangedDescription {
  what: string;
  alter(live: Document): void;
  /** Under src/graph. */
  named: string;
  /** Compiled by the gate too: one of each kind. */
  isShort?: true;
}

const schemas = (live: Document) => live.components.schemas;
const get = (live: Document, path: string) => live.paths[`/api/v1/${path}`].get;
const post = (live: Document) => live.paths['/api/v1/observations'].post;

function rename(owner: Document, from: string, to: string): void {
  owner.properties[to] = owner.properties[from];
  delete owner.properties[from];
  owner.required = owner.required?.map((name: string) => (name === from ? to : name));
}

function parameterOf(live: Document, path: string, name: string): Document {
  return get(live, path).parameters.find((each: Document) => each.name === name);
}

const weather = 'schema/weather/record.ts';
const scenes = 'schema/earth-observations/record.ts';
const notes = 'schema/observations/record.ts';
const input = 'schema/observations/input.ts';

export const changedDescriptions: readonly ChangedDescription[] = [
  {
    what: 'weather loses a measure',
    alter: (live) => delete schemas(live).WeatherRecord.properties.wind_gust,
    named: weather,
  },
  {
    what: 'a scene loses a property',
    alter: (live) => delete schemas(live).EarthObservation.properties.platform,
    named: scenes,
  },
  { what: 'a note loses a property', alter: (live) => delete schemas(live).Observation.properties.title, named: notes },
  {
    what: 'a time of weather may be missing',
    alter: (live) => {
      const { WeatherRecord } = schemas(live);
      WeatherRecord.required = WeatherRecord.required.filter((name: string) => name !== 'ends_at');
    },
    named: 'reads/weather.ts',
  },
  {
    what: 'a time of a note may be null',
    alter: (live) => {
      schemas(live).Observation.properties.created_at = { type: ['string', 'null'] };
    },
    named: 'reads/observations.ts',
    isShort: true,
  },
  {
    what: 'the text of a note is a number',
    alter: (live) => {
      schemas(live).Observation.properties.text = { type: 'number' };
    },
    named: 'reads/observations.ts',
  },
  {
    what: 'a statistic is text',
    alter: (live) => {
      schemas(live).IndexStatistics.properties.mean = { type: ['string', 'null'] };
    },
    named: scenes,
    isShort: true,
  },
  {
    what: 'the value of a temperature is text',
    alter: (live) => {
      schemas(live).Temperature.properties.value = { type: 'string' };
    },
    named: weather,
  },
  {
    what: 'the source of a scene may be null',
    alter: (live) => {
      const { source } = schemas(live).EarthObservation.properties;
      schemas(live).EarthObservation.properties.source = { oneOf: [source, { type: 'null' }] };
    },
    named: scenes,
  },
  {
    what: 'a parameter has another name',
    alter: (live) => {
      parameterOf(live, 'weather', 'granularity').name = 'resolution';
    },
    named: 'reads/weather.ts',
  },
  {
    what: 'a parameter is gone',
    alter: (live) => {
      const read = get(live, 'earth-observations');
      read.parameters = read.parameters.filter(({ name }: Document) => name !== 'max_cloud_cover');
    },
    named: 'reads/earth-observations.ts',
  },
  {
    what: 'a parameter is text',
    alter: (live) => {
      parameterOf(live, 'earth-observations', 'max_cloud_cover').schema = { type: 'string' };
    },
    named: 'schema/earth-observations/list.ts',
  },
  {
    what: 'a parameter is required now',
    alter: (live) => {
      parameterOf(live, 'observations', 'category').required = true;
    },
    named: 'schema/latest.ts',
  },
  {
    what: 'a path has another name',
    alter: (live) => {
      live.paths['/api/v2/weather'] = live.paths['/api/v1/weather'];
      delete live.paths['/api/v1/weather'];
    },
    named: 'reads/weather.ts',
  },
  {
    what: 'a read is gone',
    alter: (live) => delete live.paths['/api/v1/earth-observations'],
    named: 'reads/earth-observations.ts',
  },
  {
    what: 'the write is gone',
    alter: (live) => delete live.paths['/api/v1/observations'].post,
    named: 'reads/add-observation.ts',
  },
  {
    what: 'the write has another method',
    alter: (live) => {
      live.paths['/api/v1/observations'].put = post(live);
      delete live.paths['/api/v1/observations'].post;
    },
    named: 'reads/add-observation.ts',
  },
  { what: 'an enum has one value more', alter: (live) => schemas(live).Severity.enum.push('extreme'), named: notes },
  { what: 'an enum has one value less', alter: (live) => schemas(live).ObservationCategory.enum.pop(), named: notes },
  { what: 'a unit is gone', alter: (live) => schemas(live).TemperatureUnit.enum.pop(), named: 'schema/measures.ts' },
  {
    what: 'whether more follows has another name',
    alter: (live) => rename(schemas(live).Page, 'has_more', 'more'),
    named: 'reads/observations.ts',
  },
  {
    what: 'the key of a write is another header',
    alter: (live) => {
      post(live).parameters.find(({ name }: Document) => name === 'Idempotency-Key').name = 'Request-Key';
    },
    named: 'reads/add-observation.ts',
    isShort: true,
  },
  {
    what: 'a property of a body is required now',
    alter: (live) => schemas(live).ObservationInput.required.push('category'),
    named: input,
    isShort: true,
  },
  {
    what: 'a list has another envelope',
    alter: (live) => rename(schemas(live).WeatherList, 'data', 'items'),
    named: 'reads/weather.ts',
    isShort: true,
  },
  {
    what: 'the note written has another envelope',
    alter: (live) => rename(schemas(live).ObservationEnvelope, 'data', 'item'),
    named: 'reads/add-observation.ts',
  },
  {
    what: 'the text of a body has another name',
    alter: (live) => rename(schemas(live).ObservationInput, 'text', 'body'),
    named: input,
  },
  {
    what: 'an optional property of a body has another name',
    alter: (live) => rename(schemas(live).ObservationInput, 'affected_area', 'affected_part'),
    named: input,
  },
  {
    what: 'a place in a body has another form',
    alter: (live) => rename(schemas(live).GeoPointInput, 'coordinates', 'position'),
    named: input,
  },
  {
    what: 'the code of a problem has another name',
    alter: (live) => rename(schemas(live).Problem, 'code', 'kind'),
    named: 'upstream/problems.ts',
  },
  {
    what: 'the place of a fault has another name',
    alter: (live) => rename(schemas(live).Fault, 'pointer', 'path'),
    named: 'upstream/problems.ts',
  },
  {
    what: 'the start of a window has another name',
    alter: (live) => rename(schemas(live).ListMeta, 'from', 'start'),
    named: 'reads/window.ts',
  },
];

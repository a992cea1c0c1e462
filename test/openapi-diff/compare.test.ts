/** Changes of the contract, which of them break, and which graph fields they affect, by altering the committed description. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareDescriptions } from '../../src/openapi-diff/compare.ts';
import { readReach } from '../../src/graph/capabilities/drift/graph-fields.ts';
import * as reads from '../../src/graph/reads/reads.ts';
import { schema } from '../../src/graph/schema/schema.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test alters the document at will.
type Document = any;

const committed: Document = JSON.parse(readFileSync(new URL('../../schema/openapi.json', import.meta.url), 'utf8'));
const feeds = readReach(schema);

/** The changes that an altered copy of the committed description shows, as short lines. */
function changesOf(alter: (live: Document) => void, basePath = ''): string[] {
  const live = structuredClone(committed);
  alter(live);
  return compareDescriptions(committed, live, basePath, feeds).map(
    ({ breaks, where, subject, what, feeds }) =>
      `${breaks ? 'BREAKS ' : ''}${where} ${subject}: ${what}${feeds.length > 0 ? ` > ${feeds.join(' ')}` : ''}`,
  );
}

const schemas = (live: Document) => live.components.schemas;
const weather = (live: Document) => live.paths['/api/v1/weather'].get;

it('the committed description has no change against itself', () => {
  expect(changesOf(() => {})).toEqual([]);
});

it('a path prefix that a proxy strips is not a change', () => {
  const prefixed = (live: Document) => {
    live.servers = [{ url: 'https://api.example.com/field-data' }];
  };
  expect(changesOf(prefixed)).toEqual([]);
  expect(changesOf(prefixed, '/field-data')).toEqual([]);
});

it.each(['enum', 'required'])('the comparison refuses a long %s that many properties share', (keyword) => {
  const share = (live: Document) => {
    const all: { properties?: Document }[] = Object.values(schemas(live));
    schemas(live).Long = { [keyword]: Array.from({ length: 2_000 }, (_, index) => `${index}`) };
    for (const { properties = {} } of all)
      for (const name of Object.keys(properties))
        properties[name] = { allOf: [properties[name], { $ref: '#/components/schemas/Long' }] };
  };
  expect(() => changesOf(share)).toThrow('has no end');
});

it('the comparison refuses parameters that many operations share', () => {
  const share = (live: Document) => {
    const parameters = Array.from({ length: 500 }, (_, index) => ({ name: `p${index}`, in: 'query' }));
    live.components.pathItems = { All: { parameters, get: {}, put: {}, post: {}, delete: {} } };
    for (let index = 0; index < 100; index += 1) live.paths[`/${index}`] = { $ref: '#/components/pathItems/All' };
  };
  expect(() => changesOf(share)).toThrow('has no end');
});

describe('in a response', () => {
  /** The graph fields that a list of observations and the response to a write affect. */
  const observations =
    'Field.observations Field.observationsConnection Field.latestObservation ObservationEdge.node ' +
    'ObservationConnection.nodes FieldDay.observations ' +
    'Mutation.addObservation AddObservationInput.idempotencyKey AddObservationSuccess.observation';

  it('the removal of a property breaks every field that reads it, including measures and totals', () => {
    expect(changesOf((live) => delete schemas(live).WeatherRecord.properties.temperature_max)).toEqual([
      'BREAKS response WeatherRecord.temperature_max: removed > WeatherRecord.temperatureMax Field.weatherSummary Field.weatherSummaries Field.growingDegreeDays',
    ]);
    expect(changesOf((live) => delete schemas(live).IndexStatistics.properties.mean)).toEqual([
      'BREAKS response IndexStatistics.mean: removed > IndexStatistics.mean Field.indexSeason',
    ]);
  });

  it('a changed type of a property breaks, and is reported once for all operations', () => {
    expect(
      changesOf((live) => {
        schemas(live).Observation.properties.text = { type: 'integer' };
      }),
    ).toEqual([`BREAKS response Observation.text: type string -> integer > Observation.text ${observations}`]);
  });

  it('a property that may be null now breaks, and one that is never null now does not', () => {
    expect(
      changesOf((live) => {
        schemas(live).Observation.properties.live_mode = { type: ['boolean', 'null'] };
        schemas(live).DataSource.properties.station = { type: 'string' };
      }),
    ).toEqual([
      `BREAKS response Observation.live_mode: type boolean -> boolean or null > Observation.liveMode ${observations}`,
      'response DataSource.station: type null or string -> string > DataSource.station',
    ]);
  });

  it('a value of a measure that may be null now does not break, because the measure is then null', () => {
    expect(
      changesOf((live) => {
        for (const measure of ['Temperature', 'Area', 'DegreeDays'])
          schemas(live)[measure].properties.value.type = ['number', 'null'];
        schemas(live).Speed.properties.value.type = ['string', 'null'];
      }),
    ).toEqual([
      'BREAKS response Speed.value: type number -> null or string > Speed.value',
      expect.stringMatching(/^response Temperature.value: type number -> null or number > Temperature.value/),
      expect.stringMatching(/^response DegreeDays.value: type number -> null or number > DegreeDays.value/),
      expect.stringMatching(/^response Area.value: type number -> null or number > Area.value/),
    ]);
  });

  it('a property that is no longer required breaks, and one that is required now does not', () => {
    expect(
      changesOf((live) => {
        schemas(live).WeatherRecord.required = ['field_id', 'kind', 'granularity', 'starts_at', 'source', 'date'];
      }),
    ).toEqual([
      expect.stringMatching(/^BREAKS response WeatherRecord.ends_at: no longer required > WeatherRecord.endsAt /),
      expect.stringMatching(/^response WeatherRecord.date: required now > WeatherRecord.date /),
    ]);
  });

  it('added and removed enum values do not break, because enums are open', () => {
    expect(
      changesOf((live) => {
        schemas(live).Provenance.enum = ['measured', 'replayed', 'derived', 'guessed'];
      }),
    ).toEqual([
      'response DataSource.provenance: values removed: "simulated" > DataSource.provenance',
      'response DataSource.provenance: values added: "guessed" > DataSource.provenance',
    ]);
  });

  it('a changed format breaks', () => {
    expect(
      changesOf((live) => {
        schemas(live).LocalDate.format = 'date-time';
      }).filter((line) => line.includes('WeatherRecord')),
    ).toEqual([
      expect.stringMatching(/^BREAKS response WeatherRecord.date: format date -> date-time > WeatherRecord.date /),
    ]);
  });

  it('additions do not break', () => {
    expect(
      changesOf((live) => {
        schemas(live).WeatherRecord.properties.uv_index = { type: 'number' };
        schemas(live).WeatherRecord.required.push('uv_index');
        live.paths['/api/v1/fields'] = { get: { responses: {} } };
        weather(live).responses['418'] = { description: 'A teapot.' };
      }),
    ).toEqual([
      'response WeatherRecord.uv_index: added, required',
      expect.stringMatching(/^response GET \/api\/v1\/weather: answers 418 too/),
      'operation GET /api/v1/fields: added',
    ]);
  });

  it('a response without JSON breaks, and so do properties that are no longer described', () => {
    expect(
      changesOf((live) => {
        weather(live).responses['200'].content = { 'text/csv': {} };
        schemas(live).Organism.properties = {};
      }),
    ).toEqual([
      expect.stringMatching(/^BREAKS response GET \/api\/v1\/weather: answers 200 without JSON > Field.weather/),
      'BREAKS response Observation.organism: its properties are no longer described > Observation.organism',
    ]);
  });

  it('a list whose items are no longer described breaks the fields that read them', () => {
    expect(
      changesOf((live) => {
        delete schemas(live).Observation.properties.photos.items;
        delete schemas(live).ObservationInput.properties.tags.items;
      }),
    ).toEqual([
      'BREAKS response Observation.photos: its items are no longer described > Observation.photos',
      'request ObservationInput.tags: its items are no longer described > AddObservationInput.tags',
    ]);
  });
});

describe('in a request', () => {
  const input = (live: Document) => schemas(live).ObservationInput;

  it('a property that is required now breaks, whether it is new or was optional', () => {
    const [existing, added] = changesOf((live) => {
      input(live).properties.farm_id = { type: 'string' };
      input(live).required.push('farm_id', 'category');
    });
    expect(existing).toBe('BREAKS request ObservationInput.category: required now > AddObservationInput.category');
    expect(added).toMatch(/^BREAKS request ObservationInput\.farm_id: added, required > .*AddObservationSuccess/);
  });

  it('removed enum values break, and added ones do not', () => {
    expect(
      changesOf((live) => {
        input(live).properties.severity = { type: 'string', enum: ['low', 'high', 'extreme', 'none', 'moderate'] };
      }),
    ).toEqual([
      'BREAKS request ObservationInput.severity: values removed: "severe" > AddObservationInput.severity',
      'request ObservationInput.severity: values added: "extreme" > AddObservationInput.severity',
    ]);
  });

  it('tighter bounds break, wider ones do not', () => {
    expect(
      changesOf((live) => {
        input(live).properties.tags.maxItems = 5;
        input(live).properties.photos.maxItems = 50;
      }),
    ).toEqual([
      'BREAKS request ObservationInput.tags: maxItems 20 -> 5 > AddObservationInput.tags',
      'request ObservationInput.photos: maxItems 10 -> 50 > AddObservationInput.photos',
    ]);
  });

  it('a part that the graph builds from other inputs is reported by the input that contains it', () => {
    const [line] = changesOf((live) => delete schemas(live).GeoPointInput.properties.coordinates);
    expect(line).toBe('BREAKS request GeoPointInput.coordinates: removed > AddObservationInput.location');
  });

  it('a removed parameter breaks the argument that feeds it, and a new optional one breaks nothing', () => {
    const [gone, added] = changesOf((live) => {
      weather(live).parameters = weather(live).parameters.filter(({ name }: { name?: string }) => name !== 'kind');
      weather(live).parameters.push({ name: 'model', in: 'query', schema: { type: 'string' } });
    });
    expect(gone).toBe('BREAKS request parameter kind: removed > Field.weather(kind:)');
    expect(added).toBe('request parameter model: added');
  });

  it('a parameter that is required now breaks, whether it is new or was optional', () => {
    const parameter = (live: Document, name: string) =>
      weather(live).parameters.find((each: { name?: string }) => each.name === name);
    const [existing, added] = changesOf((live) => {
      parameter(live, 'kind').required = true;
      weather(live).parameters.push({ name: 'tenant', in: 'header', required: true, schema: { type: 'string' } });
    });
    expect(existing).toBe('BREAKS request parameter kind: required now > Field.weather(kind:)');
    expect(added).toMatch(/^BREAKS request header tenant: added, required > Field\.weather/);
  });

  it('a parameter that is no longer required does not break', () => {
    const [line] = changesOf((live) => {
      const { parameters } = live.paths['/api/v1/observations'].post;
      parameters.find((each: { name?: string }) => each.name === 'Idempotency-Key').required = false;
    });
    expect(line).toMatch(/^request header Idempotency-Key: no longer required/);
  });

  it('a body that is required now breaks', () => {
    const [line] = changesOf((live) => {
      const body = { required: true, content: { 'application/json': { schema: { type: 'object' } } } };
      weather(live).requestBody = body;
    });
    expect(line).toMatch(/^BREAKS request body: a body is required now > Field\.weather/);
  });
});

describe('an operation', () => {
  it('breaks every field that reads it when it is removed', () => {
    const [line] = changesOf((live) => delete live.paths['/api/v1/earth-observations']);
    expect(line).toMatch(/^BREAKS operation GET \/api\/v1\/earth-observations: removed > .*Field\.earthObservations/);
    expect(line).toContain('Field.indexSeries');
    const [observations] = changesOf((live) => delete live.paths['/api/v1/observations'].get);
    expect(observations).toContain('Field.observations ');
    expect(observations).not.toContain('AddObservation');
  });

  it('breaks fields when it needs a key now, but not when it is deprecated', () => {
    const lines = changesOf((live) => {
      weather(live).security = [{ bearerAuth: ['weather:read'] }];
      weather(live).deprecated = true;
    });
    expect(lines[0]).toMatch(/^BREAKS operation GET \/api\/v1\/weather: needs a key now > /);
    expect(lines[1]).toMatch(/^operation GET \/api\/v1\/weather: deprecated > /);
  });

  it('for batch reads breaks nothing when it is removed or changed, because batch reads fall back to single fields', () => {
    const batches = ['weather', 'earth-observations', 'observations'].map((name) => `/api/v1/batch/${name}`);
    const gone = changesOf((live) => {
      for (const path of batches) delete live.paths[path];
    });
    expect(gone).toEqual(batches.map((path) => `operation GET ${path}: removed`));
    const [line] = changesOf((live) => delete schemas(live).BatchItem.properties.status);
    expect(line).toBe('response BatchItem.status: removed');
  });

  it('breaks nothing when it is removed and no graph field needs it', () => {
    expect(changesOf((live) => delete live.paths['/sdk-release.json'])).toEqual([
      'operation GET /sdk-release.json: removed',
    ]);
  });

  it('is the same with the prefix in the server URL as with the prefix in each path', () => {
    const moved = (live: Document) => {
      live.servers = [{ url: 'https://api.example.com/field-data/api/v1' }];
      live.paths = Object.fromEntries(
        Object.entries(live.paths).map(([path, item]) => [path.replace('/api/v1', ''), item]),
      );
    };
    const lines = changesOf(moved, '/field-data');
    expect(lines.filter((line) => line.includes('/api/v1/weather') || line.includes('observations'))).toEqual([]);
  });
});

describe('a write', () => {
  const post = (live: Document) => live.paths['/api/v1/observations'].post;
  const fed = '> Mutation.addObservation AddObservationInput.idempotencyKey AddObservationSuccess.observation';

  it('breaks the mutation and its idempotency key when it is removed, even if another method replaces it', () => {
    const gone = changesOf((live) => delete live.paths['/api/v1/observations'].post);
    expect(gone).toEqual([`BREAKS operation POST /api/v1/observations: removed ${fed}`]);
    const [put, added] = changesOf((live) => {
      live.paths['/api/v1/observations'].put = post(live);
      delete live.paths['/api/v1/observations'].post;
    });
    expect(put).toBe(gone[0]);
    expect(added).toBe('operation PUT /api/v1/observations: added');
  });

  it('breaks the input of the idempotency key when its header is renamed', () => {
    const [line] = changesOf((live) => {
      post(live).parameters[0].name = 'Request-Key';
    });
    expect(line).toMatch(/^BREAKS request header /);
    // HTTP header names are case-insensitive.
    expect(
      changesOf((live) => {
        post(live).parameters[0].name = 'idempotency-key';
      }),
    ).toEqual([]);
    expect(changesOf((live) => post(live).parameters.shift())).toEqual([
      'BREAKS request header Idempotency-Key: removed > AddObservationInput.idempotencyKey',
    ]);
  });

  it('breaks AddObservationSuccess.replayed when the response no longer has the header Idempotent-Replayed', () => {
    const broken = 'BREAKS response header Idempotent-Replayed: removed > AddObservationSuccess.replayed';
    const headers = (live: Document) => post(live).responses['201'].headers;
    expect(changesOf((live) => delete headers(live)['Idempotent-Replayed'])).toEqual([broken]);
    expect(
      changesOf((live) => {
        headers(live)['Idempotency-Replayed'] = headers(live)['Idempotent-Replayed'];
        delete headers(live)['Idempotent-Replayed'];
      }),
    ).toEqual([broken, 'response header Idempotency-Replayed: added']);
    // Header names are case-insensitive, and a header that the graph does not show may be removed.
    expect(
      changesOf((live) => {
        headers(live)['idempotent-replayed'] = headers(live)['Idempotent-Replayed'];
        delete headers(live)['Idempotent-Replayed'];
        delete headers(live).RateLimit;
      }),
    ).toEqual(['response header RateLimit: removed']);
  });
});

describe('credentials', () => {
  it('break every operation when they are sent differently, but not when the same scheme has another name', () => {
    const [line, ...others] = changesOf((live) => {
      live.components.securitySchemes.bearerAuth = { type: 'apiKey', in: 'header', name: 'X-Api-Key' };
    });
    expect(line).toMatch(/^BREAKS request security: http bearer -> apiKey header x-api-key > /);
    expect(line).toContain('Mutation.addObservation');
    expect(line).toContain('Field.weather');
    expect(others).toEqual([]);
    expect(
      changesOf((live) => {
        live.components.securitySchemes.apiKey = { ...live.components.securitySchemes.bearerAuth, scheme: 'Bearer' };
        post(live).security = [{ apiKey: ['observations:write'] }];
      }),
    ).toEqual([]);
  });

  it('break nothing when the service accepts others, too', () => {
    const lines = changesOf((live) => {
      live.components.securitySchemes.key = { type: 'apiKey', in: 'query', name: 'key' };
      post(live).security.push({ key: [] });
    });
    expect(lines).toEqual([
      expect.stringMatching(/^request security: http bearer -> apiKey query key or http bearer > /),
    ]);
  });

  const post = (live: Document) => live.paths['/api/v1/observations'].post;
});

it('a parameter is reported by every argument that feeds it, whatever the name of the argument', () => {
  const parameters = (live: Document) => live.paths['/api/v1/observations'].get;
  const without = (name: string) =>
    changesOf((live) => {
      const read = parameters(live);
      read.parameters = read.parameters.filter((each: { name?: string }) => each.name !== name);
    });
  expect(without('limit')).toEqual([
    'BREAKS request parameter limit: removed > Field.observations(limit:) Field.observationsConnection(first:)',
  ]);
  expect(without('cursor')).toEqual([
    'BREAKS request parameter cursor: removed > Field.observationsConnection(after:)',
  ]);
});

describe('the comparison', () => {
  it('finds no change in renamed components, inlined schemas, anyOf and OpenAPI 3.0 nulls', () => {
    expect(
      changesOf((live) => {
        const all = schemas(live);
        all.Reading = all.WeatherRecord;
        all.WeatherList.properties.data.items = { $ref: '#/components/schemas/Reading' };
        delete all.WeatherRecord;
        all.Reading.properties.kind = structuredClone(all.WeatherKind);
        all.Reading.properties.dew_point = { allOf: [{ $ref: '#/components/schemas/Temperature' }], nullable: true };
        all.Reading.properties.date = { type: 'string', format: 'date', nullable: true };
        all.DataSource.properties.station = { anyOf: [{ type: 'string' }, { type: 'null' }] };
      }),
    ).toEqual([]);
  });

  it('finds no change in media type ranges, ignored headers, number formats and references into lists', () => {
    expect(
      changesOf((live) => {
        const { parameters, responses } = weather(live);
        responses['200'].content = { '*/*': Object.values(responses['200'].content)[0] };
        const limit = { type: 'integer', format: 'int32', minimum: 1, maximum: 100 };
        const notes = live.paths['/api/v1/observations'].get;
        notes.parameters = notes.parameters.map((each: Document) =>
          each.name === 'limit' ? { ...each, schema: limit } : each,
        );
        for (const name of ['Authorization', 'accept', 'Content-Type'])
          parameters.push({ in: 'header', name, required: true, schema: { type: 'string' } });
        live.paths['/listed'] = { get: { parameters: parameters.splice(0, 1), responses: {} } };
        parameters.unshift({ $ref: '#/paths/~1listed/get/parameters/0' });
      }),
    ).toEqual(['operation GET /listed: added']);
  });

  it('finds only real breaks among status ranges and defaults, pointers of bundlers and alternatives without a format', () => {
    const bounds = { type: 'array', items: { type: 'string', maxLength: 40 } };
    const lines = changesOf((live) => {
      const { responses, parameters } = weather(live);
      responses['2XX'] = responses['200'];
      delete responses['200'];
      const scenes = live.paths['/api/v1/earth-observations'].get.responses;
      scenes.default = scenes['200'];
      delete scenes['200'];
      live.paths['/{x}'] = { get: { parameters: parameters.splice(0, 1), responses: {} } };
      parameters.unshift({ $ref: '#/paths/~1%7Bx%7D/get/parameters/0' });
      const observedAt = schemas(live).ObservationInput.properties.observed_at;
      schemas(live).ObservationInput.properties.observed_at = { anyOf: [observedAt, { type: 'string' }] };
      schemas(live).ObservationInput.properties.tags.allOf = [{ maxItems: 100 }, { ...bounds, maxItems: 20 }];
    });
    expect(lines.filter((line) => line.startsWith('BREAKS'))).toEqual([]);
    const lost = changesOf((live) => {
      const { responses } = weather(live);
      responses['2XX'] = responses['200'];
      delete responses['200'];
      const { starts_at } = schemas(live).WeatherRecord.properties;
      delete schemas(live).WeatherRecord.properties.date;
      schemas(live).WeatherRecord.properties.starts_at = { anyOf: [starts_at, { type: 'string' }] };
      schemas(live).ObservationInput.properties.tags.allOf = [{ maxItems: 100 }, { maxItems: 5 }];
    });
    expect(lost).toContainEqual(expect.stringMatching(/^BREAKS response WeatherRecord\.date: removed/));
    expect(lost).toContainEqual(
      expect.stringMatching(/^BREAKS response WeatherRecord\.starts_at: format date-time -> /),
    );
    expect(lost).toContainEqual(expect.stringMatching(/^BREAKS request ObservationInput\.tags: maxItems 20 -> 5/));
  });

  it.each([
    ['a reference to itself', { $ref: '#/components/schemas/WeatherRecord' }],
    ['a dangling reference', { $ref: '#/components/schemas/Gone' }],
    ['a reference to another host', { $ref: 'http://elsewhere.example/schema.json' }],
    ['a schema that is not an object', 'WeatherRecord'],
    ['properties that are a list', { type: 'object', properties: ['field_id'], required: 'all', enum: {} }],
  ])('reports %s as a change, not by an error', (_what, record) => {
    const lines = changesOf((live) => {
      schemas(live).WeatherRecord = record;
    });
    expect(lines[0]).toMatch(/^BREAKS response /);
  });

  it('lists breaking changes first, however many additions there are', () => {
    const lines = changesOf((live) => {
      for (let at = 0; at < 600; at += 1) schemas(live).WeatherRecord.properties[`added_${at}`] = { type: 'string' };
      delete schemas(live).EarthObservation.properties.scene_id;
    });
    expect(lines).toHaveLength(500);
    expect(lines[0]).toMatch(/^BREAKS response EarthObservation.scene_id: removed > /);
  });

  it('refuses a schema of 60,000 properties', () => {
    expect(() =>
      changesOf((live) => {
        for (let at = 0; at < 60_000; at += 1) schemas(live).WeatherRecord.properties[`added_${at}`] = {};
      }),
    ).toThrow('no end');
  });

  it('refuses alternatives that double at every level', () => {
    expect(() =>
      changesOf((live) => {
        for (let level = 0; level < 30; level += 1) {
          const next = { $ref: `#/components/schemas/Level${level + 1}` };
          schemas(live)[`Level${level}`] = { anyOf: [next, next] };
        }
        schemas(live).WeatherRecord = { $ref: '#/components/schemas/Level0' };
      }),
    ).toThrow('no end');
  });
});

describe('the map from contract to graph', () => {
  it.each([
    ['WeatherRecord', reads.weather],
    ['EarthObservation', reads.earthObservations],
    ['Observation', reads.observations],
  ])('checks in %s exactly the members that the contract requires', (component, { record }) => {
    const refused = new Set(['field_id', ...Object.keys(record.kinds)]);
    expect(refused).toEqual(new Set(committed.components.schemas[component].required));
  });

  it('names only properties of the contract in computedFrom of a field', () => {
    const computed = Object.values(schema.getTypeMap())
      .flatMap((type) => ('getFields' in type ? Object.values(type.getFields()) : []))
      .flatMap(({ extensions }) => (extensions.computedFrom ?? []) as string[]);
    expect(computed.length).toBeGreaterThan(0);
    for (const name of computed) {
      const [component = '', property = ''] = name.split('.');
      expect(Object.keys(committed.components.schemas[component].properties)).toContain(property);
    }
  });
});

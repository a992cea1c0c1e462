/** What counts as a change of the contract, which changes break, and which graph fields they reach: the committed description, altered. */
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

it('a prefix that a proxy strips is no change', () => {
  const prefixed = (live: Document) => {
    live.servers = [{ url: 'https://api.example.com/field-data' }];
  };
  expect(changesOf(prefixed)).toEqual([]);
  expect(changesOf(prefixed, '/field-data')).toEqual([]);
});

it.each(['enum', 'required'])('a long %s that many properties share has no end', (keyword) => {
  const share = (live: Document) => {
    const all: { properties?: Document }[] = Object.values(schemas(live));
    schemas(live).Long = { [keyword]: Array.from({ length: 2_000 }, (_, index) => `${index}`) };
    for (const { properties = {} } of all)
      for (const name of Object.keys(properties))
        properties[name] = { allOf: [properties[name], { $ref: '#/components/schemas/Long' }] };
  };
  expect(() => changesOf(share)).toThrow('has no end');
});

it('parameters that many operations share have no end', () => {
  const share = (live: Document) => {
    const parameters = Array.from({ length: 500 }, (_, index) => ({ name: `p${index}`, in: 'query' }));
    live.components.pathItems = { All: { parameters, get: {}, put: {}, post: {}, delete: {} } };
    for (let index = 0; index < 100; index += 1) live.paths[`/${index}`] = { $ref: '#/components/pathItems/All' };
  };
  expect(() => changesOf(share)).toThrow('has no end');
});

describe('in an answer', () => {
  /** What a list of observations reaches, and the answer to a write. */
  const observations =
    'Field.observations Field.observationsConnection Field.latestObservation ObservationEdge.node ' +
    'ObservationConnection.nodes FieldDay.observations AddObservationSuccess.observation ' +
    'Mutation.addObservation AddObservationInput.idempotencyKey';

  it('a property that is gone breaks the fields that read it, measures and totals too', () => {
    expect(changesOf((live) => delete schemas(live).WeatherRecord.properties.temperature_max)).toEqual([
      'BREAKS answer WeatherRecord.temperature_max: removed > WeatherRecord.temperatureMax Field.weatherSummary Field.weatherSummaries Field.growingDegreeDays',
    ]);
    expect(changesOf((live) => delete schemas(live).IndexStatistics.properties.mean)).toEqual([
      'BREAKS answer IndexStatistics.mean: removed > IndexStatistics.mean Field.indexSeason',
    ]);
  });

  it('a property of another type breaks, once, however many operations show it', () => {
    expect(
      changesOf((live) => {
        schemas(live).Observation.properties.text = { type: 'integer' };
      }),
    ).toEqual([`BREAKS answer Observation.text: type string -> integer > Observation.text ${observations}`]);
  });

  it('null where there was none breaks, no null any more does not', () => {
    expect(
      changesOf((live) => {
        schemas(live).Observation.properties.live_mode = { type: ['boolean', 'null'] };
        schemas(live).DataSource.properties.station = { type: 'string' };
      }),
    ).toEqual([
      `BREAKS answer Observation.live_mode: type boolean -> boolean or null > Observation.liveMode ${observations}`,
      'answer DataSource.station: type null or string -> string > DataSource.station',
    ]);
  });

  it('a property that may be missing now breaks, one that is always there now does not', () => {
    expect(
      changesOf((live) => {
        schemas(live).WeatherRecord.required = ['field_id', 'kind', 'granularity', 'starts_at', 'source', 'date'];
      }),
    ).toEqual([
      expect.stringMatching(/^BREAKS answer WeatherRecord.ends_at: no longer required > WeatherRecord.endsAt /),
      expect.stringMatching(/^answer WeatherRecord.date: required now > WeatherRecord.date /),
    ]);
  });

  it('enums are open: values added or removed break nothing', () => {
    expect(
      changesOf((live) => {
        schemas(live).Provenance.enum = ['measured', 'replayed', 'derived', 'guessed'];
      }),
    ).toEqual([
      'answer DataSource.provenance: values removed: "simulated" > DataSource.provenance',
      'answer DataSource.provenance: values added: "guessed" > DataSource.provenance',
    ]);
  });

  it('another format breaks', () => {
    expect(
      changesOf((live) => {
        schemas(live).LocalDate.format = 'date-time';
      }).filter((line) => line.includes('WeatherRecord')),
    ).toEqual([
      expect.stringMatching(/^BREAKS answer WeatherRecord.date: format date -> date-time > WeatherRecord.date /),
    ]);
  });

  it('additions are safe', () => {
    expect(
      changesOf((live) => {
        schemas(live).WeatherRecord.properties.uv_index = { type: 'number' };
        schemas(live).WeatherRecord.required.push('uv_index');
        live.paths['/api/v1/fields'] = { get: { responses: {} } };
        weather(live).responses['418'] = { description: 'A teapot.' };
      }),
    ).toEqual([
      'answer WeatherRecord.uv_index: added, required',
      expect.stringMatching(/^answer GET \/api\/v1\/weather: answers 418 too/),
      'operation GET /api/v1/fields: added',
    ]);
  });

  it('an answer without JSON, and properties that are no longer described, break', () => {
    expect(
      changesOf((live) => {
        weather(live).responses['200'].content = { 'text/csv': {} };
        schemas(live).Organism.properties = {};
      }),
    ).toEqual([
      expect.stringMatching(/^BREAKS answer GET \/api\/v1\/weather: answers 200 without JSON > Field.weather/),
      'BREAKS answer Observation.organism: its properties are no longer described > Observation.organism',
    ]);
  });

  it('a list whose items are no longer described breaks what reads them', () => {
    expect(
      changesOf((live) => {
        delete schemas(live).Observation.properties.photos.items;
        delete schemas(live).ObservationInput.properties.tags.items;
      }),
    ).toEqual([
      'BREAKS answer Observation.photos: its items are no longer described > Observation.photos',
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

  it('values no longer taken break, further ones do not', () => {
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

  it('a part the graph builds from other inputs is told by the input around it', () => {
    const [line] = changesOf((live) => delete schemas(live).GeoPointInput.properties.coordinates);
    expect(line).toBe('BREAKS request GeoPointInput.coordinates: removed > AddObservationInput.location');
  });

  it('a parameter that is gone breaks the argument it is made from; an optional new one does not', () => {
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

  it('a parameter that need not be sent any more does not break', () => {
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
  it('that is gone breaks every field it is read for', () => {
    const [line] = changesOf((live) => delete live.paths['/api/v1/earth-observations']);
    expect(line).toMatch(/^BREAKS operation GET \/api\/v1\/earth-observations: removed > .*Field\.earthObservations/);
    expect(line).toContain('Field.indexSeries');
  });

  it('that needs a key now breaks; one that is deprecated does not', () => {
    const lines = changesOf((live) => {
      weather(live).security = [{ bearerAuth: ['weather:read'] }];
      weather(live).deprecated = true;
    });
    expect(lines[0]).toMatch(/^BREAKS operation GET \/api\/v1\/weather: needs a key now > /);
    expect(lines[1]).toMatch(/^operation GET \/api\/v1\/weather: deprecated > /);
  });

  it('of batch reads may be gone or answer otherwise: they fall back to single fields', () => {
    const batches = ['weather', 'earth-observations', 'observations'].map((name) => `/api/v1/batch/${name}`);
    const gone = changesOf((live) => {
      for (const path of batches) delete live.paths[path];
    });
    expect(gone).toEqual(batches.map((path) => `operation GET ${path}: removed`));
    const [line] = changesOf((live) => delete schemas(live).BatchItem.properties.status);
    expect(line).toBe('answer BatchItem.status: removed');
  });

  it('that no graph field needs breaks nothing', () => {
    expect(changesOf((live) => delete live.paths['/sdk-release.json'])).toEqual([
      'operation GET /sdk-release.json: removed',
    ]);
  });

  it('is the same under the path of the server as with it in each path', () => {
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
  const fed = /> Mutation\.addObservation AddObservationInput\.idempotencyKey /;

  it('that is gone breaks the mutation and the key that is made for it, also where another method is there', () => {
    const gone = changesOf((live) => delete live.paths['/api/v1/observations'].post);
    expect(gone[0]).toMatch(/^BREAKS operation POST \/api\/v1\/observations: removed >/);
    expect(gone[0]).toMatch(fed);
    const [put, added] = changesOf((live) => {
      live.paths['/api/v1/observations'].put = post(live);
      delete live.paths['/api/v1/observations'].post;
    });
    expect(put).toBe(gone[0]);
    expect(added).toBe('operation PUT /api/v1/observations: added');
  });

  it('whose key header has another name breaks the input it is made from', () => {
    const [line] = changesOf((live) => {
      post(live).parameters[0].name = 'Request-Key';
    });
    expect(line).toMatch(/^BREAKS request header /);
    // HTTP compares it without case.
    expect(
      changesOf((live) => {
        post(live).parameters[0].name = 'idempotency-key';
      }),
    ).toEqual([]);
    expect(changesOf((live) => post(live).parameters.shift())).toEqual([
      'BREAKS request header Idempotency-Key: removed > AddObservationInput.idempotencyKey',
    ]);
  });

  it('whose answer no longer says whether it was replayed breaks the field that shows it', () => {
    const broken = 'BREAKS answer header Idempotent-Replayed: removed > AddObservationSuccess.replayed';
    const headers = (live: Document) => post(live).responses['201'].headers;
    expect(changesOf((live) => delete headers(live)['Idempotent-Replayed'])).toEqual([broken]);
    expect(
      changesOf((live) => {
        headers(live)['Idempotency-Replayed'] = headers(live)['Idempotent-Replayed'];
        delete headers(live)['Idempotent-Replayed'];
      }),
    ).toEqual([broken, 'answer header Idempotency-Replayed: added']);
    // Names of headers know no case, and one that the graph does not show may go.
    expect(
      changesOf((live) => {
        headers(live)['idempotent-replayed'] = headers(live)['Idempotent-Replayed'];
        delete headers(live)['Idempotent-Replayed'];
        delete headers(live).RateLimit;
      }),
    ).toEqual(['answer header RateLimit: removed']);
  });
});

describe('credentials', () => {
  it('that are sent in another way break every operation; another name of the same scheme is no change', () => {
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

  it('beside which others are taken too break nothing', () => {
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

it('a parameter is told by every argument it is made from, whatever that is called', () => {
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

describe('however it is written', () => {
  it('components of other names, inlined schemas, anyOf and OpenAPI 3.0 nulls are no change', () => {
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

  it('ranges of media types, ignored headers, formats of numbers and references into lists are no change', () => {
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

  it('ranges and the default of statuses, pointers as bundlers write them and alternatives without a format break nothing', () => {
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
    expect(lost).toContainEqual(expect.stringMatching(/^BREAKS answer WeatherRecord\.date: removed/));
    expect(lost).toContainEqual(expect.stringMatching(/^BREAKS answer WeatherRecord\.starts_at: format date-time -> /));
    expect(lost).toContainEqual(expect.stringMatching(/^BREAKS request ObservationInput\.tags: maxItems 20 -> 5/));
  });

  it.each([
    ['a reference to itself', { $ref: '#/components/schemas/WeatherRecord' }],
    ['a reference to nowhere', { $ref: '#/components/schemas/Gone' }],
    ['a reference to another host', { $ref: 'http://elsewhere.example/schema.json' }],
    ['no object', 'WeatherRecord'],
    ['properties that are a list', { type: 'object', properties: ['field_id'], required: 'all', enum: {} }],
  ])('%s ends in changes, not in a fault', (_what, record) => {
    const lines = changesOf((live) => {
      schemas(live).WeatherRecord = record;
    });
    expect(lines[0]).toMatch(/^BREAKS answer /);
  });

  it('what breaks is named, however much was added before it', () => {
    const lines = changesOf((live) => {
      for (let at = 0; at < 600; at += 1) schemas(live).WeatherRecord.properties[`added_${at}`] = { type: 'string' };
      delete schemas(live).EarthObservation.properties.scene_id;
    });
    expect(lines).toHaveLength(500);
    expect(lines[0]).toMatch(/^BREAKS answer EarthObservation.scene_id: removed > /);
  });

  it('a schema of more properties than anybody needs is given up', () => {
    expect(() =>
      changesOf((live) => {
        for (let at = 0; at < 60_000; at += 1) schemas(live).WeatherRecord.properties[`added_${at}`] = {};
      }),
    ).toThrow('no end');
  });

  it('alternatives that double at every level are given up', () => {
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
  ])('the members that %s requires are those without which its read refuses the list', (component, { record }) => {
    const refused = new Set(['field_id', ...Object.keys(record.kinds)]);
    expect(refused).toEqual(new Set(committed.components.schemas[component].required));
  });

  it('names only properties of the contract where a field says what it is computed from', () => {
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

import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { buildSchema, findBreakingChanges, isObjectType, printSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/graph/errors/codes.ts';
import { errorFromResponse } from '../../src/graph/upstream/problems.ts';
import { graphOf } from '../../src/capability.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const schema = await graphOf();
const description = JSON.parse(read('schema/openapi.json'));

describe('schema/openapi.json', () => {
  it('is OpenAPI 3.1 according to an independent validator', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(description));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(description.openapi).toMatch(/^3\.1\./);
  });

  it('describes every property and every parameter', () => {
    const missing: string[] = [];
    forEachNode(description, '#', ({ properties = {}, parameters }, path) => {
      const named = [
        ...Object.entries(properties),
        ...(Array.isArray(parameters) ? parameters : []).map((one) => [one.name, one] as const),
      ];
      for (const [name, one] of named) {
        if (one.description === undefined && one.$ref === undefined) missing.push(`${path}: ${name}`);
      }
    });
    expect(missing).toEqual([]);
  });

  it('has the four operations of every service, with their requirements', () => {
    expect(Object.fromEntries(operations.map((name) => [name, requiredBy(name)]))).toEqual({
      'GET /api/v1/weather': ['query field_id', '200 application/json'],
      'GET /api/v1/earth-observations': ['query field_id', '200 application/json'],
      'GET /api/v1/observations': ['query field_id', '200 application/json'],
      'POST /api/v1/observations': [
        'header Authorization: Bearer',
        'header Content-Type: application/json',
        'header Idempotency-Key',
        '201 application/json',
      ],
    });
    expect(parametersOf('GET /api/v1/observations').find(({ name }) => name === 'limit')?.schema).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 25,
    });
    expect(description.servers).toMatchObject([{ url: '/' }]);
  });

  it('lists only statuses for which the graph has a code', () => {
    const statuses = new Set(
      Object.values<Record<string, { responses?: object }>>(description.paths)
        .flatMap((path) => Object.values(path))
        .flatMap(({ responses }) => Object.keys(responses ?? {}))
        .map(Number)
        .filter((status) => status >= 400),
    );
    expect(statuses.size).toBeGreaterThan(8);
    for (const status of statuses) {
      const { code } = errorFromResponse({ status, headers: new Headers() }, undefined);
      expect(Object.keys(errorCodes)).toContain(code);
    }
  });
});

describe('schema/schema.graphql', () => {
  it('is the schema the gateway serves', () => {
    expect(read('schema/schema.graphql')).toBe(`${printSchema(schema)}\n`);
  });

  it('builds into a schema without breaking changes to the one it prints', () => {
    expect(findBreakingChanges(buildSchema(read('schema/schema.graphql')), schema)).toEqual([]);
  });

  it('describes every type, field, argument and enum value', () => {
    const missing: string[] = [];
    for (const type of Object.values(schema.getTypeMap())) {
      if (type.name.startsWith('__')) continue;
      if (!type.description) missing.push(type.name);
      for (const [name, field] of Object.entries('getFields' in type ? type.getFields() : {})) {
        if (!field.description) missing.push(`${type.name}.${name}`);
        for (const argument of 'args' in field ? field.args : []) {
          if (!argument.description) missing.push(`${type.name}.${name}(${argument.name})`);
        }
      }
      for (const value of 'getValues' in type ? type.getValues() : []) {
        if (!value.description) missing.push(`${type.name}.${value.name}`);
      }
    }
    expect(missing).toEqual([]);
  });

  it('promises no unit for a measure that a service may send in another unit', () => {
    const promised = Object.values(schema.getTypeMap()).flatMap((type) =>
      (isObjectType(type) ? Object.values(type.getFields()) : []).flatMap(({ name, args, description }) => {
        const isSupplied = args.some((argument) => argument.description?.endsWith('that the service supplied.'));
        return isSupplied && description?.includes('unless') ? `${type.name}.${name}: ${description}` : [];
      }),
    );
    expect(promised).toEqual([]);
  });
});

const operations = [
  'GET /api/v1/weather',
  'GET /api/v1/earth-observations',
  'GET /api/v1/observations',
  'POST /api/v1/observations',
];

/** An operation by its method and path. */
function operationOf(name: string) {
  const [method = '', path = ''] = name.split(' ');
  return description.paths[path][method.toLowerCase()];
}

function parametersOf(name: string): { name: string; in: string; required?: boolean; schema: object }[] {
  return operationOf(name).parameters.map((one: { $ref?: string }) =>
    one.$ref === undefined ? one : description.components.parameters[one.$ref.split('/').at(-1) ?? ''],
  );
}

/** Everything a caller has to send, and the type of a successful response. */
function requiredBy(name: string): string[] {
  const { security, requestBody, responses } = operationOf(name);
  const isOpen = security.some((one: object) => Object.keys(one).length === 0);
  const { scheme } = description.components.securitySchemes.bearerAuth;
  const [[status, { content }]] = Object.entries<{ content: object }>(responses) as [[string, { content: object }]];
  return [
    ...(isOpen ? [] : [`header Authorization: ${scheme === 'bearer' ? 'Bearer' : scheme}`]),
    ...Object.keys(requestBody?.content ?? {}).map((type) => `header Content-Type: ${type}`),
    ...parametersOf(name)
      .filter(({ required }) => required)
      .map((one) => `${one.in} ${one.name}`),
    ...Object.keys(content).map((type) => `${status} ${type}`),
  ];
}

interface SchemaNode {
  properties?: Record<string, { description?: string; $ref?: string }>;
  /** A list under an operation, an object under components. */
  parameters?: { name: string; description?: string; $ref?: string }[] | object;
}

/** Visits every object of the document except `if` and `then`, which repeat properties described elsewhere. */
function forEachNode(value: unknown, path: string, onNode: (node: SchemaNode, path: string) => void): void {
  if (typeof value !== 'object' || value === null) return;
  onNode(value as SchemaNode, path);
  for (const [name, child] of Object.entries(value)) {
    if (name !== 'if' && name !== 'then') forEachNode(child, `${path}/${name}`, onNode);
  }
}

it('schema/openapi.json explains in words each pattern that a caller can violate', () => {
  const schemas = Object.entries<{ pattern?: string; 'x-must-be'?: string }>(description.components.schemas);
  const silent = schemas.filter(([, { pattern, ...schema }]) => pattern && pattern !== '\\S' && !schema['x-must-be']);
  // The service only sends these and never reads them.
  expect(silent.map(([name]) => name)).toEqual(['EarthObservationId', 'ObservationId']);
});

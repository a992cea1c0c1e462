import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { buildSchema, findBreakingChanges, printSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/graph/errors/codes.ts';
import { errorFromResponse } from '../../src/graph/upstream/problems.ts';
import { schema } from '../../src/graph/schema/schema.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const description = JSON.parse(read('schema/openapi.json'));

describe('schema/openapi.json', () => {
  it('is OpenAPI 3.1 by a validator that is not ours', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(description));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(description.openapi).toMatch(/^3\.1\./);
  });

  it('describes every property and every parameter', () => {
    const missing: string[] = [];
    visit(description, '#', ({ properties = {}, parameters }, path) => {
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

  it('lists no status that the graph has no code for', () => {
    const statuses = new Set(
      Object.values<Record<string, { responses?: object }>>(description.paths)
        .flatMap((path) => Object.values(path))
        .flatMap(({ responses }) => Object.keys(responses ?? {}))
        .map(Number)
        .filter((status) => status >= 400),
    );
    expect(statuses.size).toBeGreaterThan(8);
    for (const status of statuses) {
      const { code } = errorFromResponse({
        status,
        body: undefined,
        requestId: null,
        retryAfter: null,
        wwwAuthenticate: null,
      });
      expect(Object.keys(errorCodes)).toContain(code);
    }
  });
});

describe('schema/schema.graphql', () => {
  it('is the schema the gateway serves', () => {
    expect(read('schema/schema.graphql')).toBe(`${printSchema(schema)}\n`);
  });

  it('builds, and breaks nothing of what it prints', () => {
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
});

interface SchemaNode {
  properties?: Record<string, { description?: string; $ref?: string }>;
  /** A list under an operation, an object under components. */
  parameters?: { name: string; description?: string; $ref?: string }[] | object;
}

/** Shows every object of the document but the conditions of `if` and `then`, which repeat properties described elsewhere. */
function visit(value: unknown, path: string, see: (node: SchemaNode, path: string) => void): void {
  if (typeof value !== 'object' || value === null) return;
  see(value as SchemaNode, path);
  for (const [name, child] of Object.entries(value)) {
    if (name !== 'if' && name !== 'then') visit(child, `${path}/${name}`, see);
  }
}

it('says in words what each pattern means that a caller can break', () => {
  const schemas = Object.entries<{ pattern?: string; 'x-must-be'?: string }>(description.components.schemas);
  const silent = schemas.filter(([, { pattern, ...schema }]) => pattern && pattern !== '\\S' && !schema['x-must-be']);
  // The service sends these and reads none.
  expect(silent.map(([name]) => name)).toEqual(['EarthObservationId']);
});

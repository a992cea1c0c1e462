/** What clients are told of a tool: made of its document and the schema, so that neither can say what the other does not. */
import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { buildSchema, isScalarType, printSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { inputScalar } from '../../../src/graph/mcp/json-schema.ts';
import { readToolDocument } from '../../../src/graph/mcp/tool-document.ts';
import { readTools, toTool } from '../../../src/graph/mcp/tools.ts';
import { schema } from '../../../src/graph/schema/schema.ts';

const small = buildSchema(`
  enum Colour { RED UNKNOWN }
  scalar Date
  input Span @oneOf { days: Int hours: Int }
  input Box { span: Span = { days: 2 } colour: Colour! = RED name: String! inner: Box }
  interface Named { name: String! }
  type Pebble implements Named { name: String! size: Measure colour: Colour }
  type Rock implements Named { name: String! weight: Measure }
  type Measure { value: Float! unit: String! }
  union Thing = Pebble | Rock
  type Query {
    things(on: Date, in: Box, ids: [ID!]!, some: [Colour!]): [Thing!]
    named: Named
  }
`);

const toolOf = (text: string) => toTool(readToolDocument('test.graphql', text, small), small).listed;
const head = '# Title: Things\n"""What there is."""\n';

describe('the input schema of a tool', () => {
  const { inputSchema } = toolOf(`${head}
    query things("""Which.""" $ids: [ID!]! """When.""" $on: Date = "2026-05-01" """Where.""" $in: Box """Of these.""" $some: [Colour!]) {
      things(on: $on, in: $in, ids: $ids, some: $some) { __typename }
    }`);

  it('holds each variable with its description, default and form', () => {
    expect(inputSchema).toMatchObject({
      required: ['ids'],
      additionalProperties: false,
      properties: {
        ids: {
          type: 'array',
          items: { type: 'string', pattern: expect.stringContaining('fld_') },
          description: 'Which.',
        },
        on: { type: 'string', format: 'date', default: '2026-05-01', description: 'When.' },
        in: { $ref: '#/$defs/Box' },
      },
    });
  });

  it('leaves out UNKNOWN, which is never taken', () => {
    expect(inputSchema.properties?.some?.items).toEqual({ type: 'string', enum: ['RED'] });
  });

  it('takes one member of a oneOf input, and an input object within itself', () => {
    expect(inputSchema.$defs?.Span).toMatchObject({ minProperties: 1, maxProperties: 1, additionalProperties: false });
    expect(inputSchema.$defs?.Box).toMatchObject({
      required: ['name'],
      properties: { inner: { $ref: '#/$defs/Box' }, span: { default: { days: 2 } }, colour: { default: 'RED' } },
    });
  });
});

describe('the output schema of a tool', () => {
  it('is the selection: what is nullable may be null, what is certain is required, an enum is open', () => {
    const { outputSchema } = toolOf(`${head}
      query things { named { name ... on Pebble { size { value unit } colour } ... on Rock { weight { value unit } } } }`);
    expect(outputSchema.$defs).toEqual({
      Query: {
        type: 'object',
        properties: { named: { anyOf: [{ $ref: '#/$defs/Named' }, { type: 'null' }] } },
        required: ['named'],
      },
      Named: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          size: { anyOf: [{ $ref: '#/$defs/Measure' }, { type: 'null' }] },
          colour: { type: ['string', 'null'] },
          weight: { anyOf: [{ $ref: '#/$defs/Measure' }, { type: 'null' }] },
        },
        required: ['name'],
      },
      Measure: {
        type: 'object',
        properties: { value: { type: 'number' }, unit: { type: 'string' } },
        required: ['value', 'unit'],
      },
    });
  });
});

describe('a document', () => {
  it.each([
    ['of two operations', 'query a { named { name } } query b { named { name } }'],
    ['that asks for what is not there', 'query a { nothing }'],
    ['named otherwise than tools are', 'query ThingsThere { named { name } }'],
    ['without a name', '{ named { name } }'],
  ])('%s is refused at start', (_, text) => {
    expect(() => toolOf(`# Title: T\n${text.startsWith('{') ? '' : '"""D."""\n'}${text}`)).toThrow('test.graphql');
  });

  it('whose variable says nothing of itself is refused at start', () => {
    expect(() => toolOf(`${head}query a($ids: [ID!]!) { things(ids: $ids) { __typename } }`)).toThrow('$ids');
  });
});

describe('the tools of the graph', () => {
  const tools = [...readTools(schema, { writes: true }).values()];
  const ajv = addFormats.default(new Ajv.default({ strict: false }));

  it('are each in a file of their name', () => {
    for (const { name } of tools) {
      const file = new URL(`../../../src/graph/mcp/documents/${name.replaceAll('_', '-')}.graphql`, import.meta.url);
      expect(readFileSync(file, 'utf8')).toContain(` ${name}`);
    }
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))('%s has schemas that a validator takes', (_, { listed }) => {
    ajv.compile(listed.inputSchema);
    ajv.compile(listed.outputSchema);
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))('%s names lists that are in its answer', (_, tool) => {
    for (const { path } of tool.shortenings) {
      let at: Record<string, unknown> | undefined =
        tool.listed.outputSchema.$defs?.[tool.isWrite ? 'Mutation' : 'Query'];
      for (const key of path)
        at = pass((at?.properties as Record<string, object>)[key], tool.listed.outputSchema.$defs);
      expect(at, path.join('.')).toBeDefined();
    }
  });

  it('know every scalar that the graph has', () => {
    const scalars = Object.values(schema.getTypeMap()).filter(isScalarType);
    for (const scalar of scalars) expect(inputScalar(scalar).type).toBeTypeOf('string');
    expect(printSchema(schema)).toContain('scalar Date');
  });
});

/** The object that a property leads to, through null, lists and references. */
function pass(at: Record<string, unknown> | undefined, $defs: object | undefined): Record<string, unknown> | undefined {
  if (at === undefined) return undefined;
  if (Array.isArray(at.anyOf)) return pass(at.anyOf[0], $defs);
  if (at.items) return pass(at.items as Record<string, unknown>, $defs);
  if (typeof at.$ref === 'string') return ($defs as Record<string, Record<string, unknown>>)[at.$ref.slice(8)];
  return at;
}

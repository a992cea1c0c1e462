/** The description of a tool for clients, which is derived from its document and the schema so that they cannot disagree. */
import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { buildSchema, isScalarType, parse, printSchema, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { hoist } from '../../../../src/graph/capabilities/mcp/hoist.ts';
import { type JsonSchema, scalars } from '../../../../src/graph/capabilities/mcp/schemas/json-schema.ts';
import { readToolDocument } from '../../../../src/graph/capabilities/mcp/tool-document.ts';
import { readTools, toTool } from '../../../../src/graph/capabilities/mcp/tools.ts';
import { schema } from '../../../../src/graph/schema/schema.ts';

const small = buildSchema(`
  enum Colour { RED UNKNOWN }
  scalar Date
  input Span @oneOf { days: Int hours: Int }
  input Box { span: Span = { days: 2 } colour: Colour! = RED name: String! }
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

const toolOf = (text: string) => toTool(readToolDocument(text), small).listed;
const head = '# Title: Things\n"""What there is."""\n';

describe('the input schema of a tool', () => {
  const { inputSchema } = toolOf(`${head}
    query things("""Which.""" $ids: [ID!]! """When.""" $on: Date = "2026-05-01" """Where.""" $in: Box """Of these.""" $some: [Colour!]) {
      things(on: $on, in: $in, ids: $ids, some: $some) { __typename }
    }`);

  it('has each variable with its description, default and format', () => {
    expect(inputSchema).toMatchObject({
      required: ['ids'],
      properties: {
        ids: {
          type: 'array',
          items: { type: 'string', pattern: expect.stringContaining('fld_') },
          description: 'Which.',
        },
        on: { type: 'string', format: 'date', default: '2026-05-01', description: 'When.' },
        in: { type: 'object', description: 'Where.' },
      },
    });
  });

  it('omits UNKNOWN, which is never accepted', () => {
    expect(inputSchema.properties?.some?.items).toEqual({ type: 'string', enum: ['RED'] });
  });

  it('accepts exactly one member of a oneOf input', () => {
    expect(inputSchema.properties?.in).toMatchObject({
      required: ['name'],
      properties: {
        span: { minProperties: 1, maxProperties: 1, default: { days: 2 } },
        colour: { default: 'RED' },
      },
    });
  });
});

describe('the output schema of a tool', () => {
  const { outputSchema } = toolOf(`${head}
    query things {
      named { name ... on Pebble { size { value unit } colour } ... on Rock { weight { value unit } } }
      things(ids: []) { ... on Rock { name } }
    }`);

  it('follows the selection: nullable fields may be null, enums are open, abstract types require only common fields', () => {
    expect(outputSchema.properties?.data).toEqual({
      properties: {
        named: {
          properties: {
            name: { type: 'string' },
            size: { $ref: '#/$defs/measure' },
            colour: { type: ['string', 'null'] },
            weight: { $ref: '#/$defs/measure' },
          },
          required: ['name'],
        },
        things: { items: { properties: { name: { type: 'string' } } } },
      },
      required: ['named', 'things'],
    });
  });

  it('defines a repeated shape once', () => {
    expect(outputSchema.$defs).toEqual({
      measure: { properties: { value: { type: 'number' }, unit: { type: 'string' } }, required: ['value', 'unit'] },
    });
  });

  it('writes out a short shape that occurs twice, because its definition would be longer', () => {
    const named = { properties: { name: { type: 'string' } } };
    const data = { properties: { organism: named, author: named } };
    expect(hoist(data)).toEqual({ data, $defs: {} });
  });

  it('has a definition for each of two shapes with the same name', () => {
    const of = (...names: string[]) => ({
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    });
    const one = of('station', 'provenance');
    const other = of('station', 'recorded');
    const day = { properties: { source: other } };
    const data = { properties: { source: one, other: one, a: day, b: { ...day } } };
    expect(hoist(data).$defs).toEqual({ source: one, a: { properties: { source: other } } });
    const twice = hoist({ properties: { ...data.properties, source2: other } }).$defs;
    expect(Object.keys(twice)).toEqual(['source', 'source2', 'a']);
  });
});

describe('the tools of the graph', () => {
  const tools = [...readTools(schema, { writes: true }).values()];
  const ajv = addFormats.default(new Ajv.default({ strict: false }));

  it('are each defined in a file of the same name', () => {
    for (const { name } of tools) {
      const file = new URL(
        `../../../../src/graph/capabilities/mcp/documents/${name.replaceAll('_', '-')}.graphql`,
        import.meta.url,
      );
      expect(readFileSync(file, 'utf8')).toContain(` ${name}`);
    }
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    '%s is one valid operation with a snake_case name, a title, a description and a description of each argument',
    (name, { title, description, text, listed }) => {
      const document = parse(text);
      expect(validate(schema, document)).toEqual([]);
      expect(document.definitions).toHaveLength(1);
      expect(name).toMatch(/^[a-z][a-z0-9_]{0,63}$/);
      const { properties = {} } = listed.inputSchema;
      for (const words of [title, description, ...Object.values(properties).map((each) => each.description)])
        expect(words).toMatch(/\w/);
    },
  );

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    '%s has schemas that a JSON Schema validator accepts',
    (_, { listed }) => {
      ajv.compile(listed.inputSchema);
      ajv.compile(listed.outputSchema);
    },
  );

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    '%s shortens only lists that are in its output schema',
    (_, tool) => {
      const { properties, $defs } = tool.listed.outputSchema;
      for (const { path } of tool.shortenings) {
        let at: JsonSchema | undefined = properties?.data;
        for (const key of path) at = pass(at, $defs)?.properties?.[key];
        expect(at?.items, path.join('.')).toBeDefined();
      }
    },
  );

  it('have a JSON type for every scalar of the graph', () => {
    const types = Object.values(schema.getTypeMap()).filter(isScalarType);
    for (const { name } of types) expect(scalars[name]?.type, name).toBeTypeOf('string');
    expect(printSchema(schema)).toContain('scalar Date');
  });
});

/** The object schema at a position, resolved through lists and references. */
function pass(at: JsonSchema | undefined, $defs: Record<string, JsonSchema> = {}): JsonSchema | undefined {
  if (at?.items) return pass(at.items, $defs);
  return at?.$ref === undefined ? at : $defs[at.$ref.replace('#/$defs/', '')];
}

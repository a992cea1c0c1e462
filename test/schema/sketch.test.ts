/** The printed graph against its required shape: sketch.graphql contains every required name, nullability, argument and default. */
import { readFileSync } from 'node:fs';
import { type DefinitionNode, type EnumTypeDefinitionNode, Kind, parse, print } from 'graphql';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const sketch = parse(read('test/schema/sketch.graphql')).definitions;
const graph = parse(read('schema/schema.graphql')).definitions;

const measures = sketch.filter((node) => 'fields' in node && node.fields?.some((field) => field.name.value === 'unit'));

/** The promises of a definition, one per line: its SDL without descriptions and directives. */
function promises(node: DefinitionNode): string[] {
  if (!('name' in node) || node.name === undefined) return [];
  const type = node.name.value;
  const lines = [`${node.kind} ${type}`];
  if ('interfaces' in node) for (const one of node.interfaces ?? []) lines.push(`${type} implements ${one.name.value}`);
  if ('types' in node) lines.push(`${type} is ${node.types?.map(({ name }) => name.value).join(' or ')}`);
  for (const field of 'fields' in node ? (node.fields ?? []) : []) {
    const path = `${type}.${field.name.value}`;
    lines.push(`${path}: ${print(field.type)}`);
    if (field.kind === Kind.INPUT_VALUE_DEFINITION) continue;
    for (const argument of field.arguments ?? [])
      lines.push(`${path}(${print({ ...argument, description: undefined })})`);
  }
  return lines;
}

describe('schema/schema.graphql', () => {
  const promised = new Set(graph.flatMap(promises));

  it.each(sketch.map((node) => [promises(node)[0], promises(node)] as const))(
    'contains the required shape of %s',
    (_, bound) => {
      expect(bound.filter((line) => !promised.has(line))).toEqual([]);
    },
  );

  it('accepts a unit on every field that returns a measure', () => {
    const unitOf = new Map(
      measures.flatMap((node) => {
        const unit = promises(node).find((line) => line.includes('.unit: '));
        return 'name' in node && unit ? [[node.name?.value, unit.split(': ')[1]?.replace('!', '')] as const] : [];
      }),
    );
    expect(unitOf.size).toBe(9);
    const withUnit = [...promised].flatMap((line) => {
      const [, path, type] = /^(\w+\.\w+): (\w+)!?$/.exec(line) ?? [];
      return path !== undefined && unitOf.has(type) && !path.includes('Input.') ? [[path, unitOf.get(type)]] : [];
    });
    expect(withUnit.length).toBeGreaterThan(25);
    expect(withUnit.filter(([path, unit]) => !promised.has(`${path}(unit: ${unit})`))).toEqual([]);
  });

  it("has the contract's enums in capitals, with UNKNOWN in each that the service fills", () => {
    const { schemas } = JSON.parse(read('schema/openapi.json')).components as {
      schemas: Record<string, { enum?: string[] }>;
    };
    const enums = graph.filter((node) => node.kind === Kind.ENUM_TYPE_DEFINITION);
    const ownToTheGraph = [
      'FieldgraphErrorCode',
      'CalendarPeriod',
      'FieldList',
      'SpellKind',
      'SprayVerdict',
      'SprayRule',
      'RuleOutcome',
    ];
    const contractNames: Record<string, string> = {
      ...{ WeatherGranularity: 'Granularity', ObservationSeverity: 'Severity', SceneAssetRole: 'AssetRole' },
      ...{ EarthObservationOrder: 'SortOrder', InputFaultCode: 'FaultCode' },
    };
    const ownWords: Record<string, string> = { DegreeDayMethod: 'SINGLE_SINE' };
    for (const { name, values = [] } of enums) {
      if (ownToTheGraph.includes(name.value)) continue;
      const words = new Set(schemas[contractNames[name.value] ?? name.value]?.enum?.map((word) => word.toUpperCase()));
      const own = ownWords[name.value];
      if (own) words.add(own);
      // Only an argument, so the service cannot send a word of its own.
      if (name.value !== 'EarthObservationOrder') words.add('UNKNOWN');
      expect([name.value, values.map((value) => value.name.value).sort()]).toEqual([name.value, [...words].sort()]);
    }
    expect(enums.length).toBeGreaterThan(15);
  });

  it("describes each index with the contract's bounds", () => {
    const { IndexName } = JSON.parse(read('schema/openapi.json')).components.schemas as {
      IndexName: { description: string };
    };
    const bounds = /(-?[\d.]+) to (-?[\d.]+)/;
    const stated = IndexName.description.split('\n').flatMap((line) => {
      const [, word] = /^- `(\w+)`/.exec(line) ?? [];
      return word === undefined ? [] : [[word.toUpperCase(), bounds.exec(line)?.slice(1)]];
    });
    const graphNames = graph.find((node) => node.kind === Kind.ENUM_TYPE_DEFINITION && node.name.value === 'IndexName');
    const shown = ((graphNames as EnumTypeDefinitionNode).values ?? []).flatMap(({ name, description }) =>
      name.value === 'UNKNOWN' ? [] : [[name.value, bounds.exec(description?.value ?? '')?.slice(1)]],
    );
    expect(shown).toEqual(stated);
    expect(shown).toHaveLength(6);
  });

  it('marks only DateTime, Date and DateOrDateTime as following RFC 3339', () => {
    const scalars = graph.filter((node) => node.kind === Kind.SCALAR_TYPE_DEFINITION);
    const specified = scalars.filter(({ directives = [] }) => directives.length > 0);
    expect(specified.map(({ name }) => name.value)).toEqual(['DateTime', 'Date', 'DateOrDateTime']);
  });

  it('uses one name for the same concept in all computed fields', () => {
    const lines = graph.filter((node) => node.kind === Kind.OBJECT_TYPE_DEFINITION).flatMap(promises);
    const has = (pattern: RegExp) => lines.filter((line) => pattern.test(line));
    // A span has both bounds, in UTC and in local time: `from` and `to` are names of arguments only.
    expect(has(/\.(?:from|to|missing|\w+Missing): /)).toEqual([]);
    for (const line of has(/\.endsAt: /)) {
      const type = line.slice(0, line.indexOf('.'));
      const bounds = ['startsAt: DateTime!', 'startsAtLocal: DateTime', 'endsAtLocal: DateTime'];
      expect(lines).toEqual(expect.arrayContaining(bounds.map((bound) => `${type}.${bound}`)));
    }
    expect(has(/\.(?:days|hours): /).filter((line) => !line.endsWith('!]!'))).toEqual([]);
    // Names of limits start with `min` or `max`; as a suffix these mark measured extremes.
    const inputs = graph.filter((node) => node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION).flatMap(promises);
    expect([...has(/\(\w+(?:Min|Max): /), ...inputs.filter((line) => /\.\w+(?:Min|Max): /.test(line))]).toEqual([]);
  });
});

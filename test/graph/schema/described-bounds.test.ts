/** Forms and agents take bounds from the descriptions of the graph, so these must be the enforced ones. */
import { readFileSync } from 'node:fs';
import { getNamedType, type GraphQLInputObjectType, type GraphQLObjectType, isLeafType } from 'graphql';
import { expect, it } from 'vitest';
import { graphOf } from '../../../src/capability.ts';
import { requestJson } from '../../support/execute.ts';
import { gatewayOver } from '../../support/gateway.ts';

const schema = await graphOf();
const { schemas } = JSON.parse(readFileSync('schema/openapi.json', 'utf8')).components;

const inputField = (type: string, name: string) =>
  (schema.getType(type) as GraphQLInputObjectType).getFields()[name]?.description;
const fields = (schema.getType('Field') as GraphQLObjectType).getFields();
const argument = (field: string, name: string) => fields[field]?.args.find((each) => each.name === name)?.description;

it.each([
  ['AddObservationInput', 'text', 'ObservationText'],
  ['AddObservationInput', 'title', 'ObservationTitle'],
  ['AddObservationInput', 'tags', 'Tag'],
  ['ObservationAuthorInput', 'name', 'AuthorName'],
  ['OrganismInput', 'name', 'OrganismName'],
  ['ObservationPhotoInput', 'caption', 'PhotoCaption'],
])(
  'the description of %s.%s states the length of %s in the contract, and whether it may be blank',
  (type, name, component) => {
    const { minLength, maxLength, pattern } = schemas[component];
    expect(inputField(type, name)).toContain(`${minLength} to ${maxLength.toLocaleString('en')} characters`);
    expect(inputField(type, name)?.includes('blank')).toBe(pattern === '\\S');
  },
);

it('the descriptions state the form of an EPPO code in the contract, and that no two tags may be equal', () => {
  expect(inputField('OrganismInput', 'eppoCode')).toContain(schemas.EppoCode['x-must-be']);
  expect(schemas.ObservationInput.properties.tags.uniqueItems).toBe(true);
  expect(inputField('AddObservationInput', 'tags')).toContain('no two equal');
});

const window = 'from: "2026-05-01", to: "2026-05-15"';
const { answer } = gatewayOver(undefined, { now: () => new Date('2026-05-20T12:00:00Z') });

it.each([
  [argument('growingDegreeDays', 'base'), `growingDegreeDays(base: -1001, ${window}) { missingDays }`],
  [argument('growingDegreeDays', 'upper'), `growingDegreeDays(upper: 1001, ${window}) { missingDays }`],
  [
    inputField('DegreeDayTargetInput', 'growingDegreeDays'),
    `growingDegreeDays(targets: [{ growingDegreeDays: 100001 }], ${window}) { missingDays }`,
  ],
  [
    inputField('DegreeDayTargetInput', 'name'),
    `growingDegreeDays(targets: [{ name: "${'x'.repeat(201)}", growingDegreeDays: 1 }], ${window}) { missingDays }`,
  ],
  [argument('precipitationSpells', 'minWetDay'), `precipitationSpells(minWetDay: 10001, ${window}) { kind }`],
  [
    inputField('RootZoneInput', 'totalAvailableWater'),
    `waterBalance(rootZone: { totalAvailableWater: 10001, initialDepletion: 0 },
      cropCoefficients: [{ date: "2026-05-01", kc: 1 }], ${window}) { missingDays }`,
  ],
  [argument('weather', 'next'), 'weather(last: { days: 363 }, next: { days: 2 }) { date }'],
  [argument('weather', 'next'), 'weather(since: "04-15", next: { days: 363 }) { date }'],
])('the description "%s" states the bound that refuses %s', async (description, selection) => {
  const { errors } = await requestJson(answer, `{ field(id: "fld_a") { ${selection} } }`);
  const bound = errors?.[0]?.message.match(/\d+/g)?.at(-1) ?? 'no bound';
  expect(description).toContain(bound);
});

it('the name of a target may have 200 characters of two UTF-16 units each', async () => {
  const name = '🌽'.repeat(200);
  const selection = `growingDegreeDays(targets: [{ name: "${name}", growingDegreeDays: 1 }], ${window}) { targets { name } }`;
  const { data } = await requestJson(answer, `{ field(id: "fld_a") { ${selection} } }`);
  expect(data?.field.growingDegreeDays.targets).toEqual([{ name }]);
});

it('an argument reports at most 100 errors', async () => {
  const points = Array.from({ length: 100 }, () => '{ date: "2026-05-01", kc: 9 }').join(' ');
  const balance = `waterBalance(rootZone: { totalAvailableWater: -1, initialDepletion: -1 }, cropCoefficients: [${points}], ${window})`;
  const { errors } = await requestJson(answer, `{ field(id: "fld_a") { ${balance} { missingDays } } }`);
  expect(errors?.[0]?.extensions.faults).toHaveLength(100);
});

const required: Record<string, string> = {
  indexSeries: 'index: NDVI',
  indexSeason: 'index: NDVI',
  waterBalance: `rootZone: { totalAvailableWater: 100, initialDepletion: 0 }, cropCoefficients: [{ date: "2026-05-01", kc: 1 }]`,
  weather: 'granularity: HOURLY',
  weatherSummaries: 'by: MONTH',
};
const spans = Object.keys(fields).flatMap((field) =>
  ['last', 'next'].filter((name) => argument(field, name)).map((name) => [field, name] as const),
);

it.each(spans)('%s describes hours in `%s` only if it accepts them', async (field, name) => {
  const members = isLeafType(getNamedType(fields[field]!.type)) ? '' : '{ __typename }';
  const selection = `${field}(${name}: { hours: 6 }, ${required[field] ?? ''}) ${members}`;
  const { errors } = await requestJson(answer, `{ field(id: "fld_a") { ${selection} } }`);
  const isRefused = errors?.[0]?.extensions.code === 'BAD_USER_INPUT';
  expect(/\bhours\b/.test(argument(field, name) ?? ''), JSON.stringify(errors)).toBe(!isRefused);
});

it('no description of an argument names another argument that its field lacks', () => {
  const known = new Set(Object.values(fields).flatMap(({ args }) => args.map(({ name }) => name)));
  const missing = Object.values(fields).flatMap(({ name: field, args }) => {
    const has = (name: string) => args.some((each) => each.name === name);
    return args.flatMap(({ name, description }) =>
      [...(description ?? '').matchAll(/`(\w+)`/g)]
        .filter(([, named = '']) => known.has(named) && !has(named))
        .map(([, named]) => `${field}(${name}:) names ${named}`),
    );
  });
  expect(missing).toEqual([]);
});

/** Six screens as somebody guesses them who knows other weather services, corrected by nothing but the suggestions of the error messages. */
import { type ASTNode, Kind, parse, visit } from 'graphql';
import { expect, it } from 'vitest';
import { TypedDocumentString } from '../../support/documents/graphql.ts';
import { execute, type GraphAnswer } from '../../support/execute.ts';
import { gatewayOver } from '../../support/gateway.ts';
import { meta, note } from '../../support/recorded-service.ts';

/** What a person chooses where several names are suggested: of the next and the last days, the next. */
const chosen = ['next: { days: 7 }'];
const sendsMax = 3;

const screens: [name: string, guess: string][] = [
  [
    'a dashboard',
    `{ fields(ids: ["fld_a", "fld_b"]) { id
      currentWeather { date temperature humidity windSpeed rainfall }
      lastSatelliteImage { date cloudCoverage ndvi { mean } }
      lastNote { text timestamp } } }`,
  ],
  [
    'a week',
    `{ field(id: "fld_a") {
      dailyForecast(days: 7, interval: DAILY) { date tempMin tempMax temperature_2m_mean precipitationSum windSpeed humidity } } }`,
  ],
  [
    'a season of NDVI',
    `{ field(id: "fld_a") { ndviTimeSeries(startDate: "2026-03-01", endDate: "2026-06-01", maxClouds: 20) { date mean cloudCoverage } } }`,
  ],
  [
    'observations',
    `{ field(id: "fld_a") { notes(first: 10, type: PEST) { id date comment category author photos { url } } } }`,
  ],
  [
    'a write',
    `mutation { createNote(input: { fieldId: "fld_a", note: "Rust.", type: DISEASE, date: "2026-05-01T06:00:00Z" }) { id createdAt } }`,
  ],
  [
    'hours for spraying',
    `{ field(id: "fld_a") { sprayWindows(hours: 48, maxWindSpeed: 4) { startTime endTime duration } } }`,
  ],
];

it.each(screens)('%s is right after two corrections', async (_, guess) => {
  const { answer } = gatewayOver(({ path, query }) =>
    path.endsWith('/observations') && query.field_id === undefined
      ? { status: 201, body: { data: note('fld_a', 'obs_1'), meta: { idempotent_replay: false } } }
      : { body: { data: [], meta: meta(query.field_id ?? '') } },
  );
  let query = guess;
  for (let sent = 1; ; sent += 1) {
    const document = new TypedDocumentString<unknown, object>(query);
    const { errors = [] } = await execute(answer, document, undefined, { authorization: 'Bearer key' });
    const invalid = errors.filter(({ extensions }) => extensions.code === 'GRAPHQL_VALIDATION_FAILED');
    if (invalid.length === 0) {
      expect(errors).toEqual([]);
      return;
    }
    expect(sent, `${query}\n${invalid.map(({ message }) => message).join('\n')}`).toBeLessThan(sendsMax);
    query = corrected(query, invalid as Located[]);
  }
});

it.each([
  ['{ field(id: "fld_a") { observations { edges { node { text } } } } }', 'Pages are in "observationsConnection".'],
  [
    '{ field(id: "fld_a") { latestWeather { windSpeed(unit: MPH) { value } } } }',
    'Its values are METRE_PER_SECOND, KILOMETRE_PER_HOUR, MILE_PER_HOUR, and KNOT.',
  ],
  [
    'mutation { addObservation(input: { idempotencyKey: "a", fieldId: "fld_a", text: "b", growthStage: "BBCH 31" }) { __typename } }',
    'Its fields are scale and code.',
  ],
  [
    'mutation { addObservation(input: { idempotencyKey: "a", fieldId: "fld_a", text: "b", location: { lng: 1, latitude: 1 } }) { __typename } }',
    'Did you mean "longitude"?',
  ],
  [
    '{ field(id: "fld_a") { weather(units: IMPERIAL) { date } } }',
    'Each measure takes a unit: "temperatureMin(unit: …)".',
  ],
  ['{ field(id: "fld_a") { sprayConditions { hours { suitable } } } }', 'Did you mean "verdict"?'],
  ['{ field(id: "fld_a") { weather(pastDays: 7, forecastDays: 7) { date } } }', 'Did you mean "last: { days: 7 }"'],
  [
    'mutation { addObservation(input: { idempotencyKey: "a", fieldId: "fld_a", text: "b" }) { errors } }',
    '"... on InvalidInputError { faults',
  ],
])('leads on from %s', async (query, sentence) => {
  const { answer } = gatewayOver();
  const { errors = [] } = await execute(answer, new TypedDocumentString<unknown, object>(query));
  expect(errors.map(({ message }) => message).join('\n')).toContain(sentence);
});

it('lists the values of an enum and the fields of an object that a variable misses', async () => {
  const { answer } = gatewayOver();
  const document = new TypedDocumentString<unknown, { input: object }>(
    'mutation Add($input: AddObservationInput!) { addObservation(input: $input) { __typename } }',
  );
  const input = { idempotencyKey: 'a', fieldId: 'fld_a', text: 'b', severity: 'MEDIUM', growthStage: 'BBCH 31' };
  const { errors = [] } = await execute(answer, document, { input });
  const messages = errors.map(({ message }) => message).join('\n');
  expect(messages).toContain('Its values are NONE, LOW, MODERATE, HIGH, and SEVERE.');
  expect(messages).toContain('Its fields are scale and code.');
});

it('suggests nothing for names that share no word, and repeats no long value', async () => {
  const { answer } = gatewayOver();
  const value = 'x'.repeat(5_000);
  const query = `{ field(id: "fld_a") { owner constructor ${'a'.repeat(61)} weather(days: "${value}") { date } } }`;
  const { errors = [] } = await execute(answer, new TypedDocumentString<unknown, object>(query));
  expect(errors.map(({ message }) => message)).toEqual([
    'Cannot query field "owner" on type "Field".',
    'Cannot query field "constructor" on type "Field".',
    `Cannot query field "${'a'.repeat(61)}" on type "Field".`,
    'Unknown argument "days" on field "Field.weather". Did you mean "last: { days: … }" or "next: { days: … }"?',
  ]);
});

type Located = NonNullable<GraphAnswer<unknown>['errors']>[number] & { locations: { line: number; column: number }[] };

/** The query with the first suggestion of each error in the place of what was wrong. */
function corrected(query: string, errors: Located[]): string {
  const texts = errors.map(({ message }) => choiceOf(message));
  const edits = errors.flatMap(({ message, locations: [at] }, index) => {
    const offset =
      query
        .split('\n')
        .slice(0, (at?.line ?? 1) - 1)
        .join('\n').length +
      (at?.column ?? 0) -
      (at?.line === 1 ? 1 : 0);
    const [, required] = /include required field "(\w+)"/.exec(message) ?? [];
    // What another suggestion brings need not be added.
    if (required)
      return texts.includes(required) ? [] : [{ from: offset + 1, to: offset + 1, text: ` ${required}: "one"` }];
    const text = texts[index];
    if (text === undefined) throw new Error(`Nothing is suggested: ${message}`);
    return [editOf(query, offset, text)];
  });
  return edits
    .toSorted((one, other) => other.from - one.from)
    .reduce((before, { from, to, text }) => before.slice(0, from) + text + before.slice(to), query);
}

function choiceOf(message: string): string | undefined {
  const [, list = ''] = / Did you mean (.*?)\?( Found|$)/s.exec(message) ?? [];
  const suggested = [...list.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text);
  return suggested.find((text) => chosen.includes(text)) ?? suggested[0];
}

function editOf(query: string, offset: number, suggestion: string) {
  const node = nodeAt(query, offset);
  const [from, to] = [node.loc?.start ?? 0, node.loc?.end ?? 0];
  if (suggestion.startsWith('...')) return { from, to, text: suggestion };
  if (node.kind !== Kind.FIELD) {
    const isWhole = suggestion.includes(':');
    return { from, to: isWhole ? to : from + (/^\w+/.exec(query.slice(from))?.[0].length ?? 0), text: suggestion };
  }
  const own = node.selectionSet ? query.slice(node.selectionSet.loc?.start, node.selectionSet.loc?.end) : '';
  const [, name = '', more = '', selection = ''] = /^(\w+)(?:\((.*?)\))?(.*)$/.exec(suggestion) ?? [];
  const sent = (node.arguments ?? []).map(({ loc }) => query.slice(loc?.start, loc?.end));
  const given = [more, ...sent].filter((part) => part !== '' && !part.includes('…')).join(', ');
  // What was selected stands in the innermost braces.
  const inner = selection.includes('{') && own ? selection.replace(/ \}$/, ` ${own} }`) : selection || ` ${own}`;
  return { from, to, text: `${name}${given && `(${given})`}${inner}` };
}

function nodeAt(query: string, offset: number) {
  const found: Extract<ASTNode, { kind: Kind.FIELD | Kind.ARGUMENT | Kind.OBJECT_FIELD }>[] = [];
  const take = (node: (typeof found)[number]) => void (node.loc?.start === offset && found.push(node));
  visit(parse(query), { Field: take, Argument: take, ObjectField: take });
  const [node] = found;
  if (node === undefined) throw new Error(`Nothing begins at ${offset}: ${query.slice(offset, offset + 20)}`);
  return node;
}

/** Screens as a developer who knows other weather services guesses them, corrected only by the suggestions in the error messages. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type ASTNode, type FieldNode, GraphQLError, Kind, parse, visit } from 'graphql';
import { expect, it, vi } from 'vitest';
import { withSuggestions } from '../../../../src/graph/operation/suggestions/suggestions.ts';
import { schema } from '../../../../src/graph/schema/schema.ts';
import { abusiveOperations, times } from '../../../support/abusive-operations.ts';
import { execute, type GraphAnswer } from '../../../support/execute.ts';
import { gatewayOver } from '../../../support/gateway.ts';
import { meta, note } from '../../../support/recorded-service.ts';

/** The suggestion that a person chooses among several: the next days rather than the last days. */
const chosen = ['next: { days: 7 }'];
const sendsMax = 2;

const screens: [name: string, guess: string, variables?: object][] = [
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
  [
    'a dashboard of plain values',
    `{ field(id: "fld_a") { id
      currentWeather { time temperature precipitation windSpeed }
      latestNdvi { mean } } }`,
  ],
  [
    'a week of forecasts',
    `{ field(id: "fld_a") { forecast(days: 7, interval: DAY) { date isForecast temperatureMax rain } } }`,
  ],
  [
    'a season by variables',
    `query Season($id: ID!, $from: Date!, $index: Index!) { field(id: $id) { ndviSeries(startDate: $from, index: $index) { date value } } }`,
    { id: 'fld_a', from: '2026-03-01', index: 'NDVI' },
  ],
  [
    'a feed in pages',
    `query Feed($id: ID!, $after: Cursor) { field(id: $id) {
      observations(first: 10, after: $after) { edges { cursor node { id note photos { url } author } } pageInfo { hasNextPage } } } }`,
    { id: 'fld_a' },
  ],
  [
    'a write of a variable',
    `mutation Create($input: CreateObservationInput!) { createObservation(input: $input) { observation { id date } errors { field message } } }`,
    { input: { idempotencyKey: 'one', fieldId: 'fld_a', text: 'Rust.' } },
  ],
  [
    'a write as Relay has it',
    `mutation { addObservation(input: { clientMutationId: "1", fieldId: "fld_a", content: "Aphids", category: PEST,
      coordinates: { lat: 1, lng: 2 }, photoUrls: ["https://example.com/1.jpg"] }) { observationEdge { node { id } } userErrors { field message } } }`,
  ],
  [
    'a write as Hasura has it',
    `mutation ($o: observations_insert_input!) { insert_observations_one(object: $o) { id created_at } }`,
    { o: { idempotencyKey: 'one', fieldId: 'fld_a', text: 'Rust.' } },
  ],
  [
    'filters in an object',
    `query ($id: uuid!) { field_by_pk(id: $id) { observations(where: { category: { _eq: PEST } }, limit: 5) { observed_at note }
      ndvi_series(where: { date: { _gte: "2026-05-01" } }) { date cloud_cover } } }`,
    { id: 'fld_a' },
  ],
  [
    'pages of a plain list, a fragment of a guessed type, and levels that are not there',
    `{ field(id: "fld_a") { weatherForecast { edges { node { ...Day } } } dailyWeather: weather { hourly { time high } } } }
    fragment Day on Weather { date low precipitationChance }`,
  ],
  [
    'guidance for spraying',
    `{ field(id: "fld_a") { sprayGuidance(hours: 24) { hours { time suitable reasons windSpeed rules { name passed } } } } }`,
  ],
];

it.each(screens)('%s is valid after one correction', async (_, guess, variables) => {
  const { answer } = gatewayOver(
    ({ path, query }) =>
      path.endsWith('/observations') && query.field_id === undefined
        ? { status: 201, body: { data: note('fld_a', 'obs_1'), meta: { idempotent_replay: false } } }
        : { body: { data: [], meta: meta(query.field_id ?? '') } },
    { now: () => new Date('2026-06-01T12:00:00Z') },
  );
  let query = guess;
  for (let sent = 1; ; sent += 1) {
    const { errors = [] } = await execute(answer, query, variables, { authorization: 'Bearer key' });
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
  [
    '{ addObservation(input: { fieldId: "fld_a", text: "a", idempotencyKey: "k" }) { observation { text } } }',
    'Cannot query field "addObservation" on type "Query". It is a field of Mutation: begin the operation with "mutation".',
  ],
  [
    'mutation { field(id: "fld_a") { name } }',
    'Cannot query field "field" on type "Mutation". It is a field of Query: begin the operation with "query".',
  ],
  [
    '{ field(id: "fld_a") { observations { edges { node { text } } } } }',
    'Pages are in "observationsConnection(first: …, after: …) { nodes { ... } pageInfo { ... } }".',
  ],
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
    'Each measure takes a unit: "temperatureMin(unit: FAHRENHEIT) { value unit }".',
  ],
  ['{ field(id: "fld_a") { sprayConditions { hours { suitable } } } }', 'Did you mean "verdict"?'],
  ['{ field(id: "fld_a") { weather(pastDays: 7, forecastDays: 7) { date } } }', 'Did you mean "last: { days: 7 }"'],
  ['{ field(id: "fld_a") { weather { forecast(days: 7) { date } } } }', '"weather(kind: FORECAST, next: { days: 7 })"'],
  [
    'query ($d: Int!) { field(id: "fld_a") { weather { history(days: $d) { date } } } }',
    '"weather(kind: OBSERVED, last: { days: $d })"',
  ],
  ['{ field(id: "fld_a") { weather { hourly(days: 7) { date } } } }', 'Did you mean "last: { days: 7 }" or "next:'],
  ['{ field(id: "fld_a") { weatherHistory { date } } }', '"weather(kind: OBSERVED)"'],
  ['{ field(id: "fld_a") { naem } }', 'Did you mean "name"?'],
  ['{ field(id: "fld_a") { nme } }', 'Did you mean "name"?'],
  ['{ field(id: "fld_a") { corp } }', 'Did you mean "crop { name eppoCode }"?'],
  ['{ field(id: "fld_a") { weather(lst: { days: 7 }) { date } } }', 'Did you mean "last"?'],
  ['{ field(id: "fld_a") { weather(last: { dyas: 7 }) { date } } }', 'Did you mean "days"?'],
  ['{ field(id: "fld_a") { observations(last: { days: "x" }, next: { days: 1 }) { id } } }', 'Int cannot represent'],
  ['{ field(id: "fld_a") { weather { daet } } }', 'Did you mean "date"?'],
  ['{ field(id: "fld_a") { weather { stratsAt } } }', 'Did you mean "startsAt"?'],
  ['{ field(id: "fld_a") { weather { day } } }', 'Did you mean "date"?'],
  ['{ field(id: "fld_a") { precipitationSpells { days } } }', 'Did you mean "dayCount", '],
  ['{ field(id: "fld_a") { weather { et } } }', 'Did you mean "et0 { value unit }"?'],
  ['{ field(id: "fld_a") { hectares } }', 'Did you mean "area(unit: HECTARE) { value unit }"?'],
  ['{ field(id: "fld_a") { acreage } }', 'Did you mean "area { value unit }"?'],
  ['{ field(id: "fld_a") { centroid } }', 'Did you mean "location { longitude latitude }"?'],
  ['{ field(id: "fld_a") { geometry } }', 'Did you mean "location { longitude latitude }"?'],
  ['{ field(id: "fld_a") { indexSeries(last: { days: 9 }, name: NDVI) { date } } }', 'Did you mean "index"?'],
  ['{ field(id: "fld_a") { indexSeason(last: { days: 9 }, name: NDVI) { peak { date } } } }', 'Did you mean "index"?'],
  [
    `{ field(id: "fld_a") { waterBalance(
      soil: { initialDepletion: 0 }) { missingDays } } }`,
    'Did you mean "rootZone"?',
  ],
  ['{ field(id: "fld_a") { weather { wind } } }', 'Did you mean "windSpeed { value unit }", '],
  [
    'mutation { addObservation(input: { idempotencyKey: "a", fieldId: "fld_a", text: "b" }) { errors } }',
    '"... on InvalidInputError { faults',
  ],
])('an error message suggests the correction of %s', async (query, sentence) => {
  const { answer } = gatewayOver();
  const { errors = [] } = await execute(answer, query);
  expect(errors.map(({ message }) => message).join('\n')).toContain(sentence);
});

const add = 'mutation Add($input: AddObservationInput!) { addObservation(input: $input) { __typename } }';

it('an error message lists the values of an enum and the fields of an object that a variable does not match', async () => {
  const { answer } = gatewayOver();
  const input = { idempotencyKey: 'a', fieldId: 'fld_a', text: 'b', severity: 'MEDIUM', growthStage: 'BBCH 31' };
  const { errors = [] } = await execute(answer, add, { input });
  const messages = errors.map(({ message }) => message).join('\n');
  expect(messages).toContain('Its values are NONE, LOW, MODERATE, HIGH, and SEVERE.');
  expect(messages).toContain('Its fields are scale and code.');
});

it('an error message suggests the right names for misnamed input fields of a variable', async () => {
  const { answer } = gatewayOver();
  const input = { idempotencyKey: 'a', fieldId: 'fld_a', note: 'Rust.', location: { lat: 1, lng: 1 } };
  const { errors = [] } = await execute(answer, add, { input });
  const messages = errors.map(({ message }) => message).join('\n');
  for (const name of ['text', 'latitude', 'longitude']) expect(messages).toContain(`Did you mean "${name}"?`);
});

it('an invalid document is validated at most twice, whatever is wrong, and a valid one once', async () => {
  let validations = 0;
  const count = () => {
    validations += 1;
  };
  const { answer } = gatewayOver();
  const send = async (query: string) => {
    validations = 0;
    const { errors = [] } = await execute(answer, query);
    expect(errors.length).toBeLessThanOrEqual(21);
    return validations;
  };
  subscribe('tracing:graphql:validate:start', count);
  try {
    expect(await send('{ field(id: "fld_a") { id timezone } }')).toBe(1);
    for (const body of wrong) expect(await send(`{ field(id: "fld_a") { ${body} } }`)).toBe(2);
    for (const [, , { query }] of abusiveOperations) expect(await send(query)).toBeLessThanOrEqual(2);
  } finally {
    unsubscribe('tracing:graphql:validate:start', count);
  }
});

/** Many wrong names, also in the selections of wrong names. */
const wrong = [
  times(500, (i) => `currentWeather${i} { temp }`),
  `notes { edges { node { ${times(500, (i) => `observation${i} { text }`)} } } }`,
  `weather(${times(400, (i) => `startDate${i}: "2026-01-01"`)}) { date }`,
  `observations(where: { ${times(400, (i) => `category${i}: { _eq: PEST }`)} }) { id }`,
];

it('an error message suggests nothing for names that share no word or mean the opposite, and repeats no long value', async () => {
  const { answer } = gatewayOver();
  const value = 'x'.repeat(5_000);
  const query = `{ field(id: "fld_a") { owner constructor ${'a'.repeat(61)} weather(days: "${value}") { date }
    observations(next: { days: 1 }) { text } indexSeries(index: NDVI, upcoming: { days: 1 }) { acquiredAt }
    sprayConditions(last: { days: 1 }) { hoursWithoutRecord } } }`;
  const { errors = [] } = await execute(answer, query);
  expect(errors.map(({ message }) => message)).toEqual([
    'Cannot query field "owner" on type "Field".',
    'Cannot query field "constructor" on type "Field".',
    `Cannot query field "${'a'.repeat(61)}" on type "Field".`,
    'Unknown argument "days" on field "Field.weather". Did you mean "last: { days: … }" or "next: { days: … }"?',
    'Unknown argument "next" on field "Field.observations".',
    'Unknown argument "upcoming" on field "Field.indexSeries".',
    'Unknown argument "last" on field "Field.sprayConditions".',
  ]);
});

it.each(['delete', 'remove', 'update', 'change', 'patch'])(
  'an error message suggests no other write for %sObservation',
  async (verb) => {
    const { errors } = await execute(gatewayOver().answer, `mutation { ${verb}Observation(id: "a") { id } }`);
    expect(errors?.map(({ message }) => message)).toEqual([
      `Cannot query field "${verb}Observation" on type "Mutation".`,
    ]);
  },
);

it.each([
  ['query($f: DateOrDateTime) { field(id: "a") { weather { observations(from: $f) { text } } } }', /of "Field"/],
  ['{ field(id: "a") { weather { observations { ...N } } } } fragment N on Observation { text }', /of "Field"/],
  ['query($u: TemperatureUnit) { field(id: "a") { weather(unit: $u) { date } } }', /takes a unit/],
  ['query($f: Date) { field(id: "a") { nonesuch { weather(from: $f) { date } } } }', /"nonesuch" on type "Field"/],
  ['{ field(id: "a") { weather { date } dailyWeather(from: "2026-01-01") { date } } }', /mean "weather"/],
])('errors omit unused names and conflicts that only the correction causes: %s', async (query, sentence) => {
  const { answer } = gatewayOver();
  const { errors = [] } = await execute(answer, query);
  expect(errors.map(({ message }) => message)).toEqual([expect.stringMatching(sentence)]);
});

it.each([
  'sprayConditions(maxWind: 5, maxWindSpeed: 4) { hours { verdict } }',
  'sprayConditions(rules: { maxWind: 5 }, maxWindSpeed: 4) { hours { verdict } }',
  'observations(last: { days: 1 }, next: { days: 1 }) { text }',
  'observations(next: { days: 1 }, last: { days: 1 }) { text }',
])('every error is about what the caller wrote: %s', async (body) => {
  const { answer } = gatewayOver();
  const { errors = [] } = await execute(answer, `{ field(id: "fld_a") { ${body} } }`);
  expect(errors).not.toEqual([]);
  for (const { message } of errors) expect(message).toContain('Unknown argument');
  expect((errors as Located[]).every(({ locations }) => locations?.length)).toBe(true);
});

it('an error in a fragment on an unknown type has the coordinate of the type that was meant', async () => {
  const { answer } = gatewayOver();
  const { errors = [] } = await execute(answer, '{ ...F } fragment F on Nope { id }');
  expect(errors.map(({ extensions }) => extensions.coordinate)).toEqual([undefined, 'Query']);
});

it('a hostile message of megabytes is returned unchanged, without backtracking', () => {
  const hostile = ': Expected value of type "a" not to include unknown field "a". Did you mean '.repeat(60_000);
  expect(withSuggestions(schema, new GraphQLError(hostile))).toBe(hostile);
});

it('errors include the unused names and conflicts that the caller wrote next to a wrong name', async () => {
  const { answer } = gatewayOver();
  const query =
    'query ($a: Int) { field(id: "a") { currentWeather { date } a: id a: timezone } } fragment N on Observation { text }';
  const { errors = [] } = await execute(answer, query);
  const messages = errors.map(({ message }) => message).join('\n');
  for (const sentence of ['"$a" is never used', '"N" is never used', '"a" conflict', 'mean "latestWeather"'])
    expect(messages).toContain(sentence);
});

it('at most 20 misplaced units or levels of pages are explained', async () => {
  const { answer } = gatewayOver();
  for (const body of ['weather(unit: KNOT) { date }', 'observations { nodes { id } }']) {
    const query = `{ field(id: "a") { ${times(60, (i) => `a${i}: ${body}`)} } }`;
    const { errors = [] } = await execute(answer, query);
    const explained = errors.filter(({ message }) => /Each measure|Pages are in/.test(message));
    expect(explained.length).toBeLessThanOrEqual(20);
  }
});

it('known fields are searched for pages only if pages are requested', async () => {
  const { answer } = gatewayOver();
  const values = vi.spyOn(Object, 'values');
  try {
    const query = `{ field(id: "a") { nonesuch weather { ${'date '.repeat(500)} } } }`;
    await execute(answer, query);
    expect(values.mock.calls.length).toBeLessThan(500);
  } finally {
    values.mockRestore();
  }
});

type Located = NonNullable<GraphAnswer<unknown>['errors']>[number] & { locations: { line: number; column: number }[] };

/** The query with each error corrected by its first suggestion. */
function corrected(query: string, errors: Located[]): string {
  const edits = errors.flatMap((error) => editsOf(query, error));
  return edits
    .toSorted((one, other) => other.from - one.from || other.to - one.to)
    .reduce((before, { from, to, text }) => before.slice(0, from) + text + before.slice(to), query);
}

interface Edit {
  from: number;
  to: number;
  text: string;
}

function editsOf(query: string, { message, locations: [at] }: Located): Edit[] {
  const lines = query.split('\n').slice(0, (at?.line ?? 1) - 1);
  const path = pathTo(query, lines.map((line) => `${line}\n`).join('').length + (at?.column ?? 0) - 1);
  const node = path.at(-1);
  const [, required] = /include required field "(\w+)"/.exec(message) ?? [];
  if (required && node?.loc) return [{ from: node.loc.start + 1, to: node.loc.start + 1, text: ` ${required}: "one"` }];
  const [, connection] = /Pages are in "(\w+)/.exec(message) ?? [];
  if (connection) return [over(fieldAround(path).name, connection)];
  const [, level] = /" has no pages|Choose by an argument: "\w+\((.*)\)"/.exec(message) ?? [];
  if (node?.kind === Kind.FIELD && /has no pages|Choose by/.test(message)) return without(path, node, level);
  const [, expected] = /in position expecting type "(.*)"/.exec(message) ?? [];
  if (expected && node?.kind === Kind.VARIABLE_DEFINITION) return [over(node.type, expected)];
  const suggestion = choiceOf(message);
  if (suggestion === undefined || node === undefined) throw new Error(`Nothing is suggested: ${message}`);
  const [, owner] = /" of "(\w+)"\?$/.exec(message) ?? [];
  if (owner === 'Field') {
    const field = path.find((each) => each.kind === Kind.FIELD && each.name.value.startsWith('field'));
    const end = (field?.loc?.end ?? 0) - 1;
    return [over(node, ''), { from: end, to: end, text: ` ${suggestion} ` }];
  }
  if (node.kind === Kind.FIELD) return fieldEdits(node, suggestion, / Each refusal is "(.*)"\./.exec(message)?.[1]);
  if (node.kind === Kind.ENUM) return [over(node, suggestion)];
  const isWhole = suggestion.includes(':');
  if (isWhole && (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD)) return [over(node, suggestion)];
  const { start = 0 } = node.loc ?? {};
  return [{ from: start, to: start + (/^\w+!?/.exec(query.slice(start))?.[0].length ?? 0), text: suggestion }];
}

/** Replaces a level by its selection, and adds an argument to the field around it. */
function without(path: ASTNode[], { loc, selectionSet }: FieldNode, argument: string | undefined): Edit[] {
  const [start = 0, end = 0] = [selectionSet?.loc?.start, selectionSet?.loc?.end];
  const at = fieldAround(path).name.loc?.end ?? 0;
  return [
    { from: loc?.start ?? 0, to: start + 1, text: '' },
    { from: end - 1, to: end, text: '' },
    ...(argument ? [{ from: at, to: at, text: `(${argument})` }] : []),
  ];
}

function over({ loc }: ASTNode, text: string): Edit {
  return { from: loc?.start ?? 0, to: loc?.end ?? 0, text };
}

/** Edits like a person: replaces the name, and leaves arguments and selection as they are, in the innermost braces. */
function fieldEdits(node: FieldNode, suggestion: string, refusal = ''): Edit[] {
  const [, fragment = '', field = ''] = /^(\.\.\. on \w+)?(?: \{ )?(.*?)$/.exec(suggestion) ?? [];
  const [, name = '', more = '', selection = ''] = /^(\w*)(?:\((.*?)\))?(.*)$/.exec(field) ?? [];
  const closing = selection.match(/ \}/g)?.length ?? 0;
  const needed = more.includes('…') ? '' : more;
  const [first] = node.arguments ?? [];
  const head = `${fragment}${fragment && name ? ' { ' : ''}${name}${needed && !first ? `(${needed})` : ''}`;
  const opening = node.selectionSet
    ? selection.replaceAll(' }', '')
    : selection.slice(0, selection.length - (fragment ? 2 : 0));
  const { start = 0, end = 0 } = node.selectionSet?.loc ?? {};
  const tail = node.selectionSet ? ' }'.repeat(closing) : `${opening}${fragment && name ? ' }' : ''}`;
  const last = node.loc?.end ?? 0;
  return [
    over(node.name, head),
    ...(first && needed ? [{ from: first.loc?.start ?? 0, to: first.loc?.start ?? 0, text: `${needed}, ` }] : []),
    ...(node.selectionSet && end > start ? [{ from: start, to: start, text: opening }] : []),
    { from: last, to: last, text: `${tail} ${refusal}` },
  ];
}

function choiceOf(message: string): string | undefined {
  const [, list = ''] = / Did you mean (?:the enum value )?(.*?)\?( Found| Its| Each|$)/s.exec(message) ?? [];
  const suggested = [...list.matchAll(/"((?:[^"]|(?<=: )"[^"]*")+)"/g)].map(([, text = '']) => text);
  return suggested.find((text) => chosen.includes(text)) ?? suggested[0];
}

/** The nodes around an offset, down to the one that begins there. */
function pathTo(query: string, offset: number): ASTNode[] {
  let found: ASTNode[] = [];
  visit(parse(query), {
    enter(node, _key, _parent, _path, ancestors) {
      if (node.loc?.start !== offset || node.kind === Kind.DOCUMENT || node.kind === Kind.NAME || found.length > 0)
        return;
      found = [...ancestors.flat(), node].filter((each) => 'kind' in each);
    },
  });
  if (found.length === 0) throw new Error(`Nothing begins at ${offset}: ${query.slice(offset, offset + 20)}`);
  return found;
}

/** The field that has the wrong argument, or that encloses the wrong field. */
function fieldAround(path: ASTNode[]): FieldNode {
  const field = path.slice(0, -1).findLast((each) => each.kind === Kind.FIELD);
  if (field?.kind !== Kind.FIELD) throw new Error('No field is around it.');
  return field;
}

it('an unknown limit of scenes is not corrected to a limit of cloud cover', async () => {
  const { answer } = gatewayOver();
  const { errors = [] } = await execute(answer, '{ field(id: "fld_a") { earthObservations(limit: 3) { id } } }');
  expect(errors.map(({ message }) => message)).toEqual([
    'Unknown argument "limit" on field "Field.earthObservations".',
  ]);
});

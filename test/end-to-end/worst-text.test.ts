/** Text that makes a careless regular expression take quadratic time: 256 KB of it must cost no more than any 256 KB. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { readReach } from '../../src/graph/capabilities/drift/graph-fields.ts';
import { schema } from '../../src/graph/schema/schema.ts';
import { statedWindow } from '../../src/graph/reads/window.ts';
import { compareDescriptions } from '../../src/openapi-diff/compare.ts';
import { isJsonType } from '../../src/platform/server/http-request.ts';
import { addressGroup } from '../../src/platform/server/rate-limit/address-group.ts';
import { startImport } from '../field-data/support/import.ts';
import { countCpu } from '../support/cpu.ts';
import { graphql } from '../support/documents/documents.ts';
import { execute } from '../support/execute.ts';
import { gatewayOver } from '../support/gateway.ts';

const length = 262_144;
/** A hang takes many times as long; linear work takes a few milliseconds. */
const boundMs = 2_000;

const worst = (part: string, end = ''): string => part.repeat(Math.ceil(length / part.length)).slice(0, length) + end;

const AddNote = graphql(`
  mutation AddWorstNote($input: AddObservationInput!) {
    addObservation(input: $input) { ... on InvalidInputError { faults { message } } }
  }
`);

/** A service that quotes as much text as the gateway reads of a refusal. */
function quoted(part: string) {
  return async (): Promise<void> => {
    const errors = [{ detail: worst(part).slice(0, 65_000), code: 'invalid', pointer: '/text' }];
    const { answer } = gatewayOver(() => ({ status: 422, body: { code: 'validation_failed', errors } }));
    const input = { idempotencyKey: 'key', fieldId: 'fld_a', text: 'Rust.' };
    const { data } = await execute(answer, AddNote, { input }, { authorization: 'Bearer key' });
    const message = expect.stringMatching(/^\S{1,200}$/);
    expect(data?.addObservation).toEqual({ faults: [{ message }] });
  };
}

async function importedNumber(header: string, cell: string): Promise<void> {
  const { load } = await startImport();
  const { errors } = await load('weather.csv', `${header}\n2026-05-01${header[4]}${cell}\n`, { fieldId: 'fld_berlin' });
  expect(errors).toEqual([`line 2: temperature_max/value must be a number, not "${'0'.repeat(40)}"`]);
}

function readsServiceUrl(): void {
  const config = readConfig({ FIELD_DATA_URL: `http://service.test/${worst('/', 'x/')}` });
  expect(config.FIELD_DATA_URL?.at(-1)).toBe('x');
}

function comparesServers(): void {
  const committed = JSON.parse(readFileSync(new URL('../../schema/openapi.json', import.meta.url), 'utf8'));
  const live = { ...committed, servers: [{ url: `http://service.test/${worst('/', 'x')}` }] };
  expect(compareDescriptions(committed, live, '', readReach(schema))).toEqual([]);
}

test.each<[string, () => unknown]>([
  ['a quoted error of letters', quoted('a')],
  ['a quoted error of hyphens', quoted('a-')],
  ['a quoted error of host labels', quoted('a.')],
  ['a quoted error of digits', quoted('1.')],
  ['a quoted error of schemes', quoted('a+')],
  ['a quoted error of colons', quoted('a:')],
  ['a quoted error of slashes', quoted('/')],
  ['a forwarded address of zones', () => expect(addressGroup(worst('%', '\n%'))).toBe('')],
  ['a service address of slashes', readsServiceUrl],
  ['a media type of spaces', () => expect(isJsonType(`application/json${worst(' ', 'x')}`)).toBe(false)],
  ['a stated window of letters', () => expect(statedWindow({ from: worst('T'), to: worst('T') }, {})).toBeUndefined()],
  ['a published server of slashes', comparesServers],
  ['an imported number', () => importedNumber('date,temperature_max[celsius]', worst('0', 'x'))],
  ['an imported number with a decimal comma', () => importedNumber('date;temperature_max[celsius]', worst('0', ',x'))],
])('%s takes no quadratic time', async (_, read) => {
  const cpuMs = countCpu();
  await read();
  expect(cpuMs()).toBeLessThan(boundMs);
});

test('an If-None-Match that is mostly spaces takes no quadratic time', async () => {
  const { fetch } = gatewayOver();
  const headers = { 'if-none-match': `x${' '.repeat(length)}y` };
  const cpuMs = countCpu();
  expect((await fetch(new Request('http://graph.test/llms.txt', { headers }))).status).toBe(200);
  expect(cpuMs()).toBeLessThan(boundMs);
});

/** No log line at the lowest level contains a key and no reply contains internals, whatever is sent and however it fails. */
import { beforeAll, describe, expect, it } from 'vitest';
import { failures, startFaultyService } from '../support/faulty-service.ts';
import { recordedLog } from '../support/recorded-log.ts';
import { startProduct } from '../support/running.ts';

/** The secret part of every key that is sent: no log line and no reply may contain it. */
const secrets = {
  wellFormed: 'fds_live_0123456789ABCDEFGHIJabcdefghijklXYZ789',
  random: 'a-key-of-another-service-5f3759df',
  malformed: 'not a bearer token 8badf00d',
  basic: 'dXNlcjpwYXNzd29yZA==',
  control: 'tab\tkey-c0ffee',
  long: `L${'o'.repeat(600)}ng-deadbeef`,
  idempotency: 'fds_test_thisWasPastedIntoTheWrongField42',
};

const read = (id: string) => `query Read { field(id: "${id}") { weather { startsAt } observations { text } } }`;
const write = `mutation Write($input: AddObservationInput!) {
  addObservation(input: $input) { __typename ... on FieldgraphError { code message } }
}`;
const inputs = [
  { idempotencyKey: 'note-1', fieldId: 'fld_demo_01', text: 'Rust.' },
  { idempotencyKey: 'note-1', fieldId: 'fld_demo_01', text: 'Another text under the same key.' },
  { idempotencyKey: 'note-2', fieldId: 'fld_nowhere', text: 'Rust.' },
  { idempotencyKey: '', fieldId: 'fld_demo_01', text: '' },
];

/** Everything that was logged and every reply. */
interface Seen {
  logged: string;
  answered: string;
  /** The replies to callers of the graph, without those of the admin port. */
  public: string;
}

type Send = (authorization: string | undefined, body: unknown) => Promise<void>;

/** Runs the product at LOG_LEVEL=trace, lets `act` send requests, reads the admin port and stops the product. */
async function run(
  settings: Record<string, string>,
  act: (send: Send, demoKey: string) => Promise<void>,
): Promise<Seen> {
  const { log, lines } = recordedLog('trace');
  const answers: string[] = [];
  await using running = await startProduct({ ADMIN_PORT: '0', ...settings }, log);
  const send: Send = async (authorization, body) => {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (authorization !== undefined) headers.authorization = authorization;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${running.graphUrl}/graphql`, { method: 'POST', headers, body: text });
    answers.push(JSON.stringify([...response.headers]), await response.text());
  };
  await act(send, running.demoKey ?? '');
  const addText = async (url: string) => answers.push(await (await fetch(url)).text());
  await addText(`${running.graphUrl}/ready`);
  const toCallers = answers.join('\n');
  await addText(`${running.adminUrl}/ready`);
  await addText(`${running.adminUrl}/metrics`);
  await running.stop();
  return { logged: lines.join(''), answered: answers.join('\n'), public: toCallers };
}

const keys = [secrets.wellFormed, secrets.random, secrets.control, secrets.long];

/** Reads, writes, refusals and malformed requests under one Authorization header. */
async function sendEverything(send: Send, authorization: string | undefined): Promise<void> {
  for (const id of ['fld_demo_01', 'fld_nowhere', 'broken id']) await send(authorization, { query: read(id) });
  for (const query of ['{', '{ nothing }', '{a'.repeat(200)]) await send(authorization, { query });
  for (const input of inputs) await send(authorization, { query: write, variables: { input } });
  await send(authorization, '{"query":');
}

describe('the product over the embedded service', () => {
  let seen: Seen;
  let demoKey: string;

  beforeAll(async () => {
    seen = await run({}, async (send, key) => {
      demoKey = key;
      const bearers = [...keys, demoKey].map((each) => `Bearer ${each}`);
      for (const authorization of [undefined, ...bearers, `Basic ${secrets.basic}`, secrets.malformed]) {
        await sendEverything(send, authorization);
      }
    });
  });

  it('logs every operation, and no key that was sent', () => {
    expect(seen.logged.match(/"msg":"operation"/g)).toHaveLength(8 * 11);
    for (const secret of [...Object.values(secrets), demoKey]) expect(seen.logged).not.toContain(secret);
    expect(seen.logged).not.toMatch(/Bearer |Basic /);
  });

  it('replies with no key that was sent and no file path of this machine', () => {
    for (const secret of [...Object.values(secrets), demoKey]) expect(seen.answered).not.toContain(secret);
    expect(seen.answered).not.toMatch(/node_modules|\.ts:\d|file:\/\//);
  });
});

describe('the product over a remote service that fails', () => {
  // Low limits soon end responses that never arrive or are too large.
  const bounds = { DEADLINE_MS: '300', UPSTREAM_BYTES_MAX: '65536' };

  it.concurrent.each(Object.keys(failures) as (keyof typeof failures)[])(
    'neither logs nor returns a key with %s, nor returns the address or any text of the service',
    async (name) => {
      await using service = await startFaultyService(() => failures[name]);
      const seen = await run({ FIELD_DATA_URL: service.url, ...bounds }, async (send) => {
        for (const key of keys) await send(`Bearer ${key}`, { query: read('fld_1') });
        const input = { idempotencyKey: secrets.idempotency, fieldId: 'fld_1', text: 'Rust.' };
        await send(`Bearer ${secrets.random}`, { query: write, variables: { input } });
      });
      for (const secret of Object.values(secrets)) {
        expect(seen.logged).not.toContain(secret);
        expect(seen.answered).not.toContain(secret);
      }
      expect(seen.logged).not.toMatch(/Bearer |Basic /);
      const inside = `127\\.0\\.0\\.1|:${service.port}\\b|internal\\.example|secret-`;
      expect(seen.answered).not.toMatch(new RegExp(inside));
      // Operators read the code of a lost connection.
      expect(seen.public).not.toMatch(/ECONN|UND_ERR/);
    },
  );
});

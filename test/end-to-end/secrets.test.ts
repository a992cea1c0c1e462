/** No key in any log line at the lowest level, and nothing of the inside in any answer, whatever is sent and however it fails. */
import { beforeAll, describe, expect, it } from 'vitest';
import { faults, startFaultyService } from '../support/faulty-service.ts';
import { recordedLog } from '../support/recorded-log.ts';
import { startProduct } from '../support/running.ts';

/** What no log line and no answer may hold: the secret part of every key that is sent. */
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

/** Everything that was logged and everything that was answered. */
interface Seen {
  logged: string;
  answered: string;
  /** The part of the answers that callers of the graph get. */
  public: string;
}

type Ask = (authorization: string | undefined, body: unknown) => Promise<void>;

/** Runs the product at LOG_LEVEL=trace, lets `act` ask it, reads the admin port and stops it. */
async function run(settings: Record<string, string>, act: (ask: Ask, demoKey: string) => Promise<void>): Promise<Seen> {
  const { log, lines } = recordedLog('trace');
  const answers: string[] = [];
  await using running = await startProduct({ ADMIN_PORT: '0', ...settings }, log);
  const ask: Ask = async (authorization, body) => {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (authorization !== undefined) headers.authorization = authorization;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${running.graphUrl}/graphql`, { method: 'POST', headers, body: text });
    answers.push(JSON.stringify([...response.headers]), await response.text());
  };
  await act(ask, running.demoKey ?? '');
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
async function askEverything(ask: Ask, authorization: string | undefined): Promise<void> {
  for (const id of ['fld_demo_01', 'fld_nowhere', 'broken id']) await ask(authorization, { query: read(id) });
  for (const query of ['{', '{ nothing }', '{a'.repeat(200)]) await ask(authorization, { query });
  for (const input of inputs) await ask(authorization, { query: write, variables: { input } });
  await ask(authorization, '{"query":');
}

describe('over the embedded service', () => {
  let seen: Seen;
  let demoKey: string;

  beforeAll(async () => {
    seen = await run({}, async (ask, key) => {
      demoKey = key;
      const bearers = [...keys, demoKey].map((each) => `Bearer ${each}`);
      for (const authorization of [undefined, ...bearers, `Basic ${secrets.basic}`, secrets.malformed]) {
        await askEverything(ask, authorization);
      }
    });
  });

  it('logs every operation, and no key that was sent', () => {
    expect(seen.logged.match(/"msg":"operation"/g)).toHaveLength(8 * 11);
    for (const secret of [...Object.values(secrets), demoKey]) expect(seen.logged).not.toContain(secret);
    expect(seen.logged).not.toMatch(/Bearer |Basic /);
  });

  it('answers with no key that was sent, and with no path of this machine', () => {
    for (const secret of [...Object.values(secrets), demoKey]) expect(seen.answered).not.toContain(secret);
    expect(seen.answered).not.toMatch(/node_modules|\.ts:\d|file:\/\//);
  });
});

describe('over a remote service that fails', () => {
  // Ends responses soon that never come or are too large.
  const bounds = { DEADLINE_MS: '300', UPSTREAM_BYTES_MAX: '65536' };

  it.concurrent.each(Object.keys(faults) as (keyof typeof faults)[])(
    'with %s: no key is logged or answered, nor is its address or any text of its own',
    async (name) => {
      await using service = await startFaultyService(() => faults[name]);
      const seen = await run({ FIELD_DATA_URL: service.url, ...bounds }, async (ask) => {
        for (const key of keys) await ask(`Bearer ${key}`, { query: read('fld_1') });
        const input = { idempotencyKey: secrets.idempotency, fieldId: 'fld_1', text: 'Rust.' };
        await ask(`Bearer ${secrets.random}`, { query: write, variables: { input } });
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

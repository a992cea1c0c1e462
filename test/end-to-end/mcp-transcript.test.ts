/**
 * What a model reads of each tool, whole, over the embedded service at a moment that does not move. mcp-transcript.txt is the same text: whoever
 * changes a tool sees there what a model will be told. `vitest run -u` writes it anew.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../src/graph/mcp/answer.ts';
import { charactersMax } from '../../src/graph/mcp/answer.ts';
import { createMcp } from '../../src/graph/mcp/mcp.ts';
import { type CountingService, startCountingService } from '../support/counting-service.ts';
import { callTool, listTools } from '../support/mcp.ts';
import { gatewayAt, type SetGateway } from '../support/set-gateway.ts';

const now = () => new Date('2026-06-15T19:00:00Z');
const id = 'fld_demo_01';
const note = { idempotencyKey: 'transcript', fieldId: id, text: 'Rust on the flag leaves.', category: 'DISEASE' };
const keyed = true;
const soil = {
  totalAvailableWater: 120,
  initialDepletion: 20,
  cropCoefficients: [
    { date: '2025-06-01', kc: 1.1 },
    { date: '2026-06-30', kc: 1.15 },
  ],
};

/** What is asked of each tool, as a model would, and once more where a refusal reads otherwise. */
const asked: [name: string, args: Record<string, unknown>, isKeyed?: boolean][] = [
  ['field_now', { id }],
  ['field_now', { id: 'fld_nowhere' }],
  ['season_so_far', { id, since: '05-15' }],
  ['changes_since', { id, last: { days: 2 } }],
  ['changes_since', { id, last: { days: 2 }, from: '2026-06-01' }],
  ['spray_windows', { id, hours: 12 }],
  ['spray_windows', { id, hours: 1, reasons: true }],
  ['degree_days', { id, since: '06-10', base: 0, targets: [{ name: 'flag leaf', growingDegreeDays: 120 }] }],
  ['water_balance', { id, since: '06-12', ...soil }],
  ['compare_fields', { ids: [id, 'fld_demo_31', 'fld_demo_59'] }],
  ['notes_about', { id, limit: 2 }],
  ['notes_about', { id, limit: 0, categry: 'PEST' }],
  ['add_note', note],
  ['add_note', note, keyed],
  ['add_note', { ...note, idempotencyKey: 'other', text: '' }, keyed],
];

const demoIds = Array.from({ length: 60 }, (_, at) => `fld_demo_${String(at + 1).padStart(2, '0')}`);

/** What asks for as much as a tool gives. */
const most: [name: string, args: Record<string, unknown>][] = [
  ['season_so_far', { id, since: '06-16', earlierYears: 3 }],
  ['changes_since', { id, last: { days: 363 } }],
  ['spray_windows', { id, hours: 744, reasons: true }],
  ['degree_days', { id, since: '07-01' }],
  ['water_balance', { id, since: '07-01', ...soil }],
  ['compare_fields', { ids: demoIds, days: 363 }],
  ['notes_about', { id, limit: 100 }],
];

let service: CountingService;
let graph: SetGateway;
let authorization: string;

beforeAll(async () => {
  service = await startCountingService({ now });
  authorization = `Bearer ${service.demoKey}`;
  const mcp = createMcp({ hosts: ['127.0.0.1'], writes: true, version: '1.0.0' });
  graph = gatewayAt(service.url, now, { additions: [{ attach: mcp }] });
});

afterAll(() => service[Symbol.asyncDispose]());

const ask = (name: string, args: object, isKeyed = false) =>
  callTool(graph.answer, name, { ...args }, isKeyed ? { authorization } : {});

/** The answer as its reader sees it, but for what the store makes up. */
function told({ content: [told], isError }: Answer): string {
  const text = JSON.stringify(JSON.parse(told?.text ?? ''), null, 1).replace(/obs_[0-9A-Za-z]{12,}/g, 'obs_…');
  // One line for what has nothing inside.
  const short = text.replace(
    /\{\s+("[^{}[\]]*?)\s+\}/g,
    (_, inner: string) => `{ ${inner.replace(/\s*\n\s*/g, ' ')} }`,
  );
  return `${isError ? 'isError ' : ''}${told?.text.length} characters\n${short}`;
}

it('each tool answers as the transcript says', async () => {
  const turns: string[] = [];
  for (const [name, args, isKeyed] of asked) {
    const key = isKeyed ? ' with a key' : '';
    turns.push(`> ${name} ${JSON.stringify(args)}${key}\n${told(await ask(name, args, isKeyed))}\n`);
  }
  await expect(turns.join('\n')).toMatchFileSnapshot('mcp-transcript.txt');
});

it('the transcript leaves no tool out', async () => {
  const { tools } = await listTools(graph.answer);
  expect([...new Set(asked.map(([name]) => name))].toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
});

describe('however much is asked for', () => {
  it.each(most)(
    '%s answers within the characters of an answer, and names what it left out and how to ask for it',
    async (name, args) => {
      const { content, isError, structuredContent } = await ask(name, args, keyed);
      expect(isError).toBeUndefined();
      expect(content[0]?.text.length).toBeLessThanOrEqual(charactersMax);
      expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
      for (const { given, of, ask: how } of structuredContent.leftOut ?? []) {
        expect(given).toBeLessThan(of);
        expect(how).not.toBe('');
      }
    },
  );
});

const listBytesMax = 20_000;

it('all tools are listed, with their schemas, in 20 KB', async () => {
  const { text, tools } = await listTools(graph.answer);
  expect(tools.every((tool) => 'outputSchema' in tool)).toBe(true);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(listBytesMax);
});

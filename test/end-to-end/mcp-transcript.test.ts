/**
 * The complete text that a model reads from each tool, over the embedded service at a fixed instant. mcp-transcript.txt has the same text,
 * so that a change of a tool shows there what a model will read; `vitest run -u` updates it.
 */
import { expect, it } from 'vitest';
import type { ToolResult } from '../../src/graph/capabilities/mcp/tool-result.ts';
import { charactersMax } from '../../src/graph/capabilities/mcp/tool-result.ts';
import { createMcp } from '../../src/graph/capabilities/mcp/mcp.ts';
import { startCountingService } from '../support/counting-service.ts';
import { demoFields } from '../support/demo-fields.ts';
import { untilFileEnd } from '../support/file-end.ts';
import { callTool, listTools } from '../support/mcp.ts';
import { gatewayAt } from '../support/gateway-at.ts';

const now = () => new Date('2026-06-15T19:00:00Z');
const fieldId = 'fld_demo_01';
const note = { idempotencyKey: 'transcript', fieldId, text: 'Rust on the flag leaves.', category: 'DISEASE' };
const keyed = true;
const soil = {
  totalAvailableWater: 120,
  initialDepletion: 20,
  cropCoefficients: [
    { date: '2025-06-01', kc: 1.1 },
    { date: '2026-06-30', kc: 1.15 },
  ],
};

/** Calls of each tool as a model makes them, and more of them where a refusal reads differently. */
const sentCalls: [name: string, args: Record<string, unknown>, isKeyed?: boolean][] = [
  ['field_now', { fieldId }],
  ['field_now', { fieldId: 'fld_nowhere' }],
  ['season_so_far', { fieldId, from: '2026-05-15' }],
  ['changes_since', { fieldId, from: '2026-06-13', to: '2026-06-15' }],
  ['changes_since', { fieldId, from: '2026-06-14', to: '2026-06-01' }],
  ['spray_windows', { fieldId, hours: 12 }],
  ['spray_windows', { fieldId, hours: 1, reasons: true }],
  ['degree_days', { fieldId, from: '2026-06-10', base: 0, targets: [{ name: 'flag leaf', growingDegreeDays: 120 }] }],
  ['degree_days', { fieldId: null }],
  ['water_balance', { fieldId, from: '2026-06-12', ...soil }],
  ['compare_fields', { fieldIds: [fieldId, 'fld_demo_31', 'fld_demo_59'], from: '2026-05-16' }],
  ['list_observations', { fieldId, limit: 2 }],
  ['list_observations', { fieldId, limit: 0 }],
  ['list_observations', { fieldId, limit: 0, categry: 'PEST' }],
  ['add_observation', note],
  ['add_observation', note, keyed],
  ['add_observation', { ...note, idempotencyKey: 'other', text: '' }, keyed],
];

const demoIds = demoFields(60);

/** Calls that request as much as a tool can return. */
const most: [name: string, args: Record<string, unknown>][] = [
  ['season_so_far', { fieldId, from: '2025-06-16', earlierYears: 3 }],
  ['changes_since', { fieldId, from: '2025-06-17', to: '2026-06-15' }],
  ['spray_windows', { fieldId, hours: 744, reasons: true }],
  ['degree_days', { fieldId, from: '2025-07-01' }],
  ['water_balance', { fieldId, from: '2025-07-01', ...soil }],
  ['compare_fields', { fieldIds: demoIds, from: '2025-06-17', to: '2026-06-15' }],
  ['list_observations', { fieldId, limit: 100 }],
];

const service = untilFileEnd(await startCountingService({ now }));
const authorization = `Bearer ${service.demoKey}`;
const mcp = createMcp({ hosts: ['127.0.0.1'], writes: true, version: '1.0.0' });
// A slow machine needs long for sixty fields over a year.
const graph = gatewayAt(service.url, now, { additions: [{ attach: mcp }], deadlineMs: 60_000 });

const call = (name: string, args: object, isKeyed = false) =>
  callTool(graph.answer, name, { ...args }, isKeyed ? { authorization } : {});

/** The reply as a model sees it, without the ids that the store generates. */
function shown({ content: [first], isError }: ToolResult): string {
  const text = JSON.stringify(JSON.parse(first?.text ?? ''), null, 1).replace(/obs_[0-9A-Za-z]{12,}/g, 'obs_…');
  // An object without nested values goes on one line.
  const short = text.replace(
    /\{\s+("[^{}[\]]*?)\s+\}/g,
    (_, inner: string) => `{ ${inner.replace(/\s*\n\s*/g, ' ')} }`,
  );
  return `${isError ? 'isError ' : ''}${first?.text.length} characters\n${short}`;
}

it('each tool replies as in the transcript', async () => {
  const turns: string[] = [];
  for (const [name, args, isKeyed] of sentCalls) {
    const key = isKeyed ? ' with a key' : '';
    turns.push(`> ${name} ${JSON.stringify(args)}${key}\n${shown(await call(name, args, isKeyed))}\n`);
  }
  await expect(turns.join('\n')).toMatchFileSnapshot('mcp-transcript.txt');
});

it('the transcript includes every tool', async () => {
  const { tools } = await listTools(graph.answer);
  expect([...new Set(sentCalls.map(([name]) => name))].toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
});

it.each<[name: string, args: object, faults: [path: string, message: RegExp][]]>([
  ['list_observations', { fieldId, limit: 0 }, [['limit', /^limit must be from 1 to 100\.$/]]],
  ['field_now', { fieldId: 'x' }, [['fieldId', /^A field id is fld_/]]],
  ['compare_fields', { fieldIds: [fieldId, 'x'], from: '2026-06-01' }, [['fieldIds.1', /^A field id is fld_/]]],
  ['spray_windows', { fieldId, hours: 0 }, [['hours', /^hours spans from 1 to 744 hours\.$/]]],
  [
    'spray_windows',
    { fieldId, maxWind: 0.5, dryHours: -1 },
    [
      ['maxWind', /^maxWind \(0\.5\) must not be below minWind \(0\.8333\)/],
      ['dryHours', /^dryHours must be from 0 to 24/],
    ],
  ],
  [
    'water_balance',
    { fieldId, from: '2026-06-12', ...soil, cropCoefficients: [{ date: '2026-06-01', kc: -1 }] },
    [['cropCoefficients.0.kc', /^kc must be from 0 to 2/]],
  ],
  ['list_observations', { fieldId, after: 'x' }, [['after', /^must be a cursor/]]],
])('%s with %o is refused by the names of its own arguments', async (name, args, faults) => {
  const { errors = [] } = (await call(name, args, keyed)).structuredContent;
  const shownFaults = errors[0]?.faults as { path: string[]; message: string }[];
  expect(shownFaults.map(({ path, message }) => [path.join('.'), message])).toEqual(
    faults.map(([path, message]) => [path, expect.stringMatching(message)]),
  );
  expect(errors[0]?.message).toContain(shownFaults[0]?.message);
});

it('a refused observation names the arguments of the tool', async () => {
  const args = { fieldId, text: '', idempotencyKey: 'key-1', observedAt: '2036-01-01T00:00:00Z' };
  const { structuredContent, isError } = await call('add_observation', args, keyed);
  expect(isError).toBe(true);
  const refusal = structuredContent.data?.addObservation as { message: string; faults: { path: string[] }[] };
  expect(refusal.message).toMatch(/^(text|observedAt): /);
  expect(refusal.faults.map(({ path }) => path.join('.')).toSorted()).toEqual(['observedAt', 'text']);
});

it('tools reply to the largest requests within the character limit, and state what they left out and how to request it', async () => {
  const leftOut = [];
  for (const [name, args] of most) {
    const { content, isError, structuredContent } = await call(name, args, keyed);
    expect(isError, name).toBeUndefined();
    expect(content[0]?.text.length, name).toBeLessThanOrEqual(charactersMax);
    expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
    leftOut.push(...(structuredContent.leftOut ?? []));
  }
  expect(leftOut).not.toEqual([]);
  for (const { given, of, request: how } of leftOut) {
    expect(given).toBeLessThan(of);
    expect(how).not.toBe('');
  }
});

it('the advice of list_observations on the rest leads to each observation exactly once, even for those of one instant', async () => {
  const texts = Array.from({ length: 5 }, (_, index) => `${index} ${'x'.repeat(3_900)}`);
  for (const text of texts)
    await call(
      'add_observation',
      { ...note, text, observedAt: '2026-01-01T10:00:00Z', idempotencyKey: text[0] },
      keyed,
    );
  const read: string[] = [];
  let after: string | undefined;
  do {
    const args = { fieldId, from: '2026-01-01', to: '2026-01-02', limit: 4, after };
    const { data, leftOut } = (await call('list_observations', args, keyed)).structuredContent;
    const { edges, pageInfo } = (data as unknown as { field: { observations: Page } }).field.observations;
    read.push(...edges.map(({ node }) => node.text));
    if (leftOut) expect(leftOut[0]?.request).toContain('set `after` to `endCursor`');
    after = pageInfo.hasNextPage ? pageInfo.endCursor : undefined;
  } while (after !== undefined && read.length < 2 * texts.length);
  expect(read.toSorted()).toEqual(texts);
});

interface Page {
  edges: { node: { text: string } }[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
}

type Listed = Record<string, string>[];
type Series = { index: { points: Listed } } & Record<
  'growingDegreeDays' | 'waterBalance',
  { days: Listed; targets?: Listed }
>;
const dateOf = ({ date, acquiredAt }: Record<string, string>) => date ?? acquiredAt;

it.each<[name: string, args: object, listOf: (field: Series) => Listed]>([
  ['season_so_far', { from: '2025-06-16', earlierYears: 3 }, ({ index }) => index.points],
  ['degree_days', { from: '2025-07-01' }, ({ growingDegreeDays }) => growingDegreeDays.days],
  ['water_balance', { from: '2025-07-01', ...soil }, ({ waterBalance }) => waterBalance.days],
])('the data that %s left out can be read by its own advice', async (name, args, listOf) => {
  let { structuredContent } = await call(name, { fieldId, ...args }, keyed);
  const { of, request: how } = structuredContent.leftOut?.[0] ?? {};
  expect(how).toMatch(/set `to` to the \S+ of the first (day|point)$/);
  const listed = () => listOf((structuredContent.data as { field: Series }).field);
  let all = listed();
  while (structuredContent.leftOut) {
    ({ structuredContent } = await call(name, { fieldId, ...args, to: dateOf(all[0] ?? {}) }, keyed));
    all = [...listed(), ...all];
  }
  expect(all).toHaveLength(of ?? 0);
  expect(new Set(all.map(dateOf)).size).toBe(of);
});

it('degree_days states the unit of each day and target next to their sums', async () => {
  const args = { fieldId, from: '2026-06-10', unit: 'FAHRENHEIT', targets: [{ growingDegreeDays: 120 }] };
  const { data } = (await call('degree_days', args)).structuredContent;
  const { days, targets } = (data as { field: Series }).field.growingDegreeDays;
  expect(days).not.toEqual([]);
  expect(targets).toMatchObject([{ growingDegreeDays: 120, unit: 'FAHRENHEIT_DAY' }]);
  expect(new Set(days.map(({ unit }) => unit))).toEqual(new Set(['FAHRENHEIT_DAY']));
});

it('changes_since ends by default as the description of its `to` states', async () => {
  const { tools } = await listTools(graph.answer);
  const schema = JSON.stringify(tools.find(({ name }) => name === 'changes_since'));
  expect(schema).toContain('Defaults to tomorrow, without `from` to today.');
  const newestOf = async (args: object) => {
    const { structuredContent } = await call('changes_since', { fieldId, ...args });
    const { data } = structuredContent as { data?: { field?: { days: { date: string }[] } } };
    return data?.field?.days[0]?.date;
  };
  // Today is 15 June, and the end is exclusive.
  expect([await newestOf({ from: '2026-06-13' }), await newestOf({})]).toEqual(['2026-06-15', '2026-06-14']);
});

it('compare_fields counts the days of each field, which differ while one is a date ahead of the other', async () => {
  const { answer } = gatewayAt(service.url, () => new Date('2026-06-15T05:00:00Z'), { additions: [{ attach: mcp }] });
  const args = { fieldIds: [fieldId, 'fld_demo_02'], from: '2026-06-01' };
  const { data } = (await callTool(answer, 'compare_fields', args)).structuredContent;
  expect(data).toMatchObject({ fields: [{ weather: { dayCount: 13 } }, { weather: { dayCount: 14 } }] });
});

const listBytesMax = 20 * 1_024;

it('the list of all tools with their schemas fits in 20 KB, as it is sent', async () => {
  const { text, tools } = await listTools(graph.answer);
  expect(tools.every((tool) => 'outputSchema' in tool)).toBe(true);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(listBytesMax);
});

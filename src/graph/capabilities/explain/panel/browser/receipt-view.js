/** Draws a receipt for people: a bar for each read over the time of the operation, and the same as a table. */
import { button, count, counted, element, foldedItem, milliseconds } from './elements.js';

/** @import { Receipt, ReceiptRead } from '../../receipt.ts' */

/** Words for how a read was reached. The first that applies colours its bar. */
const ways = {
  RETRIED: 'retried',
  FALLBACK: 'fell back to its own call',
  REVALIDATED: 'revalidated',
  BATCHED: 'batched',
  COALESCED: 'shared with an equal read',
  CACHED: 'cached',
};
const outcomes = {
  ANSWERED: 'answered',
  REFUSED: 'not sent',
  TIMED_OUT: 'timed out',
  ABANDONED: 'abandoned',
  FAILED: 'failed',
};

/**
 * @param {Receipt} receipt
 * @param {string | undefined} operation its name
 */
export function drawReceipt(receipt, operation) {
  const { calls, reads, durationMs } = receipt;
  const cached = reads.reduce((sum, read) => sum + (read.via.includes('CACHED') ? readCount(read) : 0), 0);
  const bars = element(
    'div',
    {},
    element('ol', { class: 'bars' }, ...reads.map((read) => drawBar(read, durationMs))),
    element('p', { class: 'legend' }, 'Pale: waiting. Solid: taken by the service.'),
  );
  const table = drawTable(reads);
  table.hidden = true;
  const toggle = button('As a table', () => {
    table.hidden = !table.hidden;
    bars.hidden = !table.hidden;
    toggle.setAttribute('aria-pressed', String(bars.hidden));
  });
  toggle.setAttribute('aria-pressed', 'false');
  const title = operation ?? 'Unnamed operation';
  return [
    element('h3', {}, 'Receipt'),
    element('p', {}, `${title}: ${counted(calls.made, 'call')}, ${count(cached)} cached, ${milliseconds(durationMs)}`),
    ...(reads.length === 0 ? [] : [element('p', {}, describeLongest(receipt)), toggle, bars, table]),
  ];
}

/** The reads of an entry: one for each field. @param {ReceiptRead} read */
function readCount({ fields = '0' }) {
  return fields
    .split(',')
    .map((range) => range.split('..').map(Number))
    .reduce((sum, [from = 0, to = from]) => sum + to - from + 1, 0);
}

/** The longest read and its share of the time. @param {Receipt} receipt */
function describeLongest({ reads, durationMs }) {
  const longest = reads.reduce((a, b) => (endOf(b) - b.startedMs > endOf(a) - a.startedMs ? b : a));
  const span = endOf(longest) - longest.startedMs;
  const share = durationMs > 0 ? Math.min(100, Math.round((100 * span) / durationMs)) : 0;
  return `Longest read: ${longest.id} ${longest.read}, ${milliseconds(span)}, ${share} % of the time.`;
}

/** @param {ReceiptRead} read */
const endOf = ({ startedMs, waitedMs, tookMs = 0 }) => startedMs + waitedMs + tookMs;

/** @param {ReceiptRead} read */
function describe({ outcome, code, via, attempts }) {
  const words = via.map((way) => (way === 'RETRIED' && attempts ? `sent ${attempts} times` : ways[way]));
  return [code === undefined ? outcomes[outcome] : `${outcomes[outcome]} (${code})`, ...words].join(', ');
}

/** @param {ReceiptRead} read */
function describeTimes({ waitedMs, tookMs }) {
  const waited = `waited ${milliseconds(waitedMs)}`;
  return tookMs === undefined ? waited : `${waited}, took ${milliseconds(tookMs)}`;
}

/**
 * @param {ReceiptRead} read
 * @param {number} durationMs
 */
function drawBar(read, durationMs) {
  const { id, outcome, via, startedMs, waitedMs, tookMs = 0 } = read;
  const way = Object.keys(ways).find((each) => /** @type {string[]} */ (via).includes(each)) ?? 'SENT';
  const part = (/** @type {number} */ ms) => `${durationMs > 0 ? Math.min(100, (100 * ms) / durationMs) : 0}%`;
  const waited = element('span', { class: 'waited' });
  const took = element('span', { class: 'took' });
  const bar = element('span', { class: 'bar', 'aria-hidden': 'true' }, waited, took);
  bar.style.setProperty('--colour', `var(--${outcome === 'ANSWERED' ? way : 'FAILED'})`);
  bar.style.paddingInlineStart = part(startedMs);
  waited.style.width = part(waitedMs);
  took.style.width = part(tookMs);
  const times = element('span', { class: 'times' }, describeTimes(read));
  return foldedItem(`${id} ${read.read}`, [` ${describe(read)}`, times, bar], {
    Selections: read.paths?.join(', '),
    Fields: read.fields,
    Started: `after ${milliseconds(startedMs)}`,
    Response: read.bytes === undefined ? undefined : `${count(read.bytes)} bytes`,
    Records: read.records === undefined ? undefined : count(read.records),
    Converted: read.converted?.map(({ path, from, to }) => `${path} from ${from} to ${to}`).join(', '),
    'Fresh until': read.freshUntil,
  });
}

/**
 * The text of each column of the table; undefined where a read has none.
 * @type {Record<string, (read: ReceiptRead) => string | undefined>}
 */
const columns = {
  Read: ({ id, read }) => `${id} ${read}`,
  How: describe,
  Started: ({ startedMs }) => milliseconds(startedMs),
  Waited: ({ waitedMs }) => milliseconds(waitedMs),
  Took: ({ tookMs }) => (tookMs === undefined ? undefined : milliseconds(tookMs)),
  Bytes: ({ bytes }) => (bytes === undefined ? undefined : count(bytes)),
  Records: ({ records }) => (records === undefined ? undefined : count(records)),
  Fields: ({ fields }) => fields,
  Selections: ({ paths }) => paths?.join(', '),
};

/** @param {readonly ReceiptRead[]} reads */
function drawTable(reads) {
  const head = Object.keys(columns).map((name) => element('th', { scope: 'col' }, name));
  const body = reads.map((read) => {
    const [name = '', ...cells] = Object.values(columns).map((textOf) => textOf(read));
    const title = element('th', { scope: 'row' }, name);
    return element('tr', {}, title, ...cells.map((cell) => element('td', {}, cell ?? '–')));
  });
  const parts = [element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...body)];
  // The table scrolls within the panel, also by keyboard.
  const region = { class: 'table', tabindex: '0', role: 'region', 'aria-label': 'Reads of the receipt' };
  return element('div', region, element('table', {}, ...parts));
}

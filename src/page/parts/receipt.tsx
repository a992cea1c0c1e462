/** The receipt of the page's query: a line, which opens a bar for each read. The graph returns receipts only if `RECEIPTS` is on. */
import type { Receipt } from '../graph/request.ts';
import { words, writeCount, writeNumber } from '../measures.ts';
import { type Column, Table } from './table.tsx';

type Read = Receipt['reads'][number];

/** The first that applies colours the bar. */
const ways = ['RETRIED', 'FALLBACK', 'REVALIDATED', 'BATCHED', 'COALESCED', 'CACHED'];
const barWidth = 100;
/** A read of almost no time must be visible too. */
const widthMin = 0.5;

const howOf = ({ outcome, code, via }: Read) => [code ?? outcome, ...via].map(words).join(', ');

/** `39 ms` */
const writeMs = (ms: number) => `${writeNumber(ms, ms < 10 ? 1 : 0)} ms`;

export function ReceiptLine({ receipt: { calls, durationMs, reads } }: { receipt: Receipt }) {
  const cached = reads.filter(({ via }) => via.includes('CACHED')).length;
  const columns: Column<Read>[] = [
    { title: 'Read', of: ({ id, read }) => `${id} ${read}` },
    { title: 'Time', of: (read) => <Bar read={read} scale={durationMs > 0 ? barWidth / durationMs : 0} /> },
    { title: 'Waited', of: ({ waitedMs }) => writeMs(waitedMs), isNumber: true },
    { title: 'Took', of: ({ tookMs }) => (tookMs === undefined ? '–' : writeMs(tookMs)), isNumber: true },
    { title: 'How', of: howOf },
    { title: 'Shown in', of: ({ paths }) => paths?.join(', ') },
  ];
  return (
    <details class="receipt">
      <summary>
        {writeCount(calls.made, 'call')}, {cached} cached, {writeNumber(durationMs, 0)} ms
      </summary>
      <Table
        label="Reads of this page"
        caption="Reads of this page. Pale: waiting. Solid: taken by the service."
        rows={reads}
        columns={columns}
      />
    </details>
  );
}

function Bar({ read, scale }: { read: Read; scale: number }) {
  const { outcome, via, startedMs, waitedMs, tookMs = 0 } = read;
  const way = outcome === 'ANSWERED' ? ways.find((each) => via.includes(each)) : 'FAILED';
  const start = startedMs * scale;
  const waited = waitedMs * scale;
  return (
    <svg class={`bar ${way ?? ''}`} viewBox={`0 0 ${barWidth} 8`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="waited" x={start} width={waited} height="8" />
      <rect x={start + waited} width={Math.max(tookMs * scale, widthMin)} height="8" />
    </svg>
  );
}

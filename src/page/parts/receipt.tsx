/** What the page's query cost: a line, which opens a bar for each read. The graph gives receipts only where `RECEIPTS` is on. */
import type { Receipt } from '../graph/request.ts';
import { writeNumber } from '../measures.ts';

type Read = Receipt['reads'][number];

/** The first that applies colours the bar. */
const ways = ['RETRIED', 'FALLBACK', 'REVALIDATED', 'BATCHED', 'COALESCED', 'CACHED'];
const columns = ['Read', 'Time', 'Waited', 'Took', 'How', 'Shown in'];
const numbers = ['Waited', 'Took'];
const barWidth = 100;
/** A read that took nearly nothing is visible too. */
const widthMin = 0.5;

const howOf = ({ outcome, code, via }: Read) =>
  [code ?? outcome, ...via].map((word) => word.toLowerCase().replaceAll('_', ' ')).join(', ');

/** `39 ms` */
const writeMs = (ms: number) => `${writeNumber(ms, ms < 10 ? 1 : 0)} ms`;

export function ReceiptLine({ receipt: { calls, durationMs, reads } }: { receipt: Receipt }) {
  const cached = reads.filter(({ via }) => via.includes('CACHED')).length;
  return (
    <details class="receipt">
      <summary>
        {calls.made} {calls.made === 1 ? 'call' : 'calls'}, {cached} cached, {writeNumber(durationMs, 0)} ms
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
      <section class="scroll" aria-label="Reads of this page" tabIndex={0}>
        <table>
          <caption>Reads of this page. Pale: waiting. Solid: taken by the service.</caption>
          <thead>
            <tr>
              {columns.map((title) => (
                <th key={title} scope="col" class={numbers.includes(title) ? 'number' : ''}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {reads.map((read, at) => (
              <tr key={at}>
                <th scope="row">
                  {read.id} {read.read}
                </th>
                <td>
                  <Bar read={read} scale={durationMs > 0 ? barWidth / durationMs : 0} />
                </td>
                <td class="number">{writeMs(read.waitedMs)}</td>
                <td class="number">{read.tookMs === undefined ? '–' : writeMs(read.tookMs)}</td>
                <td>{howOf(read)}</td>
                <td>{read.paths?.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
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

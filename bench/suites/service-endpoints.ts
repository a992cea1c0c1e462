/** Requests to the service and its limit. */
import { Caller, getOf, textOf } from '../harness/caller.ts';
import { firstDifference } from '../harness/compare.ts';
import { demoFields } from '../../test/support/demo-fields.ts';

/** Fields of the starting data. */
export const fieldIds = demoFields(20);

/** Requests to one endpoint, or to two in turn, and the statuses of their successful responses. */
export interface Endpoint {
  title: string;
  requestOf(url: URL, key: string, nth: number): string;
  statuses: readonly number[];
  requestsPerCpuSecond: number;
}

const reading = (title: string, path: string, requestsPerCpuSecond: number, query = ''): Endpoint => ({
  title,
  requestsPerCpuSecond,
  requestOf: (url, key, nth) =>
    getOf(url, `/api/v1/${path}?field_id=${fieldIds[nth % fieldIds.length]}${query}`, `Bearer ${key}`),
  statuses: [200],
});

let writesSoFar = 0;
const readNotes = reading('GET observations', 'observations', 3_000, '&limit=25');
const writeNotes: Endpoint = {
  title: 'POST observations',
  requestsPerCpuSecond: 1_200,
  requestOf: (url, key, nth) => {
    const body = JSON.stringify({
      field_id: fieldIds[nth % fieldIds.length],
      text: 'A few pustules on the lower leaves.',
      category: 'disease',
      severity: 'low',
    });
    return (
      `POST /api/v1/observations HTTP/1.1\r\nhost: ${url.host}\r\nauthorization: Bearer ${key}\r\n` +
      `content-type: application/json\r\nidempotency-key: bench-${process.pid}-${writesSoFar++}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    );
  },
  statuses: [201],
};

/** Title of the reads that are mixed with writes. */
export const amongWrites = 'GET observations, one POST in ten';
const requestsPerWrite = 10;

export const endpoints: Endpoint[] = [
  reading('GET weather', 'weather', 2_500),
  reading('GET earth-observations', 'earth-observations', 2_000),
  readNotes,
  {
    title: amongWrites,
    requestsPerCpuSecond: 2_000,
    // In groups of ten, so that every field has equally many writes, and nine times as many reads.
    requestOf: (url, key, nth) => {
      const ten = Math.floor(nth / requestsPerWrite);
      const place = nth % requestsPerWrite;
      return place === 0
        ? writeNotes.requestOf(url, key, ten)
        : readNotes.requestOf(url, key, ten * (requestsPerWrite - 1) + place);
    },
    statuses: [200, 201],
  },
  writeNotes,
];

/** Throws if the service and the limit return different lists of a field: a limit that returned less would be no limit. */
export async function compareReads(service: URL, limit: URL, key: string): Promise<void> {
  for (const { title, requestOf } of endpoints.filter(({ statuses }) => !statuses.includes(201))) {
    const [ours, bare] = await Promise.all(
      [service, limit].map(async (url) => {
        const caller = new Caller(url);
        const reply = await caller.send(requestOf(url, key, 0));
        caller.close();
        if (reply.status !== 200) throw new Error(`${title}: status ${reply.status}: ${textOf(reply)}`);
        return JSON.parse(textOf(reply)) as unknown;
      }),
    );
    const difference = firstDifference(ours, bare);
    if (difference) throw new Error(`${title}: the limit answers otherwise: ${difference}`);
  }
}

/** Whether a server responds with 200. */
export async function answers(url: URL): Promise<boolean> {
  const caller = new Caller(url);
  try {
    return (await caller.send(getOf(url, `/api/v1/weather?field_id=${fieldIds[0]}`))).status === 200;
  } finally {
    caller.close();
  }
}

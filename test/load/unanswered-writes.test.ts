/** Writes to which the service never completes its response, sending a byte now and then, while other callers read. */
import { setTimeout as wait } from 'node:timers/promises';
import { it } from 'vitest';
import { type FaultyService, startFaultyService } from '../support/faulty-service.ts';
import { post } from '../support/post.ts';
import { startProcess } from '../support/product-process.ts';
import { figure, sendOperation, withinMs } from './figure.ts';
import { bySize } from '../support/size.ts';

const writes = 100;
/** Of the 64 of the endpoint, what one key may have. */
const slots = 56;
const reads = 50;
const dripMs = 500;
const readMsMax = 2_000;
/** A write may continue without its caller for ten seconds; then its slot is released. */
const abandonedMsMax = 10_000;
const marginMs = 5_000;
const { deadlineMs, drainMs } = bySize({ deadlineMs: 3_000, drainMs: 5_000 }, { deadlineMs: 10_000, drainMs: 10_000 });

const environment = (service: FaultyService) => ({
  FIELD_DATA_URL: service.url,
  DEADLINE_MS: String(deadlineMs),
  DRAIN_MS: String(drainMs),
});

it('writes that the service never answers do not delay reads', async () => {
  const service = await startFaultyService();
  await using command = await startProcess({ env: environment(service) });
  const slowest = async (when: string) => {
    let value = 0;
    for (let index = 0; index < reads; index += 1) {
      const { isWell, ms } = await sendOperation(
        command.graphUrl,
        `{ field(id: "fld_${index}") { weather { date } } }`,
      );
      value = isWell ? Math.max(value, ms) : Number.NaN;
      if (!isWell) break;
    }
    figure(`slowest read ${when}, ms`, value, withinMs(readMsMax));
  };
  const ended = await hang(service, command.graphUrl);
  await slowest('while writes hang');
  await Promise.all(ended);
  await slowest('once their callers are gone');
  service.script = () => undefined;
  await slowest('once the service is well');
  if (bySize(false, true)) {
    const startedAt = performance.now();
    const elapsedMs = () => performance.now() - startedAt;
    const isWritten = async () =>
      JSON.stringify((await write(command.graphUrl, 'at-last')).body).includes('AddObservationSuccess');
    while (!(await isWritten()) && elapsedMs() < 2 * abandonedMsMax) await wait(dripMs);
    figure('until a write is done once the service is well, ms', elapsedMs(), { atMost: abandonedMsMax + marginMs });
  }
  await service.close();
});

it('writes that the service never answers do not delay the exit of the process', async () => {
  const service = await startFaultyService();
  await using command = await startProcess({ env: environment(service) });
  await hang(service, command.graphUrl);
  const { code, milliseconds } = await command.terminate();
  figure(`exit code after SIGTERM with ${writes} of them`, code, { atMost: 0 });
  figure('time to the exit, ms', milliseconds, withinMs(drainMs));
  await service.close();
});

/** Sends writes; resolves with them once as many hang as one key may send at once. */
async function hang(service: FaultyService, graphUrl: string): Promise<Promise<unknown>[]> {
  let hung = 0;
  const full = Promise.withResolvers<void>();
  service.script = ({ method }) => {
    if (method !== 'POST') return undefined;
    hung += 1;
    if (hung === slots) full.resolve();
    return (response) => {
      response.writeHead(201, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), dripMs);
      response.on('close', () => clearInterval(drip));
    };
  };
  const ended: Promise<unknown>[] = [];
  // On a busy machine deadlines pass before enough writes hang: then more are sent.
  while (hung < slots) {
    const some = Array.from({ length: writes }, (_, index) => write(graphUrl, `note-${ended.length + index}`));
    // The fetch rejects if the process ends first.
    ended.push(...some.map((one) => one.catch(() => undefined)));
    await Promise.race([full.promise, Promise.all(ended)]);
  }
  return ended;
}

function write(graphUrl: string, idempotencyKey: string) {
  const query = `mutation ($input: AddObservationInput!) {
    addObservation(input: $input) { __typename ... on FieldgraphError { code } }
  }`;
  const input = { idempotencyKey, fieldId: 'fld_1', text: 'hail' };
  return post(graphUrl, { query, variables: { input } }, { authorization: 'Bearer fds_test_load' });
}

/** Writes that the service takes and never answers, a byte dripping in now and then, while everybody else only reads. */
import { setTimeout as wait } from 'node:timers/promises';
import { type FaultyService, startFaultyService } from '../support/faulty-service.ts';
import { post } from '../support/post.ts';
import { besiege } from './process.ts';
import type { Figure, Scenario, SiegeSize } from './scenario.ts';

const writes = 100;
const places = 64;
const reads = 50;
const dripMs = 500;
const readMsMax = 2_000;
/** A write may go on without its caller for ten seconds; then its place is free. */
const abandonedMsMax = 10_000;
const marginMs = 5_000;
const settings = {
  short: { deadlineMs: 1_000, drainMs: 3_000 },
  whole: { deadlineMs: 10_000, drainMs: 10_000 },
};

export const unansweredWrites: Scenario = {
  title: 'writes that are never answered keep no read waiting, and no exit',
  async run(size) {
    const { deadlineMs, drainMs } = settings[size];
    const service = await startFaultyService();
    const env = {
      FIELD_DATA_URL: service.url,
      DEADLINE_MS: String(deadlineMs),
      DRAIN_MS: String(drainMs),
    };
    const figures = [...(await reading(service, env, size)), ...(await stopping(service, env, drainMs))];
    await service.close();
    return figures;
  },
};

async function reading(service: FaultyService, env: Record<string, string>, size: SiegeSize): Promise<Figure[]> {
  await using command = await besiege({ env });
  const { ended } = await hang(service, command.graphUrl);
  const figures = [await slowest('slowest read while writes hang', command.graphUrl)];
  await ended;
  figures.push(await slowest('slowest read once their callers are gone', command.graphUrl));
  service.script = () => undefined;
  figures.push(await slowest('slowest read once the service is well', command.graphUrl));
  if (size === 'whole') figures.push(await untilWritten(command.graphUrl));
  return figures;
}

async function stopping(service: FaultyService, env: Record<string, string>, drainMs: number): Promise<Figure[]> {
  await using command = await besiege({ env });
  await hang(service, command.graphUrl);
  const { code, milliseconds } = await command.terminate();
  return [
    { what: `exit code after SIGTERM with ${writes} of them`, value: code ?? Number.NaN, unit: '', atMost: 0 },
    { what: 'time to the exit', value: milliseconds, unit: 'ms', atMost: drainMs },
  ];
}

/** Sends the writes; resolves once as many hang as have places, with their end in turn. */
async function hang(service: FaultyService, graphUrl: string): Promise<{ ended: Promise<unknown> }> {
  let hung = 0;
  const full = new Promise<void>((resolve) => {
    service.script = ({ method }) => {
      if (method !== 'POST') return undefined;
      hung += 1;
      if (hung === places) resolve();
      return (response) => {
        response.writeHead(201, { 'content-type': 'application/json' });
        const drip = setInterval(() => response.write(' '), dripMs);
        response.on('close', () => clearInterval(drip));
      };
    };
  });
  const ended = Promise.allSettled(Array.from({ length: writes }, (_, index) => write(graphUrl, `note-${index}`)));
  await full;
  return { ended };
}

function write(graphUrl: string, idempotencyKey: string) {
  const query = `mutation ($input: AddObservationInput!) {
    addObservation(input: $input) { __typename ... on FieldgraphError { code } }
  }`;
  const input = { idempotencyKey, fieldId: 'fld_1', text: 'hail' };
  return post(graphUrl, { query, variables: { input } }, { authorization: 'Bearer fds_test_siege' });
}

/** The longest that one of a few reads took; no number where one failed. */
async function slowest(what: string, graphUrl: string): Promise<Figure> {
  let value = 0;
  for (let index = 0; index < reads && !Number.isNaN(value); index += 1) {
    const startedAt = performance.now();
    const { body } = await post(graphUrl, { query: `{ field(id: "fld_${index}") { weather { date } } }` });
    value = body?.errors === undefined ? Math.max(value, performance.now() - startedAt) : Number.NaN;
  }
  return { what, value, unit: 'ms', atMost: readMsMax };
}

async function untilWritten(graphUrl: string): Promise<Figure> {
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  const isWritten = async () => {
    const { body } = await write(graphUrl, 'at-last');
    return JSON.stringify(body).includes('AddObservationSuccess');
  };
  while (!(await isWritten()) && elapsedMs() < 2 * abandonedMsMax) await wait(dripMs);
  const what = 'until a write is done once the service is well';
  return { what, value: elapsedMs(), unit: 'ms', atMost: abandonedMsMax + marginMs };
}

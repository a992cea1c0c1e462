/**
 * Peer: Tailcall, a gateway in Rust, with one worker for its one core. It cannot make a list of fields from a list of ids, so a query of
 * many fields has as many aliases of `field`. `batchKey` only batches the reads of list items, which these fields are not.
 * By default it validates neither queries nor responses and checks no limits, so it does less work than this gateway.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command, Ports } from '../../harness/server.ts';
import { environment } from '../../harness/upstream.ts';
import {
  earthObservationLeaves,
  hourlyLeaves,
  observationLeaves,
  type Question,
  weatherLeaves,
} from '../../workloads.ts';
import { inGraphWords, withGraphIds } from '../contract-words.ts';

const results = fileURLToPath(new URL('../../results/', import.meta.url));
const binary = fileURLToPath(
  new URL('../../node_modules/@tailcallhq/core-linux-x64-gnu/bin/tailcall', import.meta.url),
);
const template = fileURLToPath(new URL('./schema.graphql', import.meta.url));

const point = (leaves: string) => leaves.replace('location { longitude latitude }', 'location { coordinates }');
const resources = `id weather { ${weatherLeaves} } earthObservations { ${earthObservationLeaves} }
  observations(limit: 25) { ${point(observationLeaves)} }`;

/** Returns the same query for Tailcall's graph. */
export function bodyOf({ operationName, query, variables }: Question): string {
  if (operationName === 'Typename') return JSON.stringify({ operationName, query });
  if (operationName === 'HourlyYear') {
    return JSON.stringify({
      operationName,
      query: `query HourlyYear($id: ID!, $from: String!, $to: String!) {
  f0: field(id: $id) { id weather(from: $from, to: $to, granularity: "hourly") { ${hourlyLeaves} } }
}`,
      variables,
    });
  }
  const ids = variables.ids ?? [variables.id as string];
  return JSON.stringify({
    operationName,
    query: `query ${operationName}(${ids.map((_, at) => `$id${at}: ID!`).join(', ')}) {
${ids.map((_, at) => `  f${at}: field(id: $id${at}) { ...Resources }`).join('\n')}
}
fragment Resources on Field { ${resources} }`,
    variables: Object.fromEntries(ids.map((id, at) => [`id${at}`, id])),
  });
}

/** Maps Tailcall's response to the shape of our graph. */
export function answerOf({ operationName, variables }: Question, answer: unknown): unknown {
  if (operationName === 'Typename') return answer;
  const { data } = answer as { data: Record<string, unknown> };
  const fieldAt = (id: string, at: number) => {
    const field = inGraphWords(data[`f${at}`]) as Record<string, unknown>;
    const { earthObservations, observations } = field;
    return {
      ...field,
      ...(earthObservations !== undefined && { earthObservations: withGraphIds(id, 'eo', earthObservations) }),
      ...(observations !== undefined && { observations: withGraphIds(id, 'obs', observations) }),
    };
  };
  if (variables.ids) return { data: { fields: variables.ids.map(fieldAt) } };
  return { data: { field: fieldAt(variables.id as string, 0) } };
}

/** Writes the configuration for this upstream, and returns the command. `dedupe` shares equal calls in flight. */
export const startWith =
  (dedupe: boolean) =>
  ({ port }: Ports, upstream: URL): Command => {
    mkdirSync(results, { recursive: true });
    const file = `${results}tailcall-${port}.graphql`;
    const schema = readFileSync(template, 'utf8')
      .replaceAll('__PORT__', String(port))
      .replaceAll('__UPSTREAM__', upstream.origin)
      .replaceAll('__DEDUPE__', String(dedupe));
    writeFileSync(file, schema);
    return {
      scratch: file,
      command: binary,
      args: ['start', file],
      cwd: results,
      env: { ...environment(), TAILCALL_LOG_LEVEL: 'error', TAILCALL_TRACKER: 'false' },
    };
  };

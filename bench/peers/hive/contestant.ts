/**
 * Peer: Hive Gateway over the OpenAPI description, as its documentation advises: production mode, compiled documents (`jit`), one worker
 * for its one core, and batches allowed. No request is a batch, and `__experimental__batchExecution` is only for GraphQL services.
 * Its graph has one root field per operation, so a query of one field has three aliased root fields, and one of fifty fields has 150.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
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
import { inContractWords, inGraphWords, withGraphIds } from '../contract-words.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const results = fileURLToPath(new URL('../../results/', import.meta.url));
const bin = (name: string) => fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url));

const weatherFragment = (leaves: string) => `
fragment Weather on WeatherList { data { ${inContractWords(leaves)} } }`;
const fragments = `${weatherFragment(weatherLeaves)}
fragment Scenes on EarthObservationList { data { ${inContractWords(earthObservationLeaves)} } }
fragment Notes on ObservationList { data { ${inContractWords(observationLeaves)} } }`;

const allOf = (at: number) => `
  w${at}: getWeather(field_id: $id${at}) { ...Weather }
  e${at}: getEarthObservations(field_id: $id${at}) { ...Scenes }
  n${at}: listObservations(field_id: $id${at}, limit: 25) { ...Notes }`;

/** Returns the same query for Hive's graph. */
export function bodyOf({ operationName, query, variables }: Question): string {
  if (operationName === 'Typename') return JSON.stringify({ operationName, query });
  if (operationName === 'HourlyYear') {
    return JSON.stringify({
      operationName,
      query: `query HourlyYear($id: FieldId!, $from: String!, $to: String!) {
  w0: getWeather(field_id: $id, from: $from, to: $to, granularity: hourly) { ...Weather }
}${weatherFragment(hourlyLeaves)}`,
      variables,
    });
  }
  const ids = variables.ids ?? [variables.id as string];
  return JSON.stringify({
    operationName,
    query: `query ${operationName}(${ids.map((_, at) => `$id${at}: FieldId!`).join(' ')}) {${ids
      .map((_, at) => allOf(at))
      .join('')}\n}${fragments}`,
    variables: Object.fromEntries(ids.map((id, at) => [`id${at}`, id])),
  });
}

/** Maps Hive's response to the shape of our graph. */
export function answerOf({ operationName, variables }: Question, answer: unknown): unknown {
  if (operationName === 'Typename') return answer;
  const { data } = answer as { data: Record<string, { data: unknown }> };
  const fieldAt = (id: string, at: number) => ({
    id,
    ...(data[`w${at}`] && { weather: inGraphWords(data[`w${at}`]?.data) }),
    ...(data[`e${at}`] && {
      earthObservations: withGraphIds(id, 'eo', inGraphWords(data[`e${at}`]?.data)),
    }),
    ...(data[`n${at}`] && { observations: withGraphIds(id, 'obs', inGraphWords(data[`n${at}`]?.data)) }),
  });
  if (variables.ids) return { data: { fields: variables.ids.map(fieldAt) } };
  return { data: { field: fieldAt(variables.id as string, 0) } };
}

/** Composes the supergraph for this upstream, and returns the command of the gateway. */
export function start({ port }: Ports, upstream: URL): Command {
  mkdirSync(results, { recursive: true });
  const supergraph = `${results}hive-${port}.graphql`;
  const env = { ...environment(), FIELD_DATA_URL: upstream.origin, SUPERGRAPH: supergraph, PORT: String(port) };
  execFileSync(process.execPath, [bin('mesh-compose'), '-c', 'mesh.config.mjs', '-o', supergraph], {
    cwd: here,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return {
    scratch: supergraph,
    command: process.execPath,
    args: [bin('hive-gateway'), 'supergraph', '-c', `${here}gateway.config.mjs`],
    cwd: here,
    env,
  };
}

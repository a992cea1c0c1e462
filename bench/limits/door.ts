/**
 * The least a gateway must do: take a POST, read its JSON, make the calls the operation's name stands for, answer.
 * No GraphQL at all; what separates a gateway from this is what its features cost.
 */
import { createServer } from 'node:http';
import { port, type ReadArguments, type Resource } from '../peers/schema.ts';
import type { Question } from '../workloads.ts';

/** Makes one field's part of an answer out of its reads. */
export type Join = (
  id: string,
  reads: [resource: Resource, args: ReadArguments][],
  authorization: string | undefined,
) => Promise<string>;

const daily = { granularity: 'daily' };
const allResources: [Resource, ReadArguments][] = [
  ['weather', daily],
  ['earthObservations', {}],
  ['observations', { limit: 25 }],
];

async function answer({ operationName, variables }: Question, authorization: string | undefined, join: Join) {
  const { id = '', ids = [], from, to } = variables;
  if (operationName === 'Typename') return '{"data":{"__typename":"Query"}}';
  if (operationName === 'OneField') return `{"data":{"field":${await join(id, allResources, authorization)}}}`;
  if (operationName === 'HourlyYear') {
    const read: ReadArguments = { from: from as string, to: to as string, granularity: 'hourly' };
    return `{"data":{"field":${await join(id, [['weather', read]], authorization)}}}`;
  }
  const fields = await Promise.all(ids.map((each) => join(each, allResources, authorization)));
  return `{"data":{"fields":[${fields.join()}]}}`;
}

/** Serves the workloads with `join` and nothing else. */
export function serveLimit(join: Join): void {
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const question = JSON.parse(Buffer.concat(chunks).toString()) as Question;
      const body = await answer(question, request.headers.authorization, join);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
      response.end(body);
    });
  }).listen(port, '127.0.0.1');
}

/**
 * The least work of a gateway: it reads the JSON of a POST, makes the calls of the named operation, and responds, without any GraphQL.
 * The difference to a gateway is the cost of the gateway's features.
 */
import { createServer } from 'node:http';
import { port, type ReadArguments, type Resource } from '../peers/schema.ts';
import type { Question } from '../workloads.ts';

/** Makes the part of a response for one field from its reads, as bytes that are written in turn. */
type Join = (
  id: string,
  reads: [resource: Resource, args: ReadArguments][],
  authorization: string | undefined,
) => Promise<Buffer[]>;

/** Separates two parts of a list. */
export const comma = Buffer.from(',');

const daily = { granularity: 'daily' };
const allResources: [Resource, ReadArguments][] = [
  ['weather', daily],
  ['earthObservations', {}],
  ['observations', { limit: 25 }],
];

async function answer(
  { operationName, variables }: Question,
  authorization: string | undefined,
  join: Join,
): Promise<Buffer[]> {
  const { id = '', ids = [], from, to } = variables;
  const one = async (resources: typeof allResources) => [
    Buffer.from('{"data":{"field":'),
    ...(await join(id, resources, authorization)),
    Buffer.from('}}'),
  ];
  if (operationName === 'Typename') return [Buffer.from('{"data":{"__typename":"Query"}}')];
  if (operationName === 'OneField') return one(allResources);
  if (operationName === 'HourlyYear') {
    return one([['weather', { from: from as string, to: to as string, granularity: 'hourly' }]]);
  }
  const fields = await Promise.all(ids.map((each) => join(each, allResources, authorization)));
  return [
    Buffer.from('{"data":{"fields":['),
    ...fields.flatMap((parts, at) => (at === 0 ? parts : [comma, ...parts])),
    Buffer.from(']}}'),
  ];
}

/** Serves the workloads. Only `join` differs between the limits. */
export function serveLimit(join: Join): void {
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const question = JSON.parse(Buffer.concat(chunks).toString()) as Question;
      const parts = await answer(question, request.headers.authorization, join);
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': parts.reduce((sum, { length }) => sum + length, 0),
      });
      response.cork();
      for (const part of parts) response.write(part);
      response.end();
    });
  }).listen(port, '127.0.0.1');
}

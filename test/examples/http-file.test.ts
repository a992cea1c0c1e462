import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examplesFolder } from '../support/examples.ts';
import { type Product, startProduct } from '../support/running.ts';

interface FileRequest {
  title: string;
  method: string;
  /** With its placeholders. */
  url: string;
  headers: [string, string][];
  body: string;
}

const text = readFileSync(new URL('fieldgraph.http', examplesFolder), 'utf8');

/** Parses what REST Client and JetBrains editors both read: `###` parts, an address with indented further lines, headers, a body. */
function readRequests(): FileRequest[] {
  return text
    .split(/^###/m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n');
      const blank = lines.indexOf('');
      const head = lines.slice(0, blank);
      const [method = '', ...start] = (head[0] ?? '').split(' ');
      const indented = head.slice(1).filter((line) => line.startsWith(' '));
      const headers = head.slice(1).filter((line) => !line.startsWith(' '));
      return {
        title: title.trim(),
        method,
        url: [...start, ...indented.map((line) => line.trim())].join(''),
        headers: headers.map((line) => line.split(': ') as [string, string]),
        body: lines.slice(blank).join('\n').trim(),
      };
    });
}

const requests = readRequests();

describe('fieldgraph.http', () => {
  let product: Product;
  let fill: (template: string) => string;

  beforeAll(async () => {
    product = await startProduct();
    const variables = new Map(
      [...text.matchAll(/^@(\w+) = (.+)$/gm)].map(([, name = '', value = '']) => [name, value]),
    );
    for (const [name, value] of [
      ['graph', product.graphUrl],
      ['service', product.serviceUrl],
      ['apiKey', product.demoKey ?? ''],
    ] as const) {
      expect(variables.has(name)).toBe(true);
      variables.set(name, value);
    }
    fill = (template) =>
      template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
        const value = variables.get(name);
        if (value === undefined) throw new Error(`{{${name}}} is not defined in the file`);
        return value;
      });
  });

  afterAll(() => product[Symbol.asyncDispose]());

  async function send({ method, url, headers, body }: FileRequest) {
    const filled = headers.map(([name, value]) => [name, fill(value)] as [string, string]);
    const response = await fetch(fill(url), { method, headers: filled, body: body === '' ? undefined : fill(body) });
    return { status: response.status, headers: response.headers, answer: JSON.parse(await response.text()) };
  }

  it.each(requests.map((request) => [request.title, request] as const))('%s', async (_title, request) => {
    const { status, answer } = await send(request);
    expect([200, 201], JSON.stringify(answer)).toContain(status);
    expect(answer).not.toHaveProperty('errors');
    if (request.url.startsWith('{{graph}}/graphql')) expect(JSON.stringify(answer.data)).toMatch(/:("|\{|\[\{)/);
  });

  it('writes each note once, however often it is sent', async () => {
    const writes = requests.filter((request) => JSON.stringify(request).includes('from-my-editor-'));
    await Promise.all(writes.map(send));
    const [graph, refused, service] = await Promise.all(writes.map(send));
    expect(graph?.answer.data.addObservation).toMatchObject({ replayed: true });
    expect(refused?.answer.data.addObservation.faults.length).toBeGreaterThan(0);
    expect(service?.headers.get('idempotent-replayed')).toBe('true');
  });

  it('has a request for every operation of the REST service', () => {
    const { paths } = JSON.parse(readFileSync(new URL('../../schema/openapi.json', import.meta.url), 'utf8'));
    const described = Object.entries<Record<string, unknown>>(paths).flatMap(([path, item]) =>
      ['get', 'post'].filter((method) => method in item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const shown = requests.map(({ method, url }) => `${method} ${url.replace('{{service}}', '').replace(/\?.*/, '')}`);
    expect(described.filter((operation) => !shown.includes(operation))).toEqual([]);
  });
});

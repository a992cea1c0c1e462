/**
 * Limit of the service: the four endpoints by node:http, prepared statements of node:sqlite and JSON only. It has no API keys, windows,
 * checks, ETags or problems, and copies its rows as JSON text from the running service, so that both return equal data.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { port, upstreamUrl } from '../peers/schema.ts';

const copiedFields = (process.env.FIELD_IDS ?? '').split(',');
const resources = ['weather', 'earth-observations', 'observations'];

const database = new DatabaseSync(process.env.DATABASE_FILE ?? ':memory:');
database.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE record (resource TEXT, field_id TEXT, position INTEGER, body TEXT, PRIMARY KEY (resource, field_id, position))
    WITHOUT ROWID;
  CREATE TABLE note (id INTEGER PRIMARY KEY, idempotency_key TEXT UNIQUE, body TEXT);
`);
const insertRecord = database.prepare('INSERT INTO record VALUES (?, ?, ?, ?)');
const selectRecords = database.prepare(
  'SELECT body FROM record WHERE resource = ? AND field_id = ? ORDER BY position LIMIT ?',
);
const insertNote = database.prepare('INSERT INTO note (idempotency_key, body) VALUES (?, ?)');
const tails = new Map<string, string>();

for (const fieldId of copiedFields) {
  for (const resource of resources) {
    const answer = await fetch(`${upstreamUrl}/api/v1/${resource}?field_id=${fieldId}`);
    const { data, ...tail } = (await answer.json()) as { data: unknown[] };
    tails.set(`${resource} ${fieldId}`, JSON.stringify(tail).slice(1));
    for (const [position, record] of data.entries()) {
      insertRecord.run(resource, fieldId, position, JSON.stringify(record));
    }
  }
}

function read(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://limit');
  const resource = pathname.slice('/api/v1/'.length);
  const fieldId = searchParams.get('field_id') ?? '';
  const rows = selectRecords.all(resource, fieldId, Number(searchParams.get('limit') ?? -1));
  return `{"data":[${rows.map(({ body }) => body).join()}],${tails.get(`${resource} ${fieldId}`)}`;
}

async function write(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const input = JSON.parse(Buffer.concat(chunks).toString()) as object;
  const now = new Date().toISOString();
  const body = JSON.stringify({ id: `obs_${now}`, ...input, observed_at: now, created_at: now, live_mode: false });
  insertNote.run(String(request.headers['idempotency-key']), body);
  return `{"data":${body}}`;
}

createServer(async (request, response) => {
  const isWrite = request.method === 'POST';
  const body = isWrite ? await write(request) : read(request.url ?? '');
  response.writeHead(isWrite ? 201 : 200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}).listen(port, '127.0.0.1');

/** Measures `npm start -- import` of weather into a new store, SQLite or PostgreSQL: rows per second and peak memory. */
import { execFileSync, spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { type PostgresServer, startPostgres } from '../../test/support/postgres/server.ts';
import { productFolder } from '../harness/npm-start.ts';
import { gatewayCore, memoryMiBOf, pinned } from '../harness/server.ts';
import { environment } from '../harness/upstream.ts';
import type { ImportResult } from '../results.ts';

const fields = 20;
const hourMs = 3_600_000;
const entry = `${productFolder}src/start.cjs`;
const firstHour = Date.UTC(2015, 0, 1);
const linesBuffered = 5_000;
const memoryReadEveryMs = 25;

/** Imports `rows` hourly records of CSV, spread over a few fields. Throws if PostgreSQL is chosen and cannot be started. */
export async function measureImport(rows: number, store: ImportResult['store'] = 'SQLite'): Promise<ImportResult> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldgraph-bench-'));
  const postgres = store === 'PostgreSQL' ? await startPostgres({ isDurable: true }) : undefined;
  const env = { ...environment(), FIELD_DATA_DIR: join(folder, 'data'), ...settingsOf(postgres) };
  try {
    for (let field = 0; field < fields; field++) {
      const place = ['--timezone', 'UTC', '--latitude', '47.5', '--longitude', '-122.3', '--public'];
      execFileSync(process.execPath, [entry, 'fields', 'add', fieldId(field), ...place], {
        cwd: productFolder,
        env,
        stdio: 'ignore',
      });
    }
    const file = join(folder, 'weather.csv');
    const bytes = await writeRows(file, rows);
    const startedAt = performance.now();
    const { peakMiB, output } = await runImport(file, env);
    const seconds = (performance.now() - startedAt) / 1000;
    if (!output.replaceAll(/[,. ]/g, '').includes(String(rows))) {
      throw new Error(`The import did not say that it wrote ${rows} rows:\n${output}`);
    }
    return { store, rows, bytes, rowsPerSecond: rows / seconds, peakMiB };
  } finally {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const settingsOf = (postgres: PostgresServer | undefined): Record<string, string> =>
  postgres ? { DATABASE_URL: `${postgres.url}/postgres` } : {};

const fieldId = (field: number) => `fld_bench_import_${field}`;

async function writeRows(path: string, rows: number): Promise<number> {
  const file = createWriteStream(path);
  file.write(
    'field_id,kind,granularity,starts_at,ends_at,temperature_mean[celsius],relative_humidity[percent],precipitation[millimetre],wind_speed[metre_per_second],source_name,source_provenance\n',
  );
  let lines = '';
  for (let row = 0; row < rows; row++) {
    const startsAt = firstHour + Math.floor(row / fields) * hourMs;
    const measures = `${(row % 400) / 10 - 10},${row % 100},${(row % 50) / 10},${(row % 120) / 10}`;
    lines += `${fieldId(row % fields)},observed,hourly,${isoHour(startsAt)},${isoHour(startsAt + hourMs)},${measures},Bench station,measured\n`;
    if (row % linesBuffered === 0 || row === rows - 1) {
      if (!file.write(lines)) await new Promise((resolve) => file.once('drain', resolve));
      lines = '';
    }
  }
  file.end();
  await finished(file);
  return file.bytesWritten;
}

const isoHour = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

async function runImport(file: string, env: Record<string, string>): Promise<{ peakMiB: number; output: string }> {
  const [command, ...args] = pinned(gatewayCore, [process.execPath, entry, 'import', file]);
  const child = spawn(command as string, args, { cwd: productFolder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  let peakMiB = 0;
  const reading = setInterval(() => {
    peakMiB = Math.max(peakMiB, memoryMiBOf(child.pid as number));
  }, memoryReadEveryMs);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(reading);
  if (code !== 0) throw new Error(`The import ended with ${code}:\n${output.slice(-2000)}`);
  return { peakMiB, output };
}

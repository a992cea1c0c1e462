/** `npm start -- export`: everything stored, or one resource or field of it, as JSON Lines that import reads. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { withDemoFields } from '../field-data/demo/fields.ts';
import { exportLines } from '../field-data/import/export.ts';
import { type ExportFilter, type Resource, resources, type Store } from '../field-data/store/store.ts';
import { countOf } from '../platform/json/count-of.ts';
import { callOf, oneOf, print, readOptions, RefusedError, UsageError } from '../platform/cli/command-line.ts';
import { writeNewFile } from '../platform/files/new-file.ts';
import { assertNew, runCommand } from './command.ts';

const usage = `${callOf('export')} [--resource ${resources.join('|')}] [--field fld_…] [--out FILE.jsonl]

Writes to standard output, or to the new FILE, which appears when it is whole.

Lines of observations also have the account and the idempotency key they were written under: protect the file like the database.
Fields and keys are not exported: add them first where you import. Of demo fields, only observations that callers wrote are exported, and
only with DEMO=on. Import them where DEMO=on too.`;

async function writeLines(
  out: NodeJS.WritableStream,
  store: Store,
  chosen: readonly Resource[],
  filter: ExportFilter,
): Promise<number> {
  let lines = 0;
  for (const resource of chosen) {
    for await (const line of exportLines(store, resource, filter)) {
      if (!out.write(`${line}\n`)) await once(out, 'drain');
      lines += 1;
    }
  }
  return lines;
}

const ownerOnly = 0o600;

/** Calls `write` with a file, and resolves with its result. */
async function writeTo(file: string, write: (out: NodeJS.WritableStream) => Promise<number>): Promise<number> {
  const out = createWriteStream(file, { mode: ownerOnly });
  // A file that cannot be written fails `finished` first.
  const done = finished(out);
  const written = await Promise.race([done.then(() => 0), write(out)]);
  out.end();
  await done;
  return written;
}

/** Runs the command. */
export const run = () =>
  runCommand(usage, async (store, { DEMO: demo }) => {
    const { values, positionals } = readOptions({
      resource: { type: 'string' },
      field: { type: 'string' },
      out: { type: 'string' },
    });
    if (positionals.length > 0) throw new UsageError(`${positionals[0]} is no option: name a file as --out FILE.`);
    const chosen = values.resource === undefined ? resources : [oneOf(values.resource, resources, 'resource')];
    const known = demo ? withDemoFields(store) : store;
    if (values.field !== undefined && !(await known.findField(values.field)))
      throw new RefusedError(`There is no field ${values.field}.`);
    const write = (out: NodeJS.WritableStream) => writeLines(out, store, chosen, { fieldId: values.field, demo });
    if (values.out === undefined) return void (await write(process.stdout));
    assertNew(values.out);
    const written = await writeNewFile(values.out, (part) => writeTo(part, write));
    print(`Wrote ${countOf(written, 'record')} to ${values.out}.`);
  });

/** `npm start -- export`: everything stored, or one resource or field of it, as JSON Lines that import reads. */
import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { withDemoFields } from '../field-data/demo/fields.ts';
import { exportLine } from '../field-data/import/export-line.ts';
import { resources } from '../field-data/store/rows.ts';
import { countOf } from '../platform/text/count-of.ts';
import { callOf, oneOf, print, readOptions, RefusedError, required, UsageError } from '../platform/cli/command-line.ts';
import { writeNewFile } from '../platform/files/new-file.ts';
import { assertNew, runCommand, texts } from './command.ts';

const usage = `${callOf('export')} [--resource ${resources.join('|')}] [--field fld_…] [--out FILE.jsonl]

Writes to standard output, or to the new FILE, which appears when it is whole.

Lines of observations also have the account and the idempotency key they were written under: protect the file like the database.
Fields and keys are not exported: add them first where you import. Of demo fields, only observations that callers wrote are exported, and
only with DEMO=on. Import them where DEMO=on too.`;

const ownerOnly = 0o600;

/** Runs the command. */
export const run = () =>
  runCommand(usage, async (store, { DEMO: demo }) => {
    const { values, positionals } = readOptions(texts('resource', 'field', 'out'));
    if (positionals.length > 0) throw new UsageError(`${positionals[0]} is no option: name a file as --out FILE.`);
    const out = values.out === undefined ? undefined : required(values.out, 'out');
    const chosen = values.resource === undefined ? resources : [oneOf(values.resource, resources, 'resource')];
    const known = demo ? withDemoFields(store) : store;
    if (values.field !== undefined && !(await known.findField(values.field)))
      throw new RefusedError(`There is no field ${values.field}.`);
    let count = 0;
    async function* lines() {
      for (const resource of chosen)
        for await (const entry of store.exportRows(resource, { fieldId: values.field, demo })) {
          count += 1;
          yield `${exportLine(entry)}\n`;
        }
    }
    if (out === undefined) return pipeline(lines, process.stdout, { end: false });
    assertNew(out);
    await writeNewFile(out, (part) => pipeline(lines, createWriteStream(part, { flags: 'wx', mode: ownerOnly })));
    print(`Wrote ${countOf(count, 'record')} to ${resolve(out)}.`);
  });

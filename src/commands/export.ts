/** `npm start -- export`: everything stored, or one resource or field of it, as JSON Lines that import reads. */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { exportLines } from '../field-data/import/export.ts';
import type { ExportFilter, Resource, Store } from '../field-data/store/store.ts';
import { callOf, UsageError } from '../platform/cli/command-line.ts';
import { runCommand } from './command.ts';

const resources = ['weather', 'earth_observations', 'observations'] as const satisfies readonly Resource[];

const usage = `${callOf('export')} [--resource ${resources.join('|')}] [--field fld_…] > FILE.jsonl

Lines of notes also carry the account and the idempotency key they were written under: keep the file as you keep the database.
Fields and keys are not exported: add them first where you import. Of the demo's fields only the notes that callers wrote are
exported, and only while DEMO is on: they come back where DEMO is on too.`;

async function writeLines(store: Store, resource: Resource, filter: ExportFilter): Promise<void> {
  for await (const line of exportLines(store, resource, filter)) {
    if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
  }
}

await runCommand(usage, async (store, { DEMO: demo }) => {
  const { values } = parseArgs({ options: { resource: { type: 'string' }, field: { type: 'string' } } });
  const chosen = resources.filter((resource) => values.resource === undefined || values.resource === resource);
  if (chosen.length === 0) throw new UsageError(`--resource must be one of ${resources.join(', ')}.`);
  for (const resource of chosen) await writeLines(store, resource, { fieldId: values.field, demo });
});

/** `npm start -- fields`: adds, lists, changes and removes fields. A field belongs to one account, or is public; that is never guessed. */
import type { Resource } from '../field-data/store/rows.ts';
import type { Field, Store } from '../field-data/store/store.ts';
import { countOf } from '../platform/text/count-of.ts';
import { callOf, print, printTable, type readOptions, readVerb, RefusedError } from '../platform/cli/command-line.ts';
import { confirm, runCommand } from './command.ts';
import { assertCropOfCode, fieldFlags, readField, readId } from './field-flags.ts';
import { exportFields, importFields } from './field-files.ts';

const usage = `${callOf('fields')} add fld_… --timezone Europe/Berlin --latitude 52.5 --longitude 13.4 --account NAME | --public
    [--name 'North meadow'] [--crop 'winter wheat'] [--eppo TRZAW] [--area 12.4]
${callOf('fields')} set fld_… [any of these] [--yes]
${callOf('fields')} remove fld_… [--yes]
${callOf('fields')} list
${callOf('fields')} import FILE.csv
${callOf('fields')} export > FILE.csv

--eppo is the EPPO code of the crop, --area is hectares. An empty text ('') removes a name, crop, code or area.
A CSV file has a line for each field and the columns id, timezone, latitude, longitude, account (empty for a public field), and if known
name, crop, eppo and area. import adds all of its fields or, with any error, none.
set changes what you name; another crop without its --eppo removes the code. remove deletes the field with its weather, earth observations and observations. Both say what is
affected, and wait for your confirmation. --yes confirms in advance.`;

const factFlags = Object.keys(fieldFlags) as (keyof typeof fieldFlags)[];
const flags = { ...fieldFlags, yes: { type: 'boolean' } } as const;

const verbs = {
  add: ['word', ...factFlags],
  set: ['word', ...factFlags, 'yes'],
  remove: ['word', 'yes'],
  list: [],
  import: ['word'],
  export: [],
} as const;

type Flags = ReturnType<typeof readOptions<typeof flags>>['values'];

async function add(store: Store, id: string | undefined, given: Flags): Promise<void> {
  const field = readField(id, given, true);
  await store.transaction(async () => {
    if (!(await store.addField(field))) throw new RefusedError(`${id} is there already: change it with fields set.`);
  });
  print(`Added ${id}.`);
}

/** Returns a stored field, and counts of its records as text. Throws RefusedError if there is no such field. */
async function findCounted(store: Store, id: string): Promise<{ field: Field; observations: number; counts: string }> {
  const field = await store.findField(id);
  if (!field) throw new RefusedError(`There is no field ${id}.`);
  const records = await store.countRecords(id);
  return { field, observations: records.observations, counts: writeCounts(records) };
}

function writeCounts({ weather, earth_observations: scenes, observations }: Record<Resource, number>): string {
  return `${countOf(weather, 'weather record')}, ${countOf(scenes, 'earth observation')} and ${countOf(observations, 'observation')}`;
}

/** Returns a stored field and its changes by `named`. Throws RefusedError for a change that is not allowed. */
async function planChanges(store: Store, named: Partial<Field>) {
  const { field, observations, counts } = await findCounted(store, readId(named.id));
  const isOtherCrop = named.crop !== undefined && named.crop !== (field.crop ?? null);
  // The code of the old crop would select the degree days of the old crop.
  const changes = isOtherCrop ? { ...named, eppo: named.eppo ?? null } : named;
  assertCropOfCode(changes, { ...field, ...changes });
  if (changes.account !== undefined && changes.account !== field.account && observations > 0) {
    const reason =
      field.account === null ? 'is public: others may use' : `belongs to ${field.account}: others may not see`;
    const its = `its ${countOf(observations, 'observation')}`;
    throw new RefusedError(`${field.id} ${reason} ${its}. Add another field instead (fields add).`);
  }
  return { field, changes, counts };
}

async function set(store: Store, id: string | undefined, given: Flags): Promise<void> {
  const named = readField(id, given, false);
  const { field, changes, counts } = await planChanges(store, named);
  const changed = Object.entries(changes).filter(([name, value]) => (field[name as keyof Field] ?? null) !== value);
  if (changed.length === 0) return print('Nothing was changed.');
  const shown = (name: string, value: unknown) => `${name} ${value ?? (name === 'account' ? '(public)' : '(unknown)')}`;
  for (const [name, value] of changed)
    print(`${shown(name, field[name as keyof Field])} becomes ${shown(name, value).slice(name.length + 1)}`);
  if (changes.timezone !== undefined && changes.timezone !== field.timezone)
    print(
      'Stored daily weather keeps the days of the old timezone. Remove it, and import it again from its source: an export keeps the old starts.',
    );
  if (!(await confirm(`Change ${id}, which has ${counts}?`, given.yes))) return;
  // Other processes may have changed the field during the question.
  await store.transaction(async () => {
    await store.lockField(field.id, named.account !== undefined);
    const fresh = await planChanges(store, named);
    await store.setField({ ...fresh.field, ...fresh.changes });
  });
  print(`Changed ${id}.`);
}

async function remove(store: Store, id: string | undefined, { yes }: Flags): Promise<void> {
  const fieldId = readId(id);
  const { counts } = await findCounted(store, fieldId);
  if (!(await confirm(`Remove ${fieldId} with ${counts}?`, yes))) return;
  const removed = await store.transaction(async () => {
    const now = writeCounts(await store.removeField(fieldId));
    // The person has not agreed to records that arrived during the question.
    if (!yes && now !== counts)
      throw new RefusedError(`${fieldId} has ${now} by now. Nothing was removed: call the command again.`);
    return now;
  });
  print(`Removed ${fieldId} with ${removed}.`);
}

async function list(store: Store): Promise<void> {
  const fields = await store.listFields();
  printTable(
    ['FIELD', 'ACCOUNT', 'TIMEZONE', 'LATITUDE', 'LONGITUDE', 'NAME', 'CROP', 'HECTARES'],
    fields.map(({ id, name, crop, hectares, account, timezone, latitude, longitude }) =>
      [id, account ?? '(public)', timezone, latitude, longitude, name ?? '', crop ?? '', hectares ?? ''].map(String),
    ),
  );
}

/** Runs the command. */
export const run = () =>
  runCommand(
    usage,
    async (store) => {
      const { verb, word, values } = readVerb(flags, verbs);
      await { add, set, remove, list, import: importFields, export: exportFields }[verb](store, word, values);
    },
    { makesStore: ['add', 'import'].includes(process.argv[2] ?? '') },
  );

/** `npm start -- fields`: adds, lists, changes and removes fields. A field belongs to one account, or is public; that is never guessed. */
import { canonicalTimezone, isTimezone } from '../platform/time/instant.ts';
import type { Resource } from '../field-data/store/rows.ts';
import type { Field, Store } from '../field-data/store/store.ts';
import { countOf } from '../platform/json/count-of.ts';
import {
  callOf,
  print,
  printable,
  printTable,
  type readOptions,
  readVerb,
  RefusedError,
  required,
  UsageError,
} from '../platform/cli/command-line.ts';
import { confirm, readAccount, runCommand } from './command.ts';
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
set changes what you name; another crop without its --eppo removes the code. remove deletes the field with its weather, earth observations and observations. Both say what is affected
and ask; --yes answers.`;

const fieldIdForm = /^fld_[0-9A-Za-z._~-]{1,128}$/;
const demoFieldForm = /^fld_demo_\d\d$/;

const facts = {
  timezone: { type: 'string' },
  latitude: { type: 'string' },
  longitude: { type: 'string' },
  account: { type: 'string' },
  public: { type: 'boolean' },
  name: { type: 'string' },
  crop: { type: 'string' },
  eppo: { type: 'string' },
  area: { type: 'string' },
} as const;
const factFlags = Object.keys(facts) as (keyof typeof facts)[];
const flags = { ...facts, yes: { type: 'boolean' } } as const;

const verbs = {
  add: ['word', ...factFlags],
  set: ['word', ...factFlags, 'yes'],
  remove: ['word', 'yes'],
  list: [],
  import: ['word'],
  export: [],
} as const;

type Flags = ReturnType<typeof readOptions<typeof flags>>['values'];

function readId(id: string | undefined): string {
  if (id === undefined || !fieldIdForm.test(id))
    throw new UsageError('The id must be fld_ and 1 to 128 of 0-9 A-Z a-z . _ ~ -');
  if (demoFieldForm.test(id)) throw new UsageError('Ids fld_demo_01 to fld_demo_99 belong to the demo.');
  return id;
}

function readTimezone(text: string | undefined): string {
  const timezone = required(text, 'timezone');
  if (!isTimezone(timezone)) throw new UsageError('--timezone must be an IANA name, for example Europe/Berlin.');
  return canonicalTimezone(timezone);
}

// Number reads a blank as 0 and 0x10 as 16.
const degreesForm = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

function readDegrees(text: string | undefined, flag: string, max: number): number {
  const value = required(text, flag).trim();
  const degrees = Number(value);
  if (degreesForm.test(value) && Math.abs(degrees) <= max) return degrees;
  throw new UsageError(`--${flag} must be degrees from -${max} to ${max}.`);
}

const textMax = 200;
const eppoForm = /^[A-Z0-9]{5,6}$/;
const hectaresMax = 1_000_000_000;
const areaForm = /^(\d+(\.\d*)?|\.\d+)$/;

/** A text of the contract; null for an empty one, which removes it. */
function readText(text: string, flag: string): string | null {
  const value = text.trim();
  if (value.length > textMax) throw new UsageError(`--${flag} must be at most ${textMax} characters.`);
  return printable(value, flag) || null;
}

function readEppo(text: string): string | null {
  const code = text.trim();
  if (code !== '' && !eppoForm.test(code))
    throw new UsageError('--eppo must be five or six capital letters or digits, for example TRZAW.');
  return code || null;
}

function readHectares(text: string): number | null {
  const value = text.trim();
  if (value === '') return null;
  const hectares = Number(value);
  if (areaForm.test(value) && hectares > 0 && hectares <= hectaresMax) return hectares;
  throw new UsageError('--area must be hectares above 0 and at most 1,000,000,000, for example 12.4.');
}

function readOwner({ account, public: isPublic }: Flags): string | null {
  if ((account === undefined) === (isPublic !== true)) throw new UsageError('Say --account NAME or --public.');
  return isPublic ? null : readAccount(account);
}

/** The members of a field that the flags name; of a new field, all. Throws UsageError with every error. */
function readField(id: string | undefined, given: Flags, isNew: boolean): Partial<Field> {
  const errors: string[] = [];
  const field: Partial<Field> = {};
  const read = <Name extends keyof Field>(name: Name, isGiven: boolean, reader: () => Field[Name]): void => {
    try {
      if (isNew || isGiven) field[name] = reader();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      errors.push(error.message);
    }
  };
  read('id', true, () => readId(id));
  read('timezone', given.timezone !== undefined, () => readTimezone(given.timezone));
  read('latitude', given.latitude !== undefined, () => readDegrees(given.latitude, 'latitude', 90));
  read('longitude', given.longitude !== undefined, () => readDegrees(given.longitude, 'longitude', 180));
  read('account', given.account !== undefined || given.public === true, () => readOwner(given));
  const { name, crop, eppo, area } = given;
  if (name !== undefined) read('name', true, () => readText(name, 'name'));
  if (crop !== undefined) read('crop', true, () => readText(crop, 'crop'));
  if (eppo !== undefined) read('eppo', true, () => readEppo(eppo));
  if (area !== undefined) read('hectares', true, () => readHectares(area));
  if (errors.length > 0) throw new UsageError(errors.join('\n'));
  if (isNew) assertCropOfCode(field, field);
  return field;
}

/** Throws UsageError where a field would get the code of no crop. */
function assertCropOfCode({ eppo }: Partial<Field>, { crop }: Partial<Field>): void {
  if (eppo && !crop) throw new UsageError('--eppo is the code of a crop: name the crop too.');
}

async function add(store: Store, id: string | undefined, given: Flags): Promise<void> {
  const field = { ...(readField(id, given, true) as Field), demo: false };
  await store.allOrNothing(async () => {
    if (await store.addField(field)) return true;
    throw new RefusedError(`${id} is there already: change it with fields set.`);
  });
  print(`Added ${id}.`);
}

/** A stored field and its records, counted for a person. Throws RefusedError where there is no such field. */
async function findCounted(store: Store, id: string): Promise<{ field: Field; observations: number; counts: string }> {
  const field = await store.findField(id);
  if (!field) throw new RefusedError(`There is no field ${id}.`);
  const records = await store.countRecords(id);
  return { field, observations: records.observations, counts: writeCounts(records) };
}

function writeCounts({ weather, earth_observations: scenes, observations }: Record<Resource, number>): string {
  return `${countOf(weather, 'weather record')}, ${countOf(scenes, 'earth observation')} and ${countOf(observations, 'observation')}`;
}

/** A stored field, and how `named` changes it. Throws RefusedError where it may not. */
async function planChanges(store: Store, named: Partial<Field>) {
  const { field, observations, counts } = await findCounted(store, readId(named.id));
  const isOtherCrop = named.crop !== undefined && named.crop !== (field.crop ?? null);
  // The code of the old crop would select the degree days of the old crop.
  const changes = isOtherCrop ? { ...named, eppo: named.eppo ?? null } : named;
  assertCropOfCode(changes, { ...field, ...changes });
  // Stored observations belong to an account: with another account, nobody who sees the field would see them.
  if (changes.account !== undefined && changes.account !== field.account && observations > 0)
    throw new RefusedError(
      `${field.id} has ${observations} observations of its present account: it must keep that account.`,
    );
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
    print('Stored daily weather keeps the days of the old timezone: remove and import it again.');
  if (!(await confirm(`Change ${id}, which has ${counts}?`, given.yes))) return;
  // Other processes may have changed the field during the question.
  await store.allOrNothing(async () => {
    const fresh = await planChanges(store, named);
    await store.setField({ ...fresh.field, ...fresh.changes });
    return true;
  });
  print(`Changed ${id}.`);
}

async function remove(store: Store, id: string | undefined, { yes }: Flags): Promise<void> {
  const fieldId = readId(id);
  const { counts } = await findCounted(store, fieldId);
  if (!(await confirm(`Remove ${fieldId} with ${counts}?`, yes))) return;
  let removed = counts;
  await store.allOrNothing(async () => {
    removed = writeCounts(await store.removeField(fieldId));
    // Records that came during the question were not agreed to.
    if (!yes && removed !== counts)
      throw new RefusedError(`${fieldId} has ${removed} by now. Nothing was removed: call the command again.`);
    return true;
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

/** `--longitude -122.3` as people write it: parseArgs takes -1 for a flag. */
function joinNegatives(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    if (/^-[\d.]/.test(word)) return [];
    const next = words[index + 1] ?? '';
    return [/^-[\d.]/.test(next) ? `${word}=${next}` : word];
  });
}

/** Runs the command. */
export const run = () =>
  runCommand(
    usage,
    async (store) => {
      const { verb, word, values } = readVerb(flags, verbs, joinNegatives(process.argv.slice(2)));
      if (verb === 'add') await add(store, word, values);
      else if (verb === 'set') await set(store, word, values);
      else if (verb === 'remove') await remove(store, word, values);
      else if (verb === 'list') await list(store);
      else if (verb === 'import')
        await importFields(store, word, (given) => ({ ...(readField(given.id, given, true) as Field), demo: false }));
      else await exportFields(store);
    },
    { makesStore: ['add', 'import'].includes(process.argv[2] ?? '') },
  );

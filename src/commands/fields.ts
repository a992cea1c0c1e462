/** `npm start -- fields`: adds and lists fields. A field belongs to one account, or is public; that is never guessed. */
import { parseArgs } from 'node:util';
import { canonicalTimezone, isTimezone } from '../platform/time/instant.ts';
import type { Store } from '../field-data/store/store.ts';
import { readAccount } from './account.ts';
import { callOf, print, printTable, required, UsageError } from '../platform/cli/command-line.ts';
import { runCommand } from './command.ts';

const usage = `${callOf('fields')} add fld_… --timezone Europe/Berlin --latitude 52.5 --longitude 13.4 --account NAME | --public
${callOf('fields')} list`;

const fieldIdForm = /^fld_[0-9A-Za-z._~-]{1,128}$/;
const demoFieldForm = /^fld_demo_\d\d$/;

interface Flags {
  timezone?: string;
  latitude?: string;
  longitude?: string;
  account?: string;
  public?: boolean;
}

async function add(store: Store, id: string | undefined, flags: Flags): Promise<void> {
  if (id === undefined || !fieldIdForm.test(id))
    throw new UsageError('The id must be fld_ and 1 to 128 of 0-9 A-Z a-z . _ ~ -');
  if (demoFieldForm.test(id)) throw new UsageError('Ids fld_demo_01 to fld_demo_99 are kept for the demo.');
  const timezone = required(flags.timezone, 'timezone');
  if (!isTimezone(timezone)) throw new UsageError('--timezone must be an IANA name, for example Europe/Berlin.');
  if ((flags.account === undefined) === (flags.public !== true))
    throw new UsageError('Say --account NAME or --public.');
  const field = {
    id,
    account: flags.public ? null : readAccount(flags.account),
    timezone: canonicalTimezone(timezone),
    latitude: readDegrees(flags.latitude, 'latitude', 90),
    longitude: readDegrees(flags.longitude, 'longitude', 180),
    demo: false,
  };
  if (!(await store.addField(field))) throw new UsageError(`${id} is there already; fields are not changed.`);
  print(`Added ${id}.`);
}

// Number reads a blank as 0 and 0x10 as 16.
const degreesForm = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

function readDegrees(text: string | undefined, flag: string, max: number): number {
  const value = required(text, flag).trim();
  const degrees = Number(value);
  if (degreesForm.test(value) && Math.abs(degrees) <= max) return degrees;
  throw new UsageError(`--${flag} must be degrees from -${max} to ${max}.`);
}

async function list(store: Store): Promise<void> {
  const fields = await store.listFields();
  printTable(
    ['FIELD', 'ACCOUNT', 'TIMEZONE', 'LATITUDE', 'LONGITUDE'],
    fields.map(({ id, account, timezone, latitude, longitude }) => {
      return [id, account ?? '(public)', timezone, String(latitude), String(longitude)];
    }),
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

await runCommand(usage, async (store) => {
  const { positionals, values } = parseArgs({
    args: joinNegatives(process.argv.slice(2)),
    allowPositionals: true,
    options: {
      timezone: { type: 'string' },
      latitude: { type: 'string' },
      longitude: { type: 'string' },
      account: { type: 'string' },
      public: { type: 'boolean' },
    },
  });
  if (positionals[0] === 'add') await add(store, positionals[1], values);
  else if (positionals[0] === 'list') await list(store);
  else throw new UsageError('Say add or list.');
});

/** Reads a field from the flags of `fields` or from a line of its CSV file. Checks each value, and reports all errors at once. */
import { canonicalTimezone, isTimezone } from '../platform/time/instant.ts';
import { demoFieldForm } from '../field-data/store/rows.ts';
import type { Field } from '../field-data/store/store.ts';
import { printable, type readOptions, required, UsageError } from '../platform/cli/command-line.ts';
import { readAccount, texts } from './command.ts';

const fieldIdForm = /^fld_[0-9A-Za-z._~-]{1,128}$/;

/** The flags that name a fact of a field. */
export const fieldFlags = {
  ...texts('timezone', 'latitude', 'longitude', 'account', 'name', 'crop', 'eppo', 'area'),
  public: { type: 'boolean' },
} as const;
type FieldFlags = ReturnType<typeof readOptions<typeof fieldFlags>>['values'];

/** Throws UsageError for a malformed id, or an id of the demo. */
export function readId(id: string | undefined): string {
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

/** Reads a text of the contract. An empty text is null, which removes it. */
function readText(text: string, flag: string): string | null {
  const value = text.trim();
  if (Array.from(value).length > textMax) throw new UsageError(`--${flag} must be at most ${textMax} characters.`);
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

function readOwner({ account, public: isPublic }: FieldFlags): string | null {
  if ((account === undefined) === (isPublic !== true)) throw new UsageError('Say --account NAME or --public.');
  return isPublic ? null : readAccount(account);
}

/** Reads the members that the flags name, or all for a new field. Throws UsageError with every error. */
export function readField(id: string | undefined, given: FieldFlags, isNew: true): Field;
export function readField(id: string | undefined, given: FieldFlags, isNew: false): Partial<Field>;
export function readField(id: string | undefined, given: FieldFlags, isNew: boolean): Partial<Field> {
  const errors: string[] = [];
  const field: Partial<Field> = isNew ? { demo: false } : {};
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

/** Throws UsageError if a field would have a crop code without a crop. */
export function assertCropOfCode({ eppo }: Partial<Field>, { crop }: Partial<Field>): void {
  if (eppo && !crop) throw new UsageError('--eppo is the code of a crop: name the crop too.');
}

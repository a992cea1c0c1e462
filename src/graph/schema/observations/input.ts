/** The input of a note, and its conversion to the body of the POST. The service's checks run here only for inputs refused anyway. */
import { builder } from '../builder.ts';
import { type InputFault, rangeFault } from '../../errors/gateway-error.ts';
import type { ObservationInput } from '../../reads/add-observation.ts';
import { fieldIdFaults } from '../field-id.ts';
import { knownWord } from '../list-arguments.ts';
import { unknownWordFaults } from '../open-enum.ts';
import { Fraction } from '../measures.ts';
import type { Complete } from '../../../platform/json/complete.ts';
import { GrowthStageScale, ObservationCategory, ObservationSeverity } from './record.ts';

const FractionInput = builder.inputType('FractionInput', {
  description: 'A part of a whole.',
  fields: (t) => ({
    value: t.float({ required: true, description: 'The number, in `unit`: 0 to 100 percent, or 0 to 1.' }),
    unit: t.field({ type: Fraction.unit, required: true, description: 'The unit of `value`.' }),
  }),
});

const GrowthStageInput = builder.inputType('GrowthStageInput', {
  description: 'Crop development: a scale and its code, such as BBCH 65.',
  fields: (t) => ({
    scale: t.field({
      type: GrowthStageScale,
      required: true,
      defaultValue: 'bbch',
      description: 'The scale of `code`.',
    }),
    code: t.string({
      required: true,
      description: 'Code in the scale: for BBCH two digits, or three for crops with mesostages.',
    }),
  }),
});

const OrganismInput = builder.inputType('OrganismInput', {
  description: 'A pest, pathogen or weed.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Common or scientific name, 1 to 200 characters.' }),
    eppoCode: t.string({ description: 'EPPO code, five or six capital letters or digits: `PUCCST`.' }),
  }),
});

const GeoPointInput = builder.inputType('GeoPointInput', {
  description: 'A place, WGS 84.',
  fields: (t) => ({
    longitude: t.float({ required: true, description: 'Degrees east, -180 to 180.' }),
    latitude: t.float({ required: true, description: 'Degrees north, -90 to 90.' }),
  }),
});

const ObservationPhotoInput = builder.inputType('ObservationPhotoInput', {
  description: 'A picture that is already stored elsewhere.',
  fields: (t) => ({
    href: t.string({
      required: true,
      description:
        'Absolute http or https address in percent-encoded ASCII, as `new URL(address).href` is if you also encode brackets, braces and `|`. At most 2,048 characters.',
    }),
    mediaType: t.string({ description: 'Media type (RFC 6838), for example `image/jpeg`.' }),
    caption: t.string({ description: 'Caption, plain text, 1 to 500 characters.' }),
  }),
});

const ObservationAuthorInput = builder.inputType('ObservationAuthorInput', {
  description: 'Author of the observation.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name, plain text, 1 to 200 characters, not blank.' }),
  }),
});

export const AddObservationInput = builder.inputType('AddObservationInput', {
  description:
    'An observation to add, and the key that makes it safe to send again. The built-in service refuses a text with half of a surrogate pair, such as an emoji cut in two.',
  fields: (t) => ({
    idempotencyKey: t.string({
      extensions: { parameter: 'Idempotency-Key' },
      required: true,
      description:
        'A key that the client chooses for each observation and sends until it is acknowledged: 1 to 255 visible ASCII characters, for example a UUID. A key that begins with a quote is a quoted string, and counts as its inner text.',
    }),
    fieldId: t.id({ required: true, description: 'The field of the observation, `fld_…`.' }),
    text: t.string({ required: true, description: 'Plain text, 1 to 4,000 characters, not blank.' }),
    category: t.field({ type: ObservationCategory, description: 'Subject. Defaults to GENERAL.' }),
    title: t.string({ description: 'A short heading, plain text, 1 to 200 characters, not blank.' }),
    severity: t.field({ type: ObservationSeverity, description: 'How bad it is.' }),
    affectedArea: t.field({ type: FractionInput, description: 'Part of the field affected.' }),
    growthStage: t.field({
      type: GrowthStageInput,
      description: 'Crop development: a scale and its code, such as BBCH 65.',
    }),
    organism: t.field({ type: OrganismInput, description: 'The pest, pathogen or weed found.' }),
    location: t.field({ type: GeoPointInput, description: 'Place of the observation.' }),
    photos: t.field({ type: [ObservationPhotoInput], description: 'Pictures, at most 10.' }),
    tags: t.stringList({ description: 'Free words of 1 to 64 characters, at most 20, none blank, no two equal.' }),
    author: t.field({ type: ObservationAuthorInput, description: 'Author, as signed.' }),
    observedAt: t.field({
      type: 'DateTime',
      description: 'Time of the observation, at most 5 minutes in the future. Defaults to the time of the write.',
    }),
  }),
});

/** An input as sent. */
export type SentInput = typeof AddObservationInput.$inferInput;

/** The errors that keep an input from being sent. The service finds the others. */
export function inputFaults(input: SentInput): InputFault[] {
  return [
    ...idempotencyKeyFaults(input.idempotencyKey),
    ...fieldIdFaults(input.fieldId, ['input', 'fieldId']),
    ...unknownWordFaults(input.category, ['input', 'category']),
    ...unknownWordFaults(input.severity, ['input', 'severity']),
    ...unknownWordFaults(input.affectedArea?.unit, ['input', 'affectedArea', 'unit']),
    ...unknownWordFaults(input.growthStage?.scale, ['input', 'growthStage', 'scale']),
    ...infiniteFaults(input.affectedArea?.value, ['input', 'affectedArea', 'value']),
    ...infiniteFaults(input.location?.longitude, ['input', 'location', 'longitude']),
    ...infiniteFaults(input.location?.latitude, ['input', 'location', 'latitude']),
  ];
}

/** graphql-js reads 1e400 in a document as Infinity, which JSON would send as null. */
function infiniteFaults(value = 0, path: string[]): InputFault[] {
  const code = rangeFault(value, -Number.MAX_VALUE, Number.MAX_VALUE);
  return code ? [{ path, code, message: `${path.slice(1).join('.')} must be a finite number.` }] : [];
}

/** The contract's pattern. */
const idempotencyKeyPattern = /^([!#-~][!-~]{0,254}|"([!#-[\]-~]|\\["\\]){1,255}")$/;

/** HTTP libraries trim or re-encode other characters, and would send another key than the caller's. */
function idempotencyKeyFaults(key: string): InputFault[] {
  if (idempotencyKeyPattern.test(key)) return [];
  const message = 'An idempotency key is 1 to 255 visible ASCII characters, bare or wholly in quotes: a UUID fits.';
  return [{ path: ['input', 'idempotencyKey'], code: 'WRONG_FORMAT', message }];
}

/**
 * The body of the POST. Its JSON leaves out values that are null or absent in the input: the contract has no null in a body.
 * It also leaves out UNKNOWN, which `inputFaults` reports: such a body is validated and never sent.
 */
export function toObservationInput(input: SentInput): Complete<ObservationInput> {
  const { affectedArea, growthStage, organism, location, photos, author } = input;
  return {
    field_id: input.fieldId,
    text: input.text,
    category: knownWord(input.category),
    title: input.title ?? undefined,
    severity: knownWord(input.severity),
    affected_area: affectedArea ? { value: affectedArea.value, unit: knownWord(affectedArea.unit) } : undefined,
    growth_stage: growthStage ? { scale: knownWord(growthStage.scale), code: growthStage.code } : undefined,
    organism: organism ? { name: organism.name, eppo_code: organism.eppoCode ?? undefined } : undefined,
    location: location ? { type: 'Point', coordinates: [location.longitude, location.latitude] } : undefined,
    photos: photos?.map(({ href, mediaType, caption }) => ({
      href,
      media_type: mediaType ?? undefined,
      caption: caption ?? undefined,
    })),
    tags: input.tags ?? undefined,
    author: author ?? undefined,
    observed_at: input.observedAt ?? undefined,
  };
}

/** The values that a program does not copy from the bytes: a measure in another unit, the names of words, and the results of resolvers. */
import { type Leaf, leafOf } from '../leaves.ts';
import { compiledBytes } from '../memory.ts';
import { noInfo } from '../plan/bail-out.ts';
import { getsContext, type ResolvedFieldPlan, type ValuePlan } from '../plan/plan.ts';
import { ProjectionWriter, type Surroundings } from '../plan/projection.ts';
import type { Convert, Recipe } from '../resolvers.ts';
import { comparison, writing } from './generated-code.ts';
import { numberAt } from './json-values.ts';
import { memberOf, type ObservedShape } from './observed-shape.ts';

export type Words = Extract<Leaf, { is: 'words' }>;
export type Joined = Extract<Recipe, { does: 'joined' }>;
export type Converted = Extract<Recipe, { does: 'converted' }>;

/** Written in place of null: a text, or the output of this function. */
export type Missing = string | (() => void);

/** Writes a value that is not null, and `missing` in place of nulls in it that the graph forbids. */
export type Present = (missing: Missing) => void;

/** A selected member of a converted object. */
type ConvertedPart = { key: string } & (
  | { is: 'typename'; name: string }
  | { is: 'value' }
  | { is: 'unit'; textOf: (unit: string) => string }
);

/** JSON of the name of a word. */
export const nameOf = ({ names, other }: Words, word: string): string => JSON.stringify(names.get(word) ?? other);

/** Returns the selected members of a converted object. Undefined if any is not its numeric value, its unit or `__typename`. */
export function convertedParts(plan: ValuePlan, recipe: Converted): ConvertedPart[] | undefined {
  if (plan.kind !== 'object') return undefined;
  const parts: ConvertedPart[] = [];
  for (const field of plan.object.fields) {
    const { key } = field;
    if (field.kind === 'typename') parts.push({ is: 'typename', key, name: field.name });
    else if (field.kind !== 'property' || field.value.kind !== 'leaf') return undefined;
    else if (field.name === recipe.value && leafOf(field.value.type)?.is === 'float') parts.push({ is: 'value', key });
    else {
      const leaf = field.name === recipe.unit ? leafOf(field.value.type) : undefined;
      if (leaf?.is === 'text') parts.push({ is: 'unit', key, textOf: JSON.stringify });
      else if (leaf?.is === 'words') parts.push({ is: 'unit', key, textOf: (unit) => nameOf(leaf, unit) });
      else return undefined;
    }
  }
  return parts;
}

/** The value of a converted object, and its unit, which is always the same; undefined if the value is no number or the unit varies. */
export function measureOf(
  measure: ObservedShape,
  recipe: Converted,
): [value: ObservedShape, unit: ObservedShape, from: string] | undefined {
  const value = memberOf(measure, recipe.value);
  const unit = memberOf(measure, recipe.unit);
  if (measure.kind !== 'object' || value?.kind !== 'number' || unit?.constant === undefined) return undefined;
  const isUnitSure = !unit.isNullable && !unit.isOptional;
  // Services may leave out the unit of a null.
  return isUnitSure || value.isNullable ? [value, unit, unit.constant] : undefined;
}

/** Parameters and body of a function that writes the name of a word. The word's bytes are from `s` to before `e`. */
export function wordFunction({ names, other }: Words): string {
  const cases = Array.from(names, ([word, name]) => {
    const sent = JSON.stringify(word);
    return `if (e - s === ${Buffer.byteLength(sent)} && ${comparison(sent, 's')}) { ${writing(JSON.stringify(name))} return o; }`;
  });
  return `(b, bv, s, e, ov, o) {\n${cases.join('\n')}\n${writing(JSON.stringify(other))} return o; }`;
}

/** `of` returns the JSON of a resolver's result, from the texts of the properties that it reads ('' if missing); `bytes` is the memory. */
export interface Answer {
  of: (run: Surroundings, ...texts: string[]) => string;
  bytes: number;
}

/** Makes an answer that parses the texts, calls the resolver and projects its result. */
export function resolvedAnswer(field: ResolvedFieldPlan, names: readonly string[]): Answer {
  const { resolve, value, arguments: number } = field;
  const isOfContext = getsContext(field);
  const projections = new ProjectionWriter();
  const projection = projections.add(value);
  projections.compile();
  const of: Answer['of'] = (run, ...texts) => {
    const source: Record<string, unknown> = {};
    for (const [at, text] of texts.entries()) if (text !== '') source[names[at] as string] = parsed(text);
    const context = isOfContext ? run.context : noInfo;
    return JSON.stringify(projection.project(resolve(source, run.arguments[number] ?? {}, context, noInfo), run));
  };
  return { of, bytes: compiledBytes(projections.text) };
}

let latestText = '';
let latestValue: unknown;

/** Aliases of a field read the same text, one after the other: it is parsed once. */
function parsed(text: string): unknown {
  if (text !== latestText) {
    latestValue = JSON.parse(text);
    latestText = text;
  }
  return latestValue;
}

/** Values of one unit repeat (tenths of a degree), so their converted texts are cached. */
const valuesMax = 4_096;
/** Pairs of units with a cached conversion. Bounded, because a service may send any word as a unit. */
const pairsMax = 64;

/** Makes a function that converts a number that `readFloat` read, and writes it. Throws if the result is not finite. */
function createConversion(by: Convert, from: string, to: string) {
  const texts = new Map<number, string>();
  /** Returns the position after the text. */
  return (bytes: Buffer, start: number, end: number, output: Uint8Array, place: number): number => {
    const value = numberAt(bytes, start, end);
    let text = texts.get(value);
    if (text === undefined) {
      const converted = by(value, from, to);
      if (!Number.isFinite(converted)) throw new RangeError('not finite');
      text = JSON.stringify(converted);
      if (texts.size === valuesMax) texts.clear();
      texts.set(value, text);
    }
    return writeAscii(text, output, place);
  };
}

/** Writes a short text, such as a number, and returns the position after it. A call into C++ would cost more. */
export function writeAscii(text: string, output: Uint8Array, place: number): number {
  for (let at = 0; at < text.length; at++) output[place + at] = text.charCodeAt(at);
  return place + text.length;
}

const conversions = new WeakMap<Convert, Map<string, ReturnType<typeof createConversion>>>();

/** Makes the conversion from one unit to another, and the texts of the other by the part that shows it. */
export const conversionTo = (by: Convert, from: string, parts: readonly ConvertedPart[]) => (to: string) => ({
  write: conversionOf(by, from, to),
  units: parts.map((part) => (part.is === 'unit' ? part.textOf(to) : '')),
});

/** The conversion between two units, with its cache. */
function conversionOf(by: Convert, from: string, to: string) {
  const ofConvert = conversions.getOrInsert(by, new Map());
  const conversion = ofConvert.getOrInsertComputed(JSON.stringify([from, to]), () => createConversion(by, from, to));
  if (ofConvert.size > pairsMax) ofConvert.clear();
  return conversion;
}

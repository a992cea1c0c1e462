/**
 * Finds the names of the schema that share words with a wrong one: `currentWeather` is `latestWeather`. A member of an object is found with
 * its object: `mean` is `statistics { mean }`. graphql-js compares letters only.
 */
import {
  type GraphQLError,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isObjectType,
} from 'graphql';
import { type Candidate, candidatesOf, type Field, type Input, wordsOf } from './candidates.ts';

export interface Scored<Definition> extends Candidate<Definition> {
  score: number;
  /** Whether each word of the guess is in it. */
  isWhole: boolean;
}

/** Minimum score of a suggestion, and its maximum distance from the best. */
const scoreMin = 0.5;
const scoreRange = 0.2;
const memberPenalty = 0.1;
/** Ranks equal names with a word of the guess itself first. */
const synonymPenalty = 0.01;
const typoScore = 0.95;
/** Words of a guess without a meaning. */
const fillers = new Set(['get', 'fetch', 'list', 'all', 'is', 'my']);
const guessWordsMax = 6;
const guessLengthMax = 60;
export const suggestionsMax = 5;

/** The words of a guess, each with the words of the schema that it may stand for. */
export function meaningsOf(schema: GraphQLSchema, guess: string): string[][] {
  const { synonyms } = vocabularyOf(schema);
  return wordsOf(guess.replace(/(?<=.)(?:By|_by_)(?:I|i|P|p)\w+$/, ''))
    .filter((word) => !fillers.has(word))
    .slice(0, guessWordsMax)
    .map((word) => [word, ...(Object.hasOwn(synonyms, word) ? (synonyms[word] ?? '').split(' ') : [])]);
}

const bitCount = (bits: number): number => (bits === 0 ? 0 : (bits & 1) + bitCount(bits >> 1));

/** The candidates that share most words with a guess, best first. A bonus ranks candidates that share the same number. */
export function closest<Definition extends { name: string }>(
  schema: GraphQLSchema,
  guess: string,
  candidates: readonly Candidate<Definition>[],
  bonus: (candidate: Candidate<Definition>) => number = () => 0,
): Scored<Definition>[] {
  if (guess.length > guessLengthMax) return [];
  const known = vocabularyOf(schema).words;
  const meanings = meaningsOf(schema, guess);
  const said = meanings.flatMap((words, at) => words.map((word) => ({ word, bit: 1 << at, isKnown: known.has(word) })));
  // `wind` is not a misspelt `kind`.
  const isWord = guess.length <= typoMin && said.some(({ isKnown }) => isKnown);
  /** For a word of the schema, the words of the guess that mean the same, as bits. */
  const meant = new Map<string, number>();
  const meaningOf = (one: string) => {
    const same = said.filter(({ word, isKnown }) => word === one || (!isKnown && isShort(word, one)));
    return same.reduce((bits, { bit }) => bits | bit, 0);
  };
  const shares = (words: readonly string[]) =>
    words.reduce((bits, word) => bits | meant.getOrInsertComputed(word, meaningOf), 0);
  const scored: Scored<Definition>[] = [];
  for (const candidate of candidates) {
    const { words, own, path, on } = candidate;
    const shared = shares(words);
    const isSlip = !own && !isWord && isTypo(guess, path[0]?.name ?? on?.name ?? '');
    // Skip a member that matches no more of the guess than its object does: it is one of many.
    if (!isSlip && (shared === 0 || (own && shared === shares(words.slice(0, -own))))) continue;
    const count = bitCount(shared) + words.filter((word) => meant.get(word)).length;
    const agrees = count / (meanings.length + words.length) - (own ? memberPenalty : 0);
    const score = isSlip ? Math.max(typoScore, agrees) : agrees;
    if (score < scoreMin) continue;
    const isSynonym = !isSlip && !meanings.some(([word = '']) => words.includes(word));
    scored.push({
      ...candidate,
      score: score + bonus(candidate) - (isSynonym ? synonymPenalty : 0),
      isWhole: shared === 2 ** meanings.length - 1,
    });
  }
  const best = Math.max(...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score > best - scoreRange)
    .sort((one, other) => other.score - one.score)
    .slice(0, suggestionsMax);
}

const shortMin = 3;

/** Whether one word is the other, shortened or with an ending. */
function isShort(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= shortMin && long.startsWith(short);
}

/** Minimum length of a name in which one letter may be wrong, and in which two adjacent ones may be. */
const typoMin = 4;
const longTypoMin = 10;

/** Whether the names differ only in one letter, or in long names in two adjacent ones. Two swapped letters count in all names. */
function isTypo(one: string, other: string): boolean {
  const length = Math.max(one.length, other.length);
  let [head, tail] = [0, 0];
  while (head < length && one[head] === other[head]) head += 1;
  while (tail < length - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  const wrong = length - head - tail;
  const isSwap = wrong === 2 && one[head] === other[head + 1] && one[head + 1] === other[head];
  return isSwap || wrong <= (length >= longTypoMin ? 2 : length >= typoMin ? 1 : 0);
}

const vocabularies = new WeakMap<GraphQLSchema, ReturnType<typeof readVocabulary>>();

const vocabularyOf = (schema: GraphQLSchema) => vocabularies.getOrInsertComputed(schema, readVocabulary);

function readVocabulary(schema: GraphQLSchema) {
  const names = Object.values(schema.getTypeMap()).flatMap((type) => {
    const fields: (Field | Input)[] = 'getFields' in type ? Object.values(type.getFields()) : [];
    return [type, ...fields, ...fields.flatMap((field) => ('args' in field ? field.args : []))].map(({ name }) => name);
  });
  return {
    /** Words of callers that the graph does not use, each with those that it may mean. */
    synonyms: (schema.extensions.synonyms ?? {}) as Readonly<Record<string, string>>,
    /** The words of the schema: `wind` is not short for `window` where both are words of it. */
    words: new Set(names.flatMap(wordsOf)),
  };
}

const selectionPattern = /^Field "\w+" of type "\W*(\w+)\W*" must have a selection of subfields\./;
// Also matches the error of a variable, whose name and path come first.
const objectPattern = /(?:^|: )Expected value of type "(\w+)!*" to be an object/;
const enumPattern =
  /(?:^|: )(?:Value "\w{0,60}" does not exist in "(?<of>\w+)" enum|Enum "(?<enum>\w+)" cannot represent non-enum value)/;
const inputPattern =
  /((?:^|: )Expected value of type "(?<type>\w+)!*" not to include unknown field "(?<name>\w+)")(?:\. Did you mean .{0,300}?\?)?,? found/i;
const lettersPattern = /^((?:Cannot query field|Unknown argument|Unknown type) .*?)\. Did you mean .*\?$/;

/** The message of an error with the valid choices: the selection, the fields of an input object, the values of an enum. */
export function withSuggestions(schema: GraphQLSchema, { message }: GraphQLError): string {
  const selected = selectionPattern.exec(message)?.[1];
  if (selected) return message.replace(' { ... }', selectionText(schema.getType(selected)));
  const value = enumPattern.exec(message)?.groups;
  const named = schema.getType(objectPattern.exec(message)?.[1] ?? value?.of ?? value?.enum ?? '');
  if (isInputObjectType(named)) return `${message} Its fields are ${listOf(Object.keys(named.getFields()))}.`;
  if (isEnumType(named)) return `${message} Its values are ${listOf(named.getValues().map(({ name }) => name))}.`;
  const { type = '', name = '' } = inputPattern.exec(message)?.groups ?? {};
  const owner = schema.getType(type);
  if (!isInputObjectType(owner)) return message.replace(lettersPattern, '$1.');
  const suggested = closest(schema, name, candidatesOf(Object.values(owner.getFields()))).map(
    ({ path: [first, member] }) => (member ? `${first?.name}: { ${member.name}: … }` : `${first?.name}`),
  );
  return message.replace(inputPattern, (_, head) => `${head}${didYouMean(suggested)} Found`);
}

const disjunction = new Intl.ListFormat('en', { type: 'disjunction' });
const conjunction = new Intl.ListFormat('en');
const listedMax = 20;

/** `. Did you mean "one" or "other"?`, or nothing but the full stop. */
export function didYouMean(texts: readonly string[]): string {
  return texts.length === 0 ? '.' : `. Did you mean ${disjunction.format(texts.map((text) => `"${text}"`))}?`;
}

function listOf(names: readonly string[]): string {
  const known = names.filter((name) => name !== 'UNKNOWN');
  return conjunction.format(known.length > listedMax ? [...known.slice(0, listedMax), 'others'] : known);
}

/** Selection for a type: every field of a small one, such as a value with its unit. */
export function selectionText(type: unknown): string {
  if (!isObjectType(type)) return isCompositeType(type) ? ' { ... }' : '';
  const fields = Object.values(type.getFields());
  if ('value' in type.getFields() && 'unit' in type.getFields()) return ' { value unit }';
  const isSmall = fields.length <= 2 && fields.every((field) => isLeafType(getNamedType(field.type)));
  return isSmall ? ` { ${fields.map(({ name }) => name).join(' ')} }` : ' { ... }';
}

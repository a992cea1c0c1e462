/**
 * Suggests names in validation errors by the words that they share with the wrong one: `currentWeather` is `latestWeather`. graphql-js
 * compares letters only. A member of an object is suggested with its object: `mean` is `statistics { mean }`.
 */
import {
  type ASTNode,
  type GraphQLArgument,
  type GraphQLError,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLSchema,
  type GraphQLNamedType,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  print,
} from 'graphql';

interface Candidate {
  /** As it may stand in the place of the wrong node. */
  text(node: ASTNode | undefined): string;
  words: readonly string[];
  /** For a member: how many of the words are its own rather than its object's. */
  own?: number;
}

const fieldPattern = /^Cannot query field "(?<name>\w{1,60})" on type "(?<type>\w+)"/;
const argumentPattern = /^Unknown argument "(?<name>\w{1,60})" on field "(?<type>\w+)\.(?<field>\w+)"/;
const inputPattern = /^Expected value of type "(?<type>\w+)!*" not to include unknown field "(?<name>\w{1,60})"/;
const selectionPattern = /^Field "\w+" of type "\W*(\w+)\W*" must have a selection of subfields\./;
// Also of a variable, whose name and path come before.
const objectPattern = /(?:^|: )Expected value of type "(\w+)!*" to be an object/;
const enumPattern = /(?:^|: )Value "\w{0,60}" does not exist in "(\w+)" enum/;
const lettersPattern = /\. Did you mean ((?:"\w+"(?:, or |, | or )?)+)\?/;

/** The message of a validation error, with suggestions by words before those by letters. */
export function withSuggestions(schema: GraphQLSchema, { message, nodes: [node] = [] }: GraphQLError): string {
  const selected = selectionPattern.exec(message)?.[1];
  if (selected) return message.replace(' { ... }', selectionOf(schema.getType(selected)));
  const named = schema.getType((objectPattern.exec(message) ?? enumPattern.exec(message))?.[1] ?? '');
  if (isInputObjectType(named)) return `${message} Its fields are ${listOf(Object.keys(named.getFields()))}.`;
  if (isEnumType(named)) return `${message} Its values are ${listOf(named.getValues().map(({ name }) => name))}.`;
  const guessed = message.includes('inline fragment') ? undefined : readGuess(schema, message);
  if (guessed === undefined) return message;
  const connection = connectionOf(schema, guessed.name, guessed.typeName);
  if (connection !== undefined) return `${guessed.head}. Pages are in "${connection}".`;
  const measure = /^units?$/i.test(guessed.name) ? measureOf(guessed.returned) : undefined;
  if (measure !== undefined) return `${guessed.head}. Each measure takes a unit: "${measure}(unit: …)".`;
  const byWords = closest(guessed.name, guessed.candidates, synonymsOf(schema)).map(({ text }) => text(node));
  const byLetters = lettersPattern.exec(message)?.[1]?.match(/\w+(?=")/g) ?? [];
  const others = byLetters.filter((name) => !byWords.some((text) => /\w+/.exec(text)?.[0] === name));
  const suggested = [...byWords, ...others].slice(0, suggestionsMax).map((text) => `"${text}"`);
  if (suggested.length === 0) return message;
  const rest = message
    .slice(guessed.head.length)
    .replace(lettersPattern, '')
    .replace(/^,? found/i, ' Found');
  return `${guessed.head}. Did you mean ${disjunction.format(suggested)}?${rest.replace(/^\.$/, '')}`;
}

const suggestionsMax = 5;
const disjunction = new Intl.ListFormat('en', { type: 'disjunction' });
const conjunction = new Intl.ListFormat('en');
const listedMax = 20;

function listOf(names: readonly string[]): string {
  const known = names.filter((name) => name !== 'UNKNOWN');
  return conjunction.format(known.length > listedMax ? [...known.slice(0, listedMax), 'others'] : known);
}

const pageMembers = new Set(['edges', 'node', 'nodes', 'pageInfo', 'hasNextPage', 'cursor', 'endCursor']);

/** The first field of a type that takes a unit. */
function measureOf(type: GraphQLNamedType | undefined): string | undefined {
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  return fields.find(({ args }) => args.some(({ name }) => name === 'unit'))?.name;
}

/** Pages of a list are in its connection: the field that returns one, for a member of pages selected of an item. */
function connectionOf(schema: GraphQLSchema, name: string, typeName: string): string | undefined {
  if (!pageMembers.has(name)) return undefined;
  const connection = `${typeName}Connection`;
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const fields = types.flatMap((type) => Object.values(type.getFields()));
  return fields.find(({ type }) => getNamedType(type).name === connection)?.name;
}

/** Words of callers that the graph says otherwise, from the schema: each with those that it may stand for. */
function synonymsOf({ extensions }: GraphQLSchema): Readonly<Record<string, string>> {
  return (extensions.synonyms ?? {}) as Readonly<Record<string, string>>;
}

function readGuess(schema: GraphQLSchema, message: string) {
  const found = fieldPattern.exec(message) ?? argumentPattern.exec(message) ?? inputPattern.exec(message);
  if (found === null) return undefined;
  const [head, { name = '', type: typeName = '', field }] = [found[0], found.groups ?? {}];
  const type = schema.getType(typeName);
  if (isInputObjectType(type)) return { head, name, typeName, candidates: inputsOf(Object.values(type.getFields())) };
  if (field === undefined) return { head, name, typeName, candidates: type ? fieldsOf(schema, type) : [] };
  const owner = isObjectType(type) ? type.getFields()[field] : undefined;
  const returned = owner && getNamedType(owner.type);
  return { head, name, typeName, returned, candidates: inputsOf(owner?.args ?? []) };
}

const knownFields = new WeakMap<GraphQLNamedType, Candidate[]>();

/** Made once for each type: there are many members. */
function fieldsOf(schema: GraphQLSchema, type: GraphQLNamedType): Candidate[] {
  const known = knownFields.get(type);
  if (known) return known;
  const made = isAbstractType(type)
    ? schema.getPossibleTypes(type).flatMap((possible) =>
        fieldsOf(schema, possible).map((candidate) => ({
          ...candidate,
          text: (node: ASTNode | undefined) => `... on ${possible} { ${candidate.text(node)} }`,
        })),
      )
    : Object.values(isObjectType(type) ? type.getFields() : {}).flatMap(candidatesOf);
  knownFields.set(type, made);
  return made;
}

function candidatesOf({ name, args, type }: GraphQLField<unknown, unknown>): Candidate[] {
  const inner = getNamedType(type);
  const members = isObjectType(inner) ? Object.values(inner.getFields()) : [];
  const call = (node: ASTNode | undefined) => {
    const guess = node?.kind === 'Field' ? node.name.value.toUpperCase() : '';
    const required = args.filter(isRequiredArgument).map((argument) => requiredArgument(argument, guess));
    return required.length === 0 ? name : `${name}(${required.join(', ')})`;
  };
  const selected = (node: ASTNode | undefined, of: GraphQLNamedType) =>
    node?.kind === 'Field' && node.selectionSet ? '' : selectionOf(of);
  const words = wordsOf(name);
  return [
    { text: (node) => `${call(node)}${selected(node, inner)}`, words },
    ...members
      .filter((member) => !member.args.some(isRequiredArgument))
      .map((member) => ({
        text: (node: ASTNode | undefined) =>
          `${call(node)} { ${member.name}${selected(node, getNamedType(member.type))} }`,
        words: [...words, ...wordsOf(member.name)],
        own: wordsOf(member.name).length,
      })),
  ];
}

/** An argument that must be there: an enum with the value that the wrong name holds, `ndviSeries`. */
function requiredArgument({ name, type }: GraphQLArgument, guess: string): string {
  const named = getNamedType(type);
  const value = isEnumType(named) && named.getValues().find((each) => guess.includes(each.name));
  return `${name}: ${value ? value.name : '…'}`;
}

/** Selection for a type: every field of a small one, such as a value with its unit. */
function selectionOf(type: unknown): string {
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields());
  const isSmall = fields.length <= 2 && fields.every((field) => isLeafType(getNamedType(field.type)));
  return isSmall ? ` { ${fields.map(({ name }) => name).join(' ')} }` : ' { ... }';
}

const valueLengthMax = 60;

function inputsOf(inputs: readonly (GraphQLArgument | GraphQLInputField)[]): Candidate[] {
  return inputs.flatMap(({ name, type }) => {
    const inner = getNamedType(type);
    const members = isInputObjectType(inner) ? Object.keys(inner.getFields()) : [];
    const words = wordsOf(name);
    return [
      { text: () => name, words },
      ...members.map((member) => ({
        text: (node: ASTNode | undefined) => `${name}: { ${member}: ${sentValue(node)} }`,
        words: [...words, ...wordsOf(member)],
        own: wordsOf(member).length,
      })),
    ];
  });
}

function sentValue(node: ASTNode | undefined): string {
  const value = node?.kind === 'Argument' || node?.kind === 'ObjectField' ? print(node.value) : '';
  return value !== '' && value.length <= valueLengthMax ? value : '…';
}

/** At least so much of the names must agree, and no suggestion is that much worse than the best. */
const scoreMin = 0.5;
const scoreRange = 0.2;
const memberPenalty = 0.1;
const guessWordsMax = 6;

function closest(
  guess: string,
  candidates: readonly Candidate[],
  synonyms: Readonly<Record<string, string>>,
): Candidate[] {
  const meanings = wordsOf(guess)
    .slice(0, guessWordsMax)
    .map((word) => [word, ...(Object.hasOwn(synonyms, word) ? (synonyms[word] ?? '') : '').split(' ')]);
  /** By a word of the schema, the words of the guess that say the same, a bit each. */
  const meant = new Map<string, number>();
  const bitsOf = (word: string) => {
    const bits = meanings.reduce((set, each, at) => set | (Number(each.some((one) => isSame(word, one))) << at), 0);
    meant.set(word, bits);
    return bits;
  };
  const shares = (words: readonly string[], end = words.length) => {
    let bits = 0;
    for (let at = 0; at < end; at += 1) bits |= meant.get(words[at] ?? '') ?? bitsOf(words[at] ?? '');
    return bits;
  };
  const scored = candidates.flatMap((candidate) => {
    const { words, own } = candidate;
    const shared = shares(words);
    // A member that says no more of the guess than its object does is one of many.
    if (shared === 0 || (own && shared === shares(words, words.length - own))) return [];
    const count = shared.toString(2).replaceAll('0', '').length;
    return { candidate, score: (2 * count) / (meanings.length + words.length) - (own ? memberPenalty : 0) };
  });
  const best = Math.max(scoreMin, ...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score >= Math.max(scoreMin, best - scoreRange))
    .sort((one, other) => other.score - one.score)
    .slice(0, suggestionsMax)
    .map(({ candidate }) => candidate);
}

/** `temperature_2m_max` and `temperatureMax` alike; a plural is its singular. */
function wordsOf(name: string): string[] {
  return (name.match(/[A-Za-z][a-z]*\d*|\d+/g) ?? []).map((word) => word.toLowerCase().replace(/(?<=.[^us])s$/, ''));
}

const prefixMin = 3;

function isSame(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short === long || (short.length >= prefixMin && long.startsWith(short));
}

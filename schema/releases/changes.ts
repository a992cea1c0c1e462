/** Lists the changes between two graphs, by their effect on callers. */
import { type Change as Difference, CriticalityLevel, diff } from '@graphql-inspector/core';
import type { GraphQLSchema } from 'graphql';
import { findChangedDefaults } from './defaults.ts';
import { findDeprecations, removalDate } from './deprecations.ts';

/**
 * `breaking`: an operation that worked may fail. `dangerous`: it works, but may return a value that the caller does not
 * expect, such as a new enum value. `safe`: existing operations do not notice the change.
 */
export type Level = 'breaking' | 'dangerous' | 'safe';

export interface Change {
  level: Level;
  /** Where: `Type.field`, `Type.field.argument`, `Enum.VALUE`, `Type`, or `schema`. */
  path: string;
  sentence: string;
  /** Whether only a description changed. */
  isWording: boolean;
}

const levels: Record<CriticalityLevel, Level> = {
  [CriticalityLevel.Breaking]: 'breaking',
  [CriticalityLevel.Dangerous]: 'dangerous',
  [CriticalityLevel.NonBreaking]: 'safe',
};

/**
 * Finds every change once: members of a new type or field are not listed separately. The sentence of a removal states whether it may happen
 * `today`, according to the deprecation in the release.
 */
export async function findChanges(released: GraphQLSchema, present: GraphQLSchema, today: string): Promise<Change[]> {
  const defaults = findChangedDefaults(released, present);
  const isDefault = ({ type, path }: Difference) =>
    /DEFAULT|DESCRIPTION/.test(type) && defaults.some((one) => one.path === path);
  const differences = (await diff(released, present)).filter((one) => !isDeprecation(one) && !isDefault(one));
  const added = new Set(differences.filter(({ type }) => /^(TYPE|FIELD)_ADDED$/.test(type)).map(pathOf));
  const deprecated = findDeprecations(released);
  const changes = differences
    .filter((one) => !ancestors(pathOf(one)).some((path) => added.has(path)))
    .map((one): Change => {
      const isRemoval = removals.has(one.type);
      const comment = isRemoval ? `; ${promiseKept(deprecated.get(pathOf(one)), today)}` : '';
      return {
        level: levels[one.criticality.level],
        path: pathOf(one),
        sentence: `${one.message.replace(/\.$/, '').replace(' (deprecated)', '')}${comment}`,
        isWording: one.type.includes('DESCRIPTION'),
      };
    });
  return [...changes, ...defaults, ...newDeprecations(deprecated, findDeprecations(present))];
}

/** Removals of members that can be deprecated before. A type cannot; deprecate the fields that return it. */
const removals = new Set(['FIELD_REMOVED', 'FIELD_ARGUMENT_REMOVED', 'ENUM_VALUE_REMOVED', 'INPUT_FIELD_REMOVED']);

function promiseKept(reason: string | undefined, today: string): string {
  if (reason === undefined) return 'it was never deprecated in a release';
  const date = removalDate(reason);
  if (date === undefined) return 'it was deprecated without a date';
  return today > date ? `promised until ${date}` : `the release promised it until ${date}`;
}

/** The inspector finds only some deprecations, and lists them twice. `newDeprecations` finds all. */
function isDeprecation({ type, path }: Difference): boolean {
  return type.includes('DEPRECATION') || (path?.includes('.@deprecated') ?? false);
}

function newDeprecations(released: Map<string, string>, present: Map<string, string>): Change[] {
  return [...present]
    .filter(([path, reason]) => released.get(path) !== reason)
    .map(([path, reason]) => ({ level: 'safe', path, sentence: `Deprecated: ${reason}`, isWording: false }));
}

/** A change of the schema itself, such as a removed `Subscription`, has no path of its own. */
const pathOf = ({ path = 'schema' }: Difference): string => path;

function ancestors(path: string): string[] {
  const steps = path.split('.');
  return steps.slice(1).map((_, index) => steps.slice(0, index + 1).join('.'));
}

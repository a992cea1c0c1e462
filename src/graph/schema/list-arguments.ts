/** Arguments that several lists share, and their checks. */
import { invalidArgument, rangeFault } from '../errors/gateway-error.ts';
import type { FieldBuilder } from './field-builders.ts';
import { closedEnum } from './open-enum.ts';
import { sceneWindow, windowArguments } from './windows/arguments.ts';

export const EarthObservationOrder = closedEnum<'asc' | 'desc'>('EarthObservationOrder', 'Order of a list by time.', {
  asc: 'Oldest first.',
  desc: 'Newest first.',
});

/** Maximum number of records in a page, by the contract. */
export const limitMax = 100;

/** Throws BAD_USER_INPUT, before any call, unless a number is from `min` to `max`, both included. `range` says so in words. */
export function assertWithin(name: string, value: number, min: number, max: number, range = `from ${min} to ${max}`) {
  if (value >= min && value <= max) return;
  throw invalidArgument([name], `${name} must be ${range}.`, rangeFault(value, min, max));
}

/** The window of a list of scenes, and their maximum cloud cover. */
export function sceneArguments<Parent>(t: FieldBuilder<Parent>) {
  return {
    ...windowArguments(t, ...sceneWindow),
    maxCloudCover: t.arg.float({
      description: 'Only scenes known to have at most this much cloud over the field, in percent, 0 to 100.',
    }),
  };
}

/** The argument, undefined for null. Throws BAD_USER_INPUT, before any call, unless it is from 0 to 100 percent. */
export function cloudCoverOf(maxCloudCover: number | null | undefined): number | undefined {
  assertWithin('maxCloudCover', maxCloudCover ?? 0, 0, 100, 'from 0 to 100, in percent');
  return maxCloudCover ?? undefined;
}

/** A word of an open enum; undefined for `unknown`, which is output only: its enum or `unknownWordFaults` refuses it as input. */
export function knownWord<Word extends string>(word: Word): Exclude<Word, 'unknown'>;
export function knownWord<Word extends string>(word: Word | null | undefined): Exclude<Word, 'unknown'> | undefined;
export function knownWord(word: string | null | undefined): string | undefined {
  return word === 'unknown' ? undefined : (word ?? undefined);
}

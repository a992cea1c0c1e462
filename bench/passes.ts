/** The passes: keys of the callers and behaviour of the service. They decide what the gateway may share or cache. */
import type { Behaviour } from './upstream/answers.ts';
import type { Writing } from './upstream/writings.ts';

export type PassName =
  | 'own'
  | 'shared'
  | 'shared-changing'
  | 'keyless'
  | 'several'
  | 'several-shared'
  | 'several-far'
  | Writing;

export interface Pass {
  name: PassName;
  title: string;
  /** `Authorization` of the nth request of a run. */
  authorizationOf(nth: number): string | undefined;
  behaviour: Partial<Behaviour>;
  /** Whether responses may be cached and unchanged. */
  isRemembered: boolean;
}

// Keys as the service issues them, all of one length, so that the requests are equally long.
const keyOf = (nth: number) => `Bearer fds_test_${nth.toString(36).padStart(38, '0')}`;
let callersSoFar = 0;

const withKey: Partial<Behaviour> = { etag: true, cacheControl: 'private, no-cache' };

const own: Pass = {
  name: 'own',
  title: 'every request with an Authorization of its own: nothing can be shared or remembered',
  // No key repeats in this process, not even in another round or for another contestant.
  authorizationOf: () => keyOf(++callersSoFar),
  behaviour: withKey,
  isRemembered: false,
};

/** `own`, with another writing of the service's JSON. */
const written = (writing: Writing, how: string): Pass => ({
  ...own,
  name: writing,
  title: `${own.title}; the service writes ${how}`,
  behaviour: { ...withKey, writing },
});

export const passes: Record<PassName, Pass> = {
  own,
  compact: written('compact', 'JSON without white space, in the order of the contract'),
  spaced: written('spaced', 'a space after each `:` and `,`'),
  indented: written('indented', 'indented JSON'),
  reordered: written('reordered', 'members in one other order'),
  shuffled: written('shuffled', 'the members of each object in an order of its own'),
  shared: {
    name: 'shared',
    title: 'all callers with one key, data unchanged, the service sends ETag and `private, no-cache`',
    authorizationOf: () => keyOf(0),
    behaviour: withKey,
    isRemembered: true,
  },
  'shared-changing': {
    name: 'shared-changing',
    title: 'all callers with one key, every read of the service differs from the one before',
    authorizationOf: () => keyOf(0),
    behaviour: { ...withKey, changing: true },
    isRemembered: false,
  },
  keyless: {
    name: 'keyless',
    title: 'no key, data unchanged, the service sends ETag and `public, max-age=300`',
    authorizationOf: () => undefined,
    behaviour: { etag: true, cacheControl: 'public, max-age=300' },
    isRemembered: true,
  },
  several: {
    name: 'several',
    title: 'every request with an Authorization of its own, the service reads several fields in one call',
    authorizationOf: () => keyOf(++callersSoFar),
    behaviour: { ...withKey, describes: true },
    isRemembered: false,
  },
  'several-shared': {
    name: 'several-shared',
    title: 'all callers with one key, data unchanged, the service reads several fields in one call',
    authorizationOf: () => keyOf(0),
    behaviour: { ...withKey, describes: true },
    isRemembered: true,
  },
  'several-far': {
    name: 'several-far',
    title: 'every request with an Authorization of its own, the service reads several fields in one call, 20 ms away',
    authorizationOf: () => keyOf(++callersSoFar),
    behaviour: { ...withKey, describes: true, delayMs: 20 },
    isRemembered: false,
  },
};

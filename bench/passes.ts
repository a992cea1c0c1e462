/** The callers, and how the service behaves meanwhile: what may be shared or cached differs from pass to pass. */
import type { Behaviour } from './upstream/answers.ts';

export type PassName = 'own' | 'shared' | 'shared-changing' | 'keyless' | 'several' | 'several-shared' | 'several-far';

export interface Pass {
  name: PassName;
  title: string;
  /** Header of the nth request of a run. */
  authorizationOf(nth: number): string | undefined;
  behaviour: Partial<Behaviour>;
  /** Whether answers may have been cached before, unchanged. */
  isRemembered: boolean;
}

// Keys in the service's form and length. The count is in base 36, so that equal lengths make equal requests.
const keyOf = (nth: number) => `Bearer fds_test_${nth.toString(36).padStart(38, '0')}`;
let callersSoFar = 0;

const withKey: Partial<Behaviour> = { etag: true, cacheControl: 'private, no-cache' };

export const passes: Record<PassName, Pass> = {
  own: {
    name: 'own',
    title: 'every request with an Authorization of its own: nothing can be shared or remembered',
    // Never the same again in a run of this process, in any round of any contestant.
    authorizationOf: () => keyOf(++callersSoFar),
    behaviour: withKey,
    isRemembered: false,
  },
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

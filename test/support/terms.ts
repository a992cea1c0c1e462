/** Words of ours that have a standard one, and what to write instead. `words.ts` looks for them in code, `prose.ts` in all that users read. */

export interface Term {
  words: string[];
  instead: string;
  /** What a user may read: a pattern of the same words, without their usual senses. Defaults to the words; null where each is usual. */
  prose?: string | null;
}

export const terms: Term[] = [
  { words: ['told', 'tells'], instead: 'notified, reported, logged' },
  { words: ['asked', 'asks'], instead: 'requested, requests' },
  { words: ['kept'], instead: 'cached, stored' },
  { words: ['held', 'holding'], instead: 'retained, size' },
  { words: ['give up', 'gives up', 'giveUp', 'givesUp', 'givingUp'], instead: 'bail out, stop' },
  { words: ['learnt', 'teaches'], instead: 'observed; warm-up' },
  {
    words: ['judge', 'judges', 'judged', 'forgive', 'forgiven', 'makeRoom', 'make room'],
    instead: 'record, reset, evict',
  },
  { words: ['ungrouped'], instead: 'fallback' },
  {
    words: ['arrival', 'arrivals', 'visit', 'visits', 'exchange', 'exchanges', 'operate'],
    instead: 'request, handle',
    prose: null,
  },
  {
    words: ['door', 'doors', 'wing', 'wings', 'roof', 'ground floor', 'halves'],
    instead: 'entry point, part, process',
  },
  { words: ['siege', 'sieges'], instead: 'load test' },
  { words: ['fault', 'faults'], instead: 'error, violation; `faults` only as the name in the API' },
  { words: ['aside', 'beside'], instead: 'next to' },
  { words: ['alone'], instead: 'only' },
  { words: ['whoever'], instead: 'anyone who' },
  { words: ['behind'], instead: 'overloaded; after', prose: '(?<=^|\\s)behind(?! (?:an?|the|one|your|nginx|it)\\b)' },
  { words: ['as it came'], instead: 'as the service supplied it' },
];

/** A sentence that begins like this has its subject in a clause: put the reader or the thing first. */
export const clumsyStart = /^(?:Of|Whoever|What|Who|That|So many)\b.*\.$/;

export const sentenceWordsMax = 25;

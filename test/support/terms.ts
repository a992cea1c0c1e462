/** Words to avoid, and the standard words to write instead. `words.ts` checks code, `prose.ts` checks all texts that users read. */

export interface Term {
  words: string[];
  instead: string;
  /** The pattern for texts of users, which leaves out usual senses. Defaults to the words; null if all senses are usual. */
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

/** A sentence with this beginning has a clause as its subject: put the reader or the thing first. */
export const clumsyStart = /^(?:Of|Whoever|What|Who|That|So many)\b.*\.$/;

export const sentenceWordsMax = 25;

/** In which turns of the event loop the steps of long work run. */
import { expect, it } from 'vitest';
import { inTurns, nextTurn } from '../../../src/platform/sync/turns.ts';

/** Passes `start` a function that records an event, and returns the events with the turns of the event loop in which they were recorded. */
async function turnsOf<Event>(
  start: (record: (event: Event) => void) => void,
): Promise<[turn: number, event: Event][]> {
  const events: [number, Event][] = [];
  let turn = 1;
  start((event) => events.push([turn, event]));
  for (; turn < 20; turn += 1) await new Promise(setImmediate);
  return events;
}

it('one step runs at a time, in the order of the requests, and two other turns pass between two steps', async () => {
  const requestAll = (record: (name: string) => void) => {
    for (const name of ['a', 'b', 'c']) nextTurn().then(() => record(name));
  };
  const expected = [
    [3, 'a'],
    [6, 'b'],
    [9, 'c'],
  ];
  expect(await turnsOf(requestAll)).toEqual(expected);
  // Once nothing waits, the next request starts anew.
  expect(await turnsOf(requestAll)).toEqual(expected);
});

it.each([
  [0, []],
  [4, [2, 2]],
  [3, [2, 1]],
])('inTurns maps %i items in parts of %j, one in each turn, and resolves in a further turn', async (count, sizes) => {
  const items = Array.from({ length: count }, (_, index) => index);
  const events = await turnsOf<unknown>((record) => {
    const map = (part: readonly number[]) => {
      record(part.length);
      return part.map(String);
    };
    inTurns(items, 2, map).then(record);
  });
  expect(events).toEqual([...sizes, items.map(String)].map((event, index) => [3 * (index + 1), event]));
});

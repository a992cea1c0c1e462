import { describe, expect, it } from 'vitest';
import {
  type Admission,
  type AdmissionOptions,
  createAdmission,
} from '../../../../src/platform/server/admission/admission.ts';

/** An admission whose event loop delay and memory the test sets. */
function admitted(options: Pick<AdmissionOptions, 'cutArriving'> = {}): Admission & {
  late(milliseconds: number, turns?: number, turnMs?: number): void;
  overdue: number;
  memory: number;
  changes: boolean[];
  ofMemory: boolean[];
} {
  let now = 60_000;
  let turnEnded: (lateMs: number) => void = () => undefined;
  const moved = { overdue: 0, memory: 0, changes: [] as boolean[], ofMemory: [] as boolean[] };
  const admission = createAdmission({
    ...options,
    delayMsMax: 50,
    now: () => now,
    memory: () => moved.memory,
    onChange: (begins, of) => ({ delay: moved.changes, memory: moved.ofMemory })[of].push(begins),
    watch(onTurn) {
      turnEnded = onTurn;
      return { overdueMs: () => moved.overdue, close: () => undefined };
    },
  });
  return Object.assign(moved, admission, {
    late(milliseconds: number, turns = 1, turnMs = 100) {
      for (let turn = 0; turn < turns; turn += 1) {
        now += turnMs;
        turnEnded(milliseconds);
      }
    },
  });
}

/** Begins requests until one is refused; returns how many began, and the reason of the refusal. */
function fill(admission: Admission): [begun: number, reason: string | undefined] {
  for (let begun = 0; begun < 10_000; begun += 1) {
    const reason = admission.enter();
    if (reason !== undefined) return [begun, reason];
  }
  return [10_000, undefined];
}

it('at the limit, a request whose body arrives slowly is cut for another one, unless the process is overloaded', () => {
  const cuts = { left: 0 };
  const cutArriving = () => cuts.left-- > 0;
  const admission = createAdmission({
    delayMsMax: 50,
    onChange: () => undefined,
    cutArriving,
    watch: () => ({ overdueMs: () => 0, close: () => undefined }),
  });
  expect(fill(admission)).toEqual([4_096, 'in_flight']);
  cuts.left = 100;
  expect(fill(admission)).toEqual([100, 'in_flight']);
  const overloaded = admitted({ cutArriving });
  fill(overloaded);
  lateUnderLoad(overloaded, 200, 10);
  cuts.left = 100;
  expect(fill(overloaded)[1]).toBe('in_flight');
  expect(cuts.left).toBe(100);
  // A request that is refused for another reason cuts none.
  const late = admitted({ cutArriving });
  cuts.left = 0;
  fill(late);
  late.overdue = 10_000;
  cuts.left = 100;
  expect(late.enter()).toBe('delay');
  expect(cuts.left).toBe(100);
});

/** Below this number of requests in flight or begun in one turn, every request is admitted. */
const floor = 8;

/** Requests of one turn that end at once: just enough for delay to count as load. */
function flood(admission: Admission): void {
  for (let begun = 0; begun < floor; begun += 1) if (admission.enter() === undefined) admission.leave();
}

/** Turns under load, each late by this much. */
function lateUnderLoad(admission: ReturnType<typeof admitted>, milliseconds: number, turns: number): void {
  for (let turn = 0; turn < turns; turn += 1) {
    flood(admission);
    admission.late(milliseconds);
  }
}

describe('admission', () => {
  it('admits every request below the floor of requests in flight, however late the event loop is, and reports no overload', () => {
    const admission = admitted();
    for (let seconds = 0; seconds < 10; seconds += 1) {
      admission.late(5_000, 10);
      admission.overdue = 5_000;
      expect(admission.enter()).toBeUndefined();
      admission.leave();
    }
    for (let begun = 1; begun < floor; begun += 1) expect(admission.enter()).toBeUndefined();
    expect(admission.changes).toEqual([]);
  });

  it('admits the only request of a turn while overloaded, and ends the overload after late turns without load', () => {
    const admission = admitted();
    lateUnderLoad(admission, 60, 6);
    admission.overdue = 1_000;
    expect(admission.enter()).toBeUndefined();
    admission.leave();
    admission.late(60, 4);
    expect(admission.changes).toEqual([true, false]);
  });

  it('counts short requests of one turn together as load, although each ends before the next begins', () => {
    const admission = admitted();
    lateUnderLoad(admission, 60, 6);
    admission.overdue = 1_000;
    flood(admission);
    expect(admission.enter()).toBe('delay');
  });

  it('refuses nothing for a single late turn, because a burst is not load', () => {
    const admission = admitted();
    lateUnderLoad(admission, 5_000, 1);
    flood(admission);
    admission.overdue = 250;
    expect(admission.enter()).toBeUndefined();
    expect([admission.changes, admission.load().inFlightMax]).toEqual([[], 4_096]);
  });

  it('reports no overload while each turn is exactly as late as allowed', () => {
    const admission = admitted();
    lateUnderLoad(admission, 50, 10);
    expect(admission.changes).toEqual([]);
  });

  it('refuses requests after five times the delay in one turn, or in a late turn if memory is nearly full', () => {
    const admission = admitted();
    flood(admission);
    admission.overdue = 251;
    expect(admission.enter()).toBe('delay');
    expect(admission.ofMemory).toEqual([]);
    admission.memory = 0.9;
    admission.overdue = 51;
    expect(admission.enter()).toBe('memory');
    admission.overdue = 50;
    expect(admission.enter()).toBeUndefined();
    admission.memory = 0.85;
    admission.overdue = 51;
    expect(admission.enter()).toBeUndefined();
  });

  it('reports when refusals because of memory begin, and when there was none for ten seconds', () => {
    const admission = admitted();
    for (let begun = 0; begun < 100; begun += 1) admission.enter();
    admission.memory = 0.9;
    admission.late(0);
    expect(admission.ofMemory).toEqual([]);
    expect([admission.enter(), admission.enter()]).toEqual(['memory', 'memory']);
    for (let second = 0; second < 9; second += 1) {
      // Alternates between a garbage collection and nearly full memory.
      admission.memory = second % 2 === 0 ? 0.85 : 0.9;
      admission.late(0, 10);
    }
    admission.memory = 0.85;
    admission.late(0, 10);
    expect(admission.ofMemory).toEqual([true]);
    admission.late(0);
    expect([admission.ofMemory, admission.changes]).toEqual([[true, false], []]);
  });

  it('refuses requests late in a turn once turns stay late, and admits early ones', () => {
    const admission = admitted();
    lateUnderLoad(admission, 60, 5);
    expect(admission.changes).toEqual([]);
    lateUnderLoad(admission, 60, 1);
    flood(admission);
    admission.overdue = 25;
    expect(admission.enter()).toBeUndefined();
    admission.overdue = 26;
    expect(admission.enter()).toBe('delay');
    expect(admission.changes).toEqual([true]);
  });

  it('admits every request again once no refusal was needed for a while', () => {
    const admission = admitted();
    lateUnderLoad(admission, 60, 6);
    flood(admission);
    // Too late for new work only while overloaded.
    admission.overdue = 250;
    expect(admission.enter()).toBe('delay');
    admission.late(10, 3);
    flood(admission);
    expect(admission.enter()).toBe('delay');
    admission.late(10, 4);
    flood(admission);
    expect(admission.enter()).toBeUndefined();
    expect(admission.changes).toEqual([true, false]);
  });

  it('lowers the limit of requests in flight while turns stay late, and raises it again in steps', () => {
    const admission = admitted();
    for (let begun = 0; begun < 1_000; begun += 1) admission.enter();
    admission.late(60, 8);
    const { inFlightMax } = admission.load();
    expect(inFlightMax).toBeLessThan(1_000);
    expect(admission.enter()).toBe('in_flight');
    admission.late(60, 30);
    expect(admission.load().inFlightMax).toBeGreaterThanOrEqual(8);
    for (let ended = 0; ended < 1_000; ended += 1) admission.leave();
    const least = admission.load().inFlightMax;
    admission.late(0, 10);
    expect(admission.load().inFlightMax).toBeGreaterThan(least);
    admission.late(0, 200);
    expect(admission.load()).toEqual({ inFlight: 0, inFlightMax: 4_096 });
  });

  it('lowers the limit of requests in flight at most ten times a second, however short the turns are', () => {
    const admission = admitted();
    for (let begun = 0; begun < 1_000; begun += 1) admission.enter();
    admission.late(60, 8);
    const { inFlightMax } = admission.load();
    admission.late(60, 4, 20);
    expect(admission.load().inFlightMax).toBe(inFlightMax);
    admission.late(60, 1, 20);
    expect(admission.load().inFlightMax).toBeLessThan(inFlightMax);
  });

  it('raises the limit of requests in flight during overload only after more than half of it was in use', () => {
    const admission = admitted();
    for (let begun = 0; begun < 1_000; begun += 1) admission.enter();
    admission.late(60, 7);
    while (admission.load().inFlight > 256) admission.leave();
    admission.late(60);
    expect(admission.load()).toEqual({ inFlight: 256, inFlightMax: 512 });
    // The overload lasts while requests are refused, although turns are no longer late.
    const refuseInTime = () => {
      admission.overdue = 26;
      expect(admission.enter()).toBe('delay');
      admission.overdue = 0;
      admission.late(0);
    };
    refuseInTime();
    expect(admission.load().inFlightMax).toBe(512);
    // Use above one half counts, although it ends before the limit is adjusted.
    admission.enter();
    admission.leave();
    admission.leave();
    admission.enter();
    refuseInTime();
    expect(admission.load()).toEqual({ inFlight: 256, inFlightMax: 564 });
    expect(admission.changes).toEqual([true]);
  });

  it('admits only eight requests while memory is nearly full, but never none, so that memory can be freed', () => {
    const admission = admitted();
    for (let begun = 0; begun < 100; begun += 1) admission.enter();
    admission.memory = 0.9;
    admission.late(0, 30);
    expect(admission.enter()).toBe('memory');
    for (let ended = 0; ended < 100; ended += 1) admission.leave();
    expect(fill(admission)).toEqual([8, 'memory']);
  });

  it('admits another request for each request that ends', () => {
    const admission = admitted();
    const [begun] = fill(admission);
    expect(begun).toBe(4_096);
    admission.leave();
    expect(fill(admission)).toEqual([1, 'in_flight']);
  });

  it('refuses nothing and does not watch the event loop if it is disabled', () => {
    expect(
      fill(createAdmission({ delayMsMax: 0, onChange: () => undefined, watch: () => expect.unreachable() })),
    ).toEqual([10_000, undefined]);
  });
});

/** Whether operations can be answered, as `/ready` says it: found out at most once a second, however often it is asked. */

/** Why not. */
export interface Unready {
  /** For everyone who asks. */
  code: 'UPSTREAM_UNAVAILABLE' | 'STORE_UNAVAILABLE';
  /** For operators: what stands in the way, in one sentence. */
  reason: string;
}

export interface Readiness {
  /** What stood in the way within the last second or two; undefined where nothing did. Never rejects. */
  findFault(): Promise<Unready | undefined>;
}

const keptMs = 1_000;

/** That the service gives no answer below 500. */
export const unreachable: Unready = {
  code: 'UPSTREAM_UNAVAILABLE',
  reason: 'The Field Data Service gives no answer, or only faults.',
};

/** Over a probe, which stands for `unreachable` where it fails. Questions that come while one is being answered share its answer. */
export function createReadiness(
  probe: () => Promise<Unready | undefined>,
  now: () => number = () => performance.now(),
): Readiness {
  let answer: Promise<Unready | undefined> | undefined;
  let keptUntil = 0;

  async function ask(): Promise<Unready | undefined> {
    const fault = await probe().catch(() => unreachable);
    keptUntil = now() + keptMs;
    return fault;
  }

  return {
    findFault() {
      if (answer === undefined || now() >= keptUntil) {
        keptUntil = Number.POSITIVE_INFINITY;
        answer = ask();
      }
      return answer;
    },
  };
}

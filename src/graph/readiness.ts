/** Whether the service can be reached, as `/ready` says it: asked at most once a second, however often it is asked. */

export interface Readiness {
  /** Whether the service gave any answer below 500 within the last second or two. Never rejects. */
  isReady(): Promise<boolean>;
}

const keptMs = 1_000;

/** Over a probe that resolves where the service answered. Questions that come while one is being answered share its answer. */
export function createReadiness(probe: () => Promise<boolean>, now: () => number = () => performance.now()): Readiness {
  let answer: Promise<boolean> | undefined;
  let keptUntil = 0;

  async function ask(): Promise<boolean> {
    const isReady = await probe().catch(() => false);
    keptUntil = now() + keptMs;
    return isReady;
  }

  return {
    isReady() {
      if (answer === undefined || now() >= keptUntil) {
        keptUntil = Number.POSITIVE_INFINITY;
        answer = ask();
      }
      return answer;
    },
  };
}

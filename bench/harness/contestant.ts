/** Starts a contestant in its own process, and makes the load of a workload for it. */
import type { Contestant } from '../contestants.ts';
import type { Pass } from '../passes.ts';
import type { Question, Workload } from '../workloads.ts';
import { postOf } from './caller.ts';
import { answerTo } from './compare.ts';
import type { Load } from './load.ts';
import { freePort } from '../../test/support/free-port.ts';
import { gatewayCore, type Server, startServer } from './server.ts';

const whole = /^\s*\{\s*"data"\s*:\s*\{/;
const bodyStartBytes = 40;

/** Starts one contestant on a core, and waits until it responds to a query. */
export async function startContestant(
  contestant: Contestant,
  upstream: URL,
  core: string = gatewayCore,
): Promise<Server> {
  const port = await freePort();
  const adminPort = await freePort();
  return startServer(contestant.start({ port, adminPort }, upstream), core, port, async (url) => {
    const typename = { operationName: 'Typename' as const, query: 'query Typename { __typename }', variables: {} };
    // A contestant whose refusals are measured must execute this query, so it is sent as a normal document.
    const { refusal: _, bodyOf, ...plain } = contestant;
    const compared = { ...plain, answerOf: undefined, ...(contestant.refusal === undefined && bodyOf && { bodyOf }) };
    return (await answerTo(typename, url, compared)) !== undefined;
  });
}

/** Returns the load of a workload on one server, in one pass. */
export function loadOf(workload: Workload, pass: Pass, contestant: Contestant, url: URL): Load {
  const { questions } = workload;
  // Serialized once, because requests with the same body differ only in their key.
  const bodies = questions.map((question) => contestant.bodyOf?.(question) ?? JSON.stringify(question));
  return {
    url,
    callers: workload.callers,
    requestOf: (nth) => {
      const at = nth % questions.length;
      const authorization = pass.authorizationOf(nth);
      return contestant.requestOf
        ? contestant.requestOf(url, questions[at] as Question, authorization)
        : postOf(url, bodies[at] as string, authorization);
    },
    isGood: ({ status, raw }) => {
      if (contestant.refusal !== undefined) return status === 400 && raw.includes(contestant.refusal);
      const start = raw.toString('latin1', 0, bodyStartBytes);
      // A chunked body begins with the length of its first chunk.
      return status === 200 && whole.test(start.replace(/^[0-9a-f]+\r\n/, ''));
    },
  };
}

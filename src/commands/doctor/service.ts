/** Whether a remote service responds, and whether its clock and this one agree. */
import { request } from 'undici';
import type { Config } from '../../config.ts';
import { fail, good, type Outcome, skip } from '../../platform/cli/check.ts';
import { checkOffset } from '../../platform/time/clock-offset.ts';

const answerMs = 4_000;

/** Reports what the service of FIELD_DATA_URL responds, without a key. */
export async function checkService(config: Config): Promise<Outcome[]> {
  const { FIELD_DATA_URL: url, FIELD_DATA_OPENAPI_PATH: path } = config;
  if (url === undefined) return [];
  const sentMs = Date.now();
  // Not by fetch, which refuses some ports.
  const answer = await request(`${url}${path}`, { method: 'HEAD', signal: AbortSignal.timeout(answerMs) }).catch(
    (error: Error) => error,
  );
  if (answer instanceof Error)
    return [
      fail(`The service does not respond (${reasonOf(answer)}).`, 'Check FIELD_DATA_URL, and that the service runs.'),
    ];
  const { statusCode: status, headers } = answer;
  await answer.body.dump();
  if (status >= 500) return [fail(`The service responds with ${status}.`, 'Read the log of the service.')];
  const date = Date.parse(String(headers.date));
  return [
    good(`The service responds with ${status}.`),
    Number.isNaN(date)
      ? { check: 'clock', ...skip('The service sends no Date.', 'Compare the clocks of both machines.') }
      : checkOffset('the service', date, { sentMs, receivedMs: Date.now() }),
  ];
}

/** The code of the system, which has no address. */
function reasonOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return error.name === 'TimeoutError' ? `nothing within ${answerMs / 1_000} seconds` : (code ?? 'connection lost');
}

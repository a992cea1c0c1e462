/** Whether a remote service responds to reads, whether its certificate is accepted, and whether its clock and this one agree. */
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { Agent, type Dispatcher, request } from 'undici';
import type { Config } from '../../config.ts';
import type { paths } from '../../contract/openapi.ts';
import { fail, good, type Outcome, skip, warn } from '../../platform/cli/check.ts';
import { adviceOn, codeOf } from '../../graph/errors/connection-error.ts';
import { countOf } from '../../platform/text/count-of.ts';
import { parseRecord } from '../../platform/json/is-record.ts';
import { withoutTrailingSlashes } from '../../platform/text/trailing-slashes.ts';
import { checkOffset } from '../../platform/cli/clock-offset.ts';
import { dayMs } from '../../platform/time/instant.ts';

const answerMs = 4_000;
const connectMs = 3_000;
/** As the gateway's default, and as the longest description. */
const bytesMax = 16 * 1024 * 1024;
/** Authorities that renew automatically do so earlier. */
const certificateDaysMin = 14;
/** Without parameters, the contract has status 400 or 401 for this path. */
const readPath: keyof paths = '/api/v1/weather';
const correctUrl = 'Set FIELD_DATA_URL to the service itself, with its path prefix.';
const passReads = 'Let the proxy pass requests to the service, which must refuse them itself, with JSON.';

type RequestOptions = { signal: AbortSignal; dispatcher: Dispatcher };

/** Reports how the service of FIELD_DATA_URL responds without a key. */
export async function checkService({ FIELD_DATA_URL: url, FIELD_DATA_OPENAPI_PATH: path }: Config): Promise<Outcome[]> {
  if (url === undefined) return [];
  const signal = AbortSignal.timeout(answerMs);
  // As the gateway connects: over HTTP/1.1. A signal does not end an attempt to connect.
  const dispatcher = new Agent({ allowH2: false, connect: { timeout: connectMs }, maxResponseSize: bytesMax });
  const by = { signal, dispatcher };
  try {
    const sentMs = Date.now();
    const { statusCode: status, headers } = await responseOf(`${url}${path}`, 'HEAD', by);
    const receivedMs = Date.now();
    // A service may not support HEAD.
    if (status >= 500 && status !== 501)
      return [fail(`The service responds with ${status}.`, 'Read the log of the service.')];
    // A cache may send the response with the date of the service.
    const date = Date.parse(String(headers.date)) + Number(headers.age ?? 0) * 1_000;
    return [
      await checkRead(url, path, by),
      ...(await checkCertificate(new URL(url), signal)),
      Number.isNaN(date)
        ? { check: 'clock', ...skip('The service sends no Date.', 'Compare the clocks of both machines.') }
        : checkOffset('the service', date, { sentMs, receivedMs }),
    ];
  } catch (error) {
    return [checkConnection(signal.aborted ? `nothing within ${answerMs / 1_000} seconds` : codeOf(error))];
  } finally {
    void dispatcher.destroy();
  }
}

/** Not fetch: it refuses some ports. */
async function responseOf(url: string, method: 'GET' | 'HEAD', by: RequestOptions) {
  const { statusCode, headers, body } = await request(url, { method, headers: { 'user-agent': 'Fieldgraph' }, ...by });
  return { statusCode, headers, text: await body.text() };
}

async function checkRead(url: string, descriptionPath: string, by: RequestOptions): Promise<Outcome> {
  const { statusCode: status, headers, text } = await responseOf(`${url}${readPath}`, 'GET', by);
  if (status >= 500) return fail(`The service responds to reads with ${status}.`, 'Read the log of the service.');
  if (status >= 300 && status < 400)
    return fail(`The service redirects reads (${status}), which the gateway does not follow.`, correctUrl);
  const type = String(headers['content-type'] ?? 'no content type');
  if (status < 300 && !type.includes('json'))
    return fail(`FIELD_DATA_URL responds to reads with ${type}, as a web page does.`, correctUrl);
  const { code, data } = parseRecord(text) ?? {};
  if (status === 404 && code !== 'field_not_found') {
    const hint = ({ text }: { text: string }) => prefixHint(text, url);
    const prefix = await responseOf(`${url}${descriptionPath}`, 'GET', by).then(hint, () => '');
    const detail = `FIELD_DATA_URL has no ${readPath} (404), or its 404 lacks the code field_not_found.`;
    return fail(detail + prefix, correctUrl);
  }
  if (status < 300 && data === undefined)
    return warn(`The service responds to reads with ${status}, without data.`, correctUrl);
  // The gateway takes such a refusal for that of a proxy.
  if ((status === 401 || status === 403) && type.includes('/') && !type.includes('json'))
    return warn(`Reads get ${status} with ${type}, as by a proxy: callers get UPSTREAM_UNAVAILABLE.`, passReads);
  return good(`The service responds to reads, with ${status} without a key.`);
}

/** Names the path that a description in JSON has in `servers`, if the address lacks it. */
function prefixHint(description: string, url: string): string {
  const { servers } = (parseRecord(description) ?? {}) as { servers?: { url?: unknown }[] };
  const stated = servers?.[0]?.url;
  const path = typeof stated === 'string' ? URL.parse(stated, url)?.pathname : undefined;
  const prefix = withoutTrailingSlashes(path ?? '');
  return url.endsWith(prefix) ? '' : ` Its description has the path ${prefix} in servers.`;
}

async function checkCertificate({ protocol, hostname, port }: URL, signal: AbortSignal): Promise<Outcome[]> {
  if (protocol !== 'https:') return [];
  const host = hostname.replaceAll(/[[\]]/g, '');
  const socket = connect({ host, port: Number(port || 443), servername: isIP(host) ? '' : host });
  try {
    await once(socket, 'secureConnect', { signal });
    const until = Date.parse(socket.getPeerCertificate().valid_to);
    const days = Math.floor((until - Date.now()) / dayMs);
    if (days >= certificateDaysMin) return [];
    return [warn(`The certificate of the service ends in ${countOf(days, 'day')}.`, 'Renew it.')];
  } finally {
    socket.destroy();
  }
}

function checkConnection(reason: string): Outcome {
  const next = adviceOn(reason);
  if (/CERT|^UNABLE_TO_/.test(reason))
    return fail(`The certificate of the service is not accepted (${reason}).`, next ?? correctUrl);
  return fail(`The service does not respond (${reason}).`, next ?? 'Check FIELD_DATA_URL, and that the service runs.');
}

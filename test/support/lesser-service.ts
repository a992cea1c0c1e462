/**
 * A service that offers less: it knows only `field_id` and `limit`, sends neither `page` nor `meta`, and lists records without order, some
 * of them twice. It has the data of the embedded service, so that both can be compared.
 */
import { dayMs } from '../../src/platform/time/instant.ts';
import { serve } from './serve.ts';

const daysBack = 360;
const daysAhead = 5;

/** Starts the service on a free port, over the data of `whole`, whose clock is `now`. */
export async function startLesserService(whole: { url: string }, now = () => new Date()) {
  return serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://lesser');
    // It publishes no description.
    if (!pathname.startsWith('/api/')) return void response.writeHead(404).end();
    const requested = new URLSearchParams({ field_id: searchParams.get('field_id') ?? '' });
    const isPaged = pathname === '/api/v1/observations';
    if (isPaged) requested.set('limit', searchParams.get('limit') ?? '25');
    const records: Record<string, unknown>[] = [];
    for (const query of queriesFor(pathname, requested, now())) {
      const answer = await fetch(`${whole.url}${pathname}?${query}`);
      const { data } = (await answer.json()) as { data?: Record<string, unknown>[] };
      if (data === undefined) return void response.writeHead(answer.status).end();
      records.push(...data, ...data.filter((_, index) => !isPaged && index % 5 === 0));
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: scrambled(records) }));
  });
}

/** The queries to the whole service: all records of the field, for any requested window. */
function queriesFor(pathname: string, requested: URLSearchParams, now: Date): URLSearchParams[] {
  if (pathname === '/api/v1/observations') return [requested];
  const instant = (days: number) => new Date(now.getTime() + days * dayMs).toISOString();
  requested.set('from', instant(-daysBack));
  requested.set('to', instant(daysAhead));
  if (pathname !== '/api/v1/weather') return [requested];
  const hourly = new URLSearchParams({ ...Object.fromEntries(requested), from: instant(-32), granularity: 'hourly' });
  return [requested, hourly];
}

/** An order that is neither ascending nor descending, but always the same. */
function scrambled<Item>(items: Item[]): Item[] {
  return [...items.filter((_, index) => index % 3 === 1), ...items.filter((_, index) => index % 3 !== 1).toReversed()];
}

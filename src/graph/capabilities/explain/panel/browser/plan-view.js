/** Draws a plan for people: what the operation will cost, and its reads. */
import { count, counted, element, factList, foldedItem } from './elements.js';

/** @import { CacheRule, Plan, PlannedRead } from '../../plan.ts' */

/** @param {Plan} plan */
export function drawPlan({ operation, type, calls, records, reads, limits, withoutRequest, cache, errors = [] }) {
  const name = operation ?? 'Unnamed operation';
  return [
    element('h3', {}, 'Plan'),
    element('p', {}, type === undefined ? name : `${name} (${type})`),
    ...(errors.length === 0
      ? []
      : [element('ul', { class: 'errors' }, ...errors.map(({ message }) => element('li', {}, message)))]),
    factList({
      Calls: calls && describeCalls(calls),
      Records: records && `up to ${count(records.read)} of ${count(records.limit)}`,
      'Shared caches': type === 'query' ? describeCache(cache) : undefined,
      'Limits more than half used':
        limits.map(({ name: limit, used, limit: max }) => `${limit} ${count(used)} of ${count(max)}`).join(', ') ||
        undefined,
      'Without a request': withoutRequest.join(', ') || undefined,
    }),
    element('ol', { class: 'reads' }, ...reads.map(drawRead)),
  ];
}

/** @param {NonNullable<Plan['calls']>} calls */
function describeCalls({ expected, counted: most, limit }) {
  const bound = `at most ${count(most)} of ${count(limit)}`;
  return expected === undefined ? bound : `${count(expected)} expected, ${bound}`;
}

/** @param {CacheRule} cache */
function describeCache({ public: isPublic, maxAgeSeconds }) {
  if (!isPublic) return 'may not keep the answer';
  if (maxAgeSeconds === null) return 'may keep the answer of a GET; the service has not said for how long';
  return maxAgeSeconds === 0 ? 'may not keep the answer' : `may keep the answer of a GET for ${maxAgeSeconds} s`;
}

/** @param {PlannedRead} read */
function drawRead({ id, read, fields, calls, batched, window, paths, records }) {
  const within = `${counted(fields, 'field')} in ${counted(calls, 'call')}`;
  const range = [window?.from, window?.to].map((end) => end ?? 'open').join(' to ');
  return foldedItem(`${id} ${read}`, [` ${within}`], {
    Selections: paths.join(', '),
    Window: window && `${range}, timezone ${window.timezone}`,
    Records: `up to ${count(records)}`,
    Batched: batched ? 'yes' : 'no',
  });
}

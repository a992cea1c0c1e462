/** Which responses may be cached, and until when a response may be used without a request. */
import { describe, expect, it } from 'vitest';
import { freshUntil, isCacheable } from '../../../../src/graph/upstream/layers/freshness.ts';
import { countCpu } from '../../../support/cpu.ts';
import { answer } from '../../../support/scripted-fetch.ts';

describe('a response', () => {
  const keepable = (headers: Record<string, string>, status = 200) =>
    isCacheable(answer(status, { etag: '"e"', ...headers }));

  it.each<Record<string, string>>([
    {},
    { 'cache-control': 'private, max-age=0' },
    { 'cache-control': 'no-cache' },
    { vary: '' },
    { vary: 'Authorization' },
    { vary: 'Accept, Accept-Encoding,Accept-Language , ORIGIN' },
  ])('with %j may be cached', (headers) => {
    expect(keepable(headers)).toBe(true);
  });

  it.each<Record<string, string>>([
    { 'cache-control': 'no-store' },
    { 'cache-control': 'public, max-age=60,  No-Store' },
    { vary: '*' },
    { vary: 'Cookie' },
    { vary: 'Accept-Encoding, X-Mood' },
  ])('with %j may not be cached', (headers) => {
    expect(keepable(headers)).toBe(false);
  });

  const long = 'x'.repeat(2_000);
  it.each([
    ['{"data":[],"meta":{}}', true],
    ['{\n  "data": [\n  ]\n}', true],
    [`{"title":"${long}","data":[]}`, true],
    ['{"status":"maintenance"}', false],
    [`{"status":"${long}"}`, false],
  ])('may be cached if it is a list: %.30s', (body, mayBe) => {
    expect(isCacheable(answer(200, { etag: '"e"' }, body))).toBe(mayBe);
  });

  it('may be cached if it is whole and has an ETag', () => {
    expect(isCacheable(answer(200, {}))).toBe(false);
    expect(keepable({ 'content-type': 'text/html' })).toBe(false);
    expect([201, 203, 206, 304, 404, 500].filter((status) => keepable({}, status))).toEqual([]);
  });
});

describe('a response may be used without a request', () => {
  const requestedAt = Date.parse('2026-05-04T12:00:00Z');
  const secondsOf = (headers: Record<string, string>) => {
    const until = freshUntil(answer(200, headers), requestedAt);
    return until === 0 ? 'never' : (until - requestedAt) / 1000;
  };
  const at = (seconds: number) => new Date(requestedAt + seconds * 1000).toUTCString();

  it.each<[headers: Record<string, string>, seconds: number]>([
    [{ 'cache-control': 'public, max-age=60' }, 60],
    [{ 'cache-control': 'Max-Age=60,PUBLIC' }, 60],
    [{ 'cache-control': 'public, max-age=60, max-age=60' }, 60],
    [{ 'cache-control': 'public, max-age=60, s-maxage=10' }, 10],
    [{ 'cache-control': 'public, max-age=60', age: '20' }, 40],
    [{ 'cache-control': 'public, max-age=60', age: '80' }, -20],
    [{ 'cache-control': 'public, max-age=60', date: at(-30) }, 30],
    [{ 'cache-control': 'public, max-age=60', date: at(30) }, 60],
    [{ 'cache-control': 'public, max-age=60', date: at(-30), age: '40' }, 20],
    [{ 'cache-control': 'public, max-age=60', date: 'some day' }, 60],
    [{ 'cache-control': 'public, max-age=60', date: '-1' }, 60],
    [{ 'cache-control': 'public, max-age=60', date: '2026' }, 60],
    [{ 'cache-control': 'public, max-age="60"' }, 60],
    [{ 'cache-control': 'public, max-age=60, must-revalidate, proxy-revalidate' }, 60],
    [{ 'cache-control': 'public, max-age=60', age: '20, 40' }, 40],
    [{ 'cache-control': 'public, max-age=60', age: '20 , 40' }, 40],
    [{ 'cache-control': 'public, max-age=31536000' }, 31_536_000],
    [{ 'cache-control': 'public, max-age=100000000000' }, 31_536_000],
    [{ 'cache-control': 'public, s-maxage=100000000000, max-age=60' }, 31_536_000],
    [{ 'cache-control': 'public, max-age=100000000000', date: at(-30) }, 31_535_970],
  ])('with %j for %i seconds', (headers, seconds) => {
    expect(secondsOf(headers)).toBe(seconds);
  });

  it.each<Record<string, string>>([
    {},
    { 'cache-control': 'public' },
    { 'cache-control': 'max-age=60' },
    { 'cache-control': 'private, max-age=60' },
    { 'cache-control': 'public, private, max-age=60' },
    { 'cache-control': 'public, private="x-user", s-maxage=60, max-age=60' },
    { 'cache-control': 'public, No-Cache, max-age=60' },
    { 'cache-control': 'public, no-store, max-age=60' },
    { 'cache-control': 'public, max-age=0' },
    { 'cache-control': 'public, max-age=x' },
    { 'cache-control': 'public, max-age=60, max-age=120' },
    { 'cache-control': 'public, max-age=60, s-maxage=10, s-maxage=20' },
    { 'cache-control': 'public, max-age=60', age: 'old' },
    { 'cache-control': 'public, max-age=60', age: '-1' },
    { 'cache-control': 'public, max-age=60', age: '1.5' },
    { 'cache-control': 'public, max-age=60', age: '20s' },
    { 'cache-control': 'public, max-age=60', age: 'x20' },
    { 'cache-control': 'public, max-age=60=1' },
    { 'cache-control': 'public, max-age' },
    { 'cache-control': 'public, max-age=60s' },
    { 'cache-control': 'public, max-age=6e1' },
    { 'cache-control': 'public, max-age=60, s-maxage=10s' },
    { 'cache-control': 'public, max-age=-60' },
    { 'cache-control': 'public', 'last-modified': at(-1_000_000), expires: at(60) },
    { 'cache-control': 'public, stale-while-revalidate=60' },
  ])('never with %j', (headers) => {
    expect(secondsOf(headers)).toBe('never');
  });

  it('for the time in a header that is read in linear time', () => {
    const cpuMs = countCpu();
    expect(secondsOf({ 'cache-control': `public, max-age=60, x${' '.repeat(100_000)}y` })).toBe(60);
    expect(cpuMs()).toBeLessThan(2_000);
  });
});

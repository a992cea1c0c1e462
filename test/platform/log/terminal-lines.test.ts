import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createTerminalLines } from '../../../src/platform/log/terminal-lines.ts';

const format = createTerminalLines(new PassThrough());

test('control characters in a value are escaped, so that they cannot overwrite or colour other lines', () => {
  const line = JSON.stringify({
    level: 40,
    time: '2026-05-01T06:00:00.000Z',
    path: '/\u001b[2J\r\n\u009b1A',
    msg: 'a\u0007b',
  });
  expect(format(`${line}\n`)).toMatch(
    /^2026-05-01T06:00:00\.000Z WARN {2}a\\x07b path=\/\\x1b\[2J\\x0d\\x0a\\x9b1A\n$/,
  );
});

test('the stack of an error is printed under its line, and object values stay JSON', () => {
  const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at here\u001b[2J' };
  const line = format(
    `${JSON.stringify({ level: 60, time: '2026-05-01T06:00:00.000Z', err, limit: { max: 3 }, msg: 'stopping' })}\n`,
  );
  expect(line.slice(25)).toBe('FATAL stopping limit={"max":3}\nError: no\n    at here\\x1b[2J\n');
});

test('text that is not a JSON object is printed unchanged', () => {
  expect(format('plain\n')).toBe('plain\n');
});

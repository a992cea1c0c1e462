import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createTerminalLines } from '../../../src/platform/log/terminal-lines.ts';

const format = createTerminalLines(new PassThrough());

test('a value that would write over other lines or colour them is shown, not obeyed', () => {
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

test('the stack of an error stands under its line, and values that are objects stay JSON', () => {
  const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at here\u001b[2J' };
  const line = format(
    `${JSON.stringify({ level: 60, time: '2026-05-01T06:00:00.000Z', err, limit: { max: 3 }, msg: 'stopping' })}\n`,
  );
  expect(line.slice(25)).toBe('FATAL stopping limit={"max":3}\nError: no\n    at here\\x1b[2J\n');
});

test('what is no JSON object stays as it is', () => {
  expect(format('plain\n')).toBe('plain\n');
});

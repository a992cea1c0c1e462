/**
 * Log lines as a person reads them on a terminal; programs get JSON. Values come from callers: what could move the cursor, or write over
 * another line, is shown instead of obeyed. pino-pretty writes such characters of a message as they are.
 */
import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { isRecord, parseRecord } from '../json/is-record.ts';

const levels: Readonly<Record<number, readonly [name: string, style: Parameters<typeof styleText>[0]]>> = {
  10: ['TRACE', 'dim'],
  20: ['DEBUG', 'dim'],
  30: ['INFO', 'green'],
  40: ['WARN', 'yellow'],
  50: ['ERROR', 'red'],
  60: ['FATAL', 'red'],
};

/**
 * Makes a line of JSON one of time, level, message and `name=value`, with the stack of an error under it. A line that is no JSON object
 * stays as it is. Colours are those that the stream takes (NO_COLOR and FORCE_COLOR are heeded).
 */
export function createTerminalLines(stream: Writable): (line: string) => string {
  const styled = (style: Parameters<typeof styleText>[0], text: string) => styleText(style, text, { stream });

  return (line) => {
    const entry = parseRecord(line);
    if (entry === undefined) return line;
    const { level, time, msg, err, ...rest } = entry;
    const [name, style] = levels[Number(level)] ?? ['INFO', 'green'];
    const values = Object.entries(rest).map(([key, value]) => styled('dim', ` ${printable(key)}=`) + valueText(value));
    const stack = isRecord(err) && typeof err.stack === 'string' ? `\n${printable(err.stack, '\n')}` : '';
    const head = `${styled('dim', printable(String(time)))} ${styled(style, name.padEnd(5))} ${printable(String(msg ?? ''))}`;
    return `${head}${values.join('')}${stack}\n`;
  };
}

const valueText = (value: unknown): string => printable(typeof value === 'string' ? value : JSON.stringify(value));

/** A text without the characters that a terminal obeys: those of C0 and C1, but for `allowed`. */
function printable(text: string, allowed = ''): string {
  return text.replace(/\p{Cc}/gu, (character) =>
    character === allowed ? character : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

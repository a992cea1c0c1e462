/**
 * Formats log lines for a person at a terminal; programs get JSON. Values come from callers: control characters, which could move the
 * cursor or overwrite a line, are escaped. pino-pretty does not escape them in messages.
 */
import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { pino } from 'pino';
import { isRecord, parseRecord } from '../json/is-record.ts';

type Style = Parameters<typeof styleText>[0];

/** By the numbers of levels. */
const styles: Readonly<Record<string, Style>> = { 10: 'dim', 20: 'dim', 40: 'yellow', 50: 'red', 60: 'red' };

/**
 * Formats a line of JSON as time, level, message and `name=value`, with the stack of an error below it. Any other line is unchanged.
 * Colours depend on the stream, NO_COLOR and FORCE_COLOR.
 */
export function createTerminalLines(stream: Writable): (line: string) => string {
  const styled = (style: Style, text: string) => styleText(style, text, { stream });

  return (line) => {
    const entry = parseRecord(line);
    if (entry === undefined) return line;
    const { level, time, msg, err, ...rest } = entry;
    const name = (pino.levels.labels[Number(level)] ?? 'info').toUpperCase().padEnd(5);
    const values = Object.entries(rest).map(([key, value]) => styled('dim', ` ${printable(key)}=`) + valueText(value));
    const stack = isRecord(err) && typeof err.stack === 'string' ? `\n${printable(err.stack, '\n')}` : '';
    const head = `${styled('dim', printable(String(time)))} ${styled(styles[Number(level)] ?? 'green', name)} ${printable(String(msg ?? ''))}`;
    return `${head}${values.join('')}${stack}\n`;
  };
}

const valueText = (value: unknown): string => printable(typeof value === 'string' ? value : JSON.stringify(value));

/** Escapes the control characters of a text (C0 and C1), except `allowed`. */
function printable(text: string, allowed = ''): string {
  return text.replace(/\p{Cc}/gu, (character) =>
    character === allowed ? character : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

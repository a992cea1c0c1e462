/** A stream of bytes as lines of text, of bounded length: a file without line ends must not fill the memory. */
import { isUtf8 } from 'node:buffer';
import { ImportError } from '../candidate.ts';

/** Lines of a file as they arrive, some at a time. */
export type Lines = AsyncIterable<readonly string[]>;

const lineBytesMax = 8_000_000;
const lineFeed = 0x0a;

/** Text that is UTF-8 never has a half of a surrogate pair. */
const loneSurrogate = '\udc00';

/** A byte order mark of UTF-16, or a zero byte of the first character. */
const utf16Start = /^(?:\xff\xfe|\xfe\xff|\0|.\0)/s;

/**
 * The lines of a stream, without line ends (LF or CRLF) and without a byte order mark. Yields all lines that end in a chunk at once:
 * yielding each line in its own turn costs more than reading it. `encodingError` recognises lines that are not UTF-8. Throws ImportError
 * for UTF-16, line ends of CR without LF, or a line that is too long.
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  let rest: Uint8Array[] = [];
  let restBytes = 0;
  let isStart = true;
  const takeLines = (last: Uint8Array): readonly string[] => {
    const lines = linesOf(Buffer.concat([...rest, last]), isStart);
    isStart = false;
    return lines;
  };
  for await (const chunk of bytes) {
    const end = chunk.lastIndexOf(lineFeed);
    if (end !== -1) {
      yield takeLines(chunk.subarray(0, end));
      [rest, restBytes] = [[], 0];
    }
    rest.push(chunk.subarray(end + 1));
    restBytes += chunk.length - end - 1;
    if (restBytes > lineBytesMax) throw new ImportError('The file has a line that is too long to be one.');
  }
  if (restBytes > 0) yield takeLines(new Uint8Array());
}

/** Why a text of `readLines` is refused if a line of it is not UTF-8. */
export function encodingError(text: string): string | undefined {
  return text.isWellFormed() ? undefined : 'is not UTF-8: save the file as UTF-8';
}

function linesOf(bytes: Buffer, isStart: boolean): readonly string[] {
  if (isStart && utf16Start.test(bytes.toString('latin1', 0, 2)))
    throw new ImportError('The file is UTF-16: save it as UTF-8.');
  const text = bytes.toString();
  const lines = (isStart ? text.replace(/^\ufeff/, '') : text).split('\n');
  if (isStart && /\r./.test(lines[0] ?? ''))
    throw new ImportError('The lines of the file end in CR without LF: save it with LF or CRLF.');
  if (!isUtf8(bytes)) markBadLines(lines, bytes);
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

/** Decoding keeps the quotes and line ends of a bad line, so that a row of several lines ends where it should. */
function markBadLines(lines: string[], bytes: Buffer): void {
  let from = 0;
  for (const [at, line] of lines.entries()) {
    const next = bytes.indexOf(lineFeed, from);
    const end = next === -1 ? bytes.length : next;
    if (!isUtf8(bytes.subarray(from, end))) lines[at] = line.replaceAll('\ufffd', loneSurrogate);
    from = end + 1;
  }
}

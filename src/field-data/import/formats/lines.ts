/** A stream of bytes as lines of text, of bounded length: a file without line ends must not fill the memory. */
import { ImportError } from '../candidate.ts';

const lineLengthMax = 8_000_000;

/**
 * The lines of a stream, without line ends (LF or CRLF) and without a byte order mark. Yields all lines that end in a chunk at once:
 * yielding each line in its own turn costs more than reading it. Throws ImportError for broken UTF-8, or a line that is too long.
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let number = 1;
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      // A chunk may begin inside a character.
      const text = new TextDecoder().decode(chunk?.subarray(chunk.findIndex((byte) => (byte & 0xc0) !== 0x80)));
      const line = number + text.slice(0, Math.max(0, text.indexOf('\ufffd'))).split('\n').length - 1;
      throw new ImportError(`The file is not UTF-8 in line ${line}: save it as UTF-8.`);
    }
  };
  for await (const chunk of bytes) {
    const lines = (rest + decode(chunk)).split('\n');
    number += lines.length - 1;
    rest = lines.pop() ?? '';
    if (rest.length > lineLengthMax) throw new ImportError('The file has a line that is too long to be one.');
    if (lines.length > 0) yield lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  }
  rest += decode();
  if (rest !== '') yield [rest];
}

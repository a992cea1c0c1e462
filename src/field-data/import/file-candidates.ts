/** Reads a file as candidates. Its name determines the format; documents are also distinguished by their members. */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { placeOfJsonError } from '../../platform/json/json-error.ts';
import { type Candidate, ImportError, type FormatOptions } from './candidate.ts';
import { readCsvWeather } from './formats/csv-weather.ts';
import { readJsonLines } from './formats/json-lines.ts';
import { readLines } from './formats/lines.ts';
import { isOpenMeteo, readOpenMeteo } from './formats/open-meteo.ts';
import { isStac, readStac } from './formats/stac.ts';

/** Documents are parsed as a whole; files of lines may be of any size. */
const documentBytesMax = 256 * 1_024 * 1_024;

/** Longer documents are not searched for the place of an error. */
const searchedMax = 1_000_000;

/** Ignores a byte order mark. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

const formatsKnown = 'JSON Lines (.jsonl, .ndjson), weather as .csv, or .json of Open-Meteo or STAC';

/**
 * Reads the candidates of a file, those of one chunk at a time. `onBytes` is called with the bytes of each chunk. Throws ImportError for a
 * file that cannot be read at all.
 */
export function readFileCandidates(
  path: string,
  options: FormatOptions,
  onBytes: (bytes: number) => void = () => {},
): AsyncIterable<Iterable<Candidate>> {
  switch (/\.[a-z]+$/i.exec(path)?.[0].toLowerCase()) {
    case '.jsonl':
    case '.ndjson':
      return readJsonLines(readLines(readBytes(path, onBytes)), options);
    case '.csv':
      return readCsvWeather(readLines(readBytes(path, onBytes)), options);
    case '.json':
    case '.geojson':
      return readDocument(path, options);
    default:
      throw new ImportError(`The name of the file must end in a known format: ${formatsKnown}.`);
  }
}

async function* readBytes(path: string, onBytes: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(path)) {
    onBytes((chunk as Uint8Array).byteLength);
    yield chunk as Uint8Array;
  }
}

async function* readDocument(path: string, options: FormatOptions): AsyncGenerator<Iterable<Candidate>> {
  const { size } = await stat(path);
  if (size > documentBytesMax) throw new ImportError('The document is over 256 MiB: split it, or write it as lines.');
  let document: unknown;
  let text = '';
  try {
    text = utf8.decode(await readFile(path));
    document = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) {
      const place = text.length <= searchedMax ? `: see ${placeOfJsonError(text)}` : '';
      throw new ImportError(`The file is not JSON${place}.`);
    }
    if (error instanceof TypeError) throw new ImportError('The file is not UTF-8: save it as UTF-8.');
    throw error;
  }
  if (isOpenMeteo(document)) yield readOpenMeteo(document, options);
  else if (isStac(document)) yield readStac(document, options);
  else throw new ImportError(`The document is of no format that is known: ${formatsKnown}.`);
}

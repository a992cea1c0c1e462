/** Reads the file `.env` of the working folder. */
import { statSync } from 'node:fs';
import { devNull } from 'node:os';
import { parseEnv } from 'node:util';
import { FileRefused, readRegularFile } from '../platform/files/regular-file.ts';
import { ConfigError } from '../platform/settings/setting-types.ts';

const fileBytesMax = 1_048_576;

/** The settings of the file; none where there is no file. Throws ConfigError where it cannot be read, or is no text in UTF-8. */
export function readEnvFile(): NodeJS.Dict<string> {
  try {
    // Some keep a Python environment in a folder of this name, or hide the file by /dev/null.
    const file = statSync('.env');
    if (file.isDirectory() || (file.isCharacterDevice() && file.rdev === statSync(devNull).rdev)) return {};
    const text = readRegularFile('.env', fileBytesMax);
    if (text.includes('\0')) throw new FileRefused('is not UTF-8: save it as UTF-8');
    // A byte order mark would belong to the first name, which nothing reads then.
    return parseEnv(text.replace(/^\ufeff/, ''));
  } catch (error) {
    if (error instanceof FileRefused) throw new ConfigError(`The file .env ${error.message}.`);
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    throw new ConfigError(`The file .env cannot be read (${code}): allow it, or remove the file.`);
  }
}

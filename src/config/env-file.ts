/** Reads the file `.env` of the working folder. */
import { existsSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { parseEnv } from 'node:util';
import { FileRefused, readRegularFile } from '../platform/files/regular-file.ts';
import { ConfigError, fileSuffix } from '../platform/settings/setting-types.ts';
import { settings } from './settings.ts';

/** Maximum size of a file of settings or of a secret. */
export const fileBytesMax = 1_048_576;

/** A value in quotes may have several lines. */
const quoted = /^[^#=\n]+=[ \t]*(["'`])[\s\S]*?\1/gm;
/** A line such as `DEMO: off`, which `parseEnv` ignores. */
const lineWithoutSign = /^[ \t]*(\w+)(?:[ \t]*(?:$|:)|[ \t]+[^\s=])/gm;

const isSetting = (name: string) =>
  Object.hasOwn(settings, name.endsWith(fileSuffix) ? name.slice(0, -fileSuffix.length) : name);

/** A value such as `a#b` without quotes, of which `parseEnv` drops `#b`. */
const cutValue = /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=[^\n#]*[^\s#]#/gm;

/** Throws FileRefused for a setting of which `parseEnv` would drop the line, or the end of its value. */
function assertWhole(text: string): void {
  const bare = text.replace(quoted, '=');
  const settingIn = (form: RegExp) => bare.matchAll(form).find(([, name = '']) => isSetting(name))?.[1];
  const unset = settingIn(lineWithoutSign);
  if (unset !== undefined) throw new FileRefused(`has a line of ${unset} without "=": write ${unset}=VALUE`);
  const cut = settingIn(cutValue);
  if (cut !== undefined) throw new FileRefused(`has a # in the value of ${cut}: put the value in quotes`);
}

/** Reads the settings of the file, if it exists. Throws ConfigError if it is unreadable, or would lose a setting or part of one. */
export function readEnvFile(): NodeJS.Dict<string> {
  try {
    // `.env` may be a folder with a Python environment, or be hidden by /dev/null.
    const file = statSync('.env');
    if (file.isDirectory() || (file.isCharacterDevice() && file.rdev === statSync(devNull).rdev)) return {};
    // A byte order mark would become part of the first name, which nothing would read.
    const text = readRegularFile('.env', fileBytesMax).replace(/^\ufeff/, '');
    if (text.includes('\0')) throw new FileRefused('is not UTF-8: save it as UTF-8');
    assertWhole(text);
    return parseEnv(text);
  } catch (error) {
    if (error instanceof FileRefused) throw new ConfigError(`The file .env ${error.message}.`);
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    if (code === 'EACCES' && !existsSync('.'))
      throw new ConfigError(`This user may not enter the working folder (${process.cwd()}): start in another one.`);
    throw new ConfigError(`The file .env cannot be read (${code}): allow it, or remove the file.`);
  }
}

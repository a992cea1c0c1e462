/** The version of this package, as users and clients see it. */
import { readFileSync } from 'node:fs';

/** Reads the version from package.json, two folders above in the source and in the build. */
export function version(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
}

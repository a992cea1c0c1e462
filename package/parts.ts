/** What capabilities build for the package: each that builds anything has a file `build.ts` in its folder, so that it goes with the folder. */
import { globSync } from 'node:fs';

/** What a `build.ts` hands over. */
interface Part {
  /** Folder of src whose files it builds in place of the compiler. */
  source: string;
  /** Packages for development that it bundles. */
  bundledPackages: readonly string[];
  /** Writes what it builds into `dist`. */
  write(): Promise<void>;
}

const root = new URL('../', import.meta.url);

/** The builds of all capabilities. */
export const parts: readonly Part[] = await Promise.all(
  globSync('src/**/build.ts', { cwd: root }).map((path) => import(new URL(path, root).href)),
);

if (import.meta.main) for (const part of parts) await part.write();

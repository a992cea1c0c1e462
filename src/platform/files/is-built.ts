/** Whether this runs as the source of a clone or as the JavaScript of the package: few things may differ, and those ask here. */
import { extname } from 'node:path';

/** How the files of the program end: a worker is named by its file, which no compiler renames. */
export const programExtension = extname(import.meta.url);

/** Whether this is the package, which was built and has no development dependencies. */
export const isBuilt = programExtension === '.js';

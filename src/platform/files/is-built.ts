/** Whether this runs as the source of a clone or as the JavaScript of the package. Few things may depend on it. */
import { extname } from 'node:path';

/** Extension of the program's files. A worker is named by its file, and no compiler changes that name. */
export const programExtension = extname(import.meta.url);

/** Whether this is the package, which was built and has no development dependencies. */
export const isBuilt = programExtension === '.js';

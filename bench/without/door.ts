/** Every request by the other door. */
import type { createJsonDoor as original } from './originals.ts';

export const createJsonDoor: typeof original = ({ otherwise }) => otherwise;

/** Every request by the other door. */
import type { createJsonDoor as original } from '../../src/graph/http/json-door.ts';

export const createJsonDoor: typeof original = ({ otherwise }) => otherwise;

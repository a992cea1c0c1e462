/** A query in text: as the key of what was read for it, and as the end of its address. */
import { GatewayError } from '../errors/gateway-error.ts';
import { argumentOf } from '../upstream/problems.ts';

/**
 * Makes the key of a query: the whole of it, so that nothing that changes the answer can be left out; the compiler asks for
 * every parameter of the contract. Each value stands behind its length, so that no two queries read alike.
 * JSON of the sorted query is several times dearer.
 */
export function keyOf<Query extends object>(parameters: Record<keyof Query, true>): (query: Query) => string {
  const names = Object.keys(parameters) as (keyof Query)[];
  return (query) => {
    let key = '';
    for (const name of names) {
      const value = query[name];
      if (value !== undefined && value !== null) {
        const text = String(value);
        key += `${text.length}:${text}`;
      }
      key += ',';
    }
    return key;
  };
}

/** The query of an address. Throws BAD_USER_INPUT for what is no text. */
export function serializeQuery(query: Record<string, unknown>): string {
  let text = '';
  for (const name in query) {
    const value = query[name];
    if (value === undefined || value === null) continue;
    const given = plainText(value);
    if (!given.isWellFormed()) throw halfPair(name);
    text += `${text === '' ? '' : '&'}${name}=${encodeURIComponent(given)}`;
  }
  return text;
}

/** JSON can write half of a surrogate pair (`"\\ud800"`); an address, which is UTF-8, cannot. */
function halfPair(parameter: string): GatewayError {
  const path = [argumentOf(parameter)];
  const message = `${path[0]} holds half of a surrogate pair, which is no text.`;
  return new GatewayError('BAD_USER_INPUT', { message, faults: [{ path, code: 'not_unicode', message }] });
}

const decimalsMax = 20;

/** A number in plain decimals: a service need not know `1e-7`. */
function plainText(value: unknown): string {
  const text = String(value);
  return typeof value === 'number' && text.includes('e-') ? value.toFixed(decimalsMax) : text;
}

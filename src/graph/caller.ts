/** Who asks: the caller's credential, checked for shape alone. Whether the key is good is the service's affair. */
import { hash } from 'node:crypto';
import { GatewayError } from './errors.ts';

export interface Caller {
  /** The Authorization header as it came, forwarded byte for byte; absent where the caller sent none. */
  authorization: string | undefined;
  /** SHA-256 of the credential, '' without one: the only form in which it may be a key of a map. */
  credential: string;
  /** UNAUTHENTICATED where the header is not of the Bearer form (RFC 6750, section 2.1): thrown once an operation wants to run. */
  fault?: GatewayError;
}

const bearerPattern = /^Bearer [\x21-\x7e]{1,512}$/i;

const anonymous: Caller = Object.freeze({ authorization: undefined, credential: '' });

/** Reads an Authorization header, once a request: its hash costs as much as reading the body. */
export function readCaller(authorization: string | null): Caller {
  if (authorization === null) return anonymous;
  if (!bearerPattern.test(authorization)) return { ...anonymous, fault: malformed() };
  return { authorization, credential: hash('sha256', authorization.slice('Bearer '.length)) };
}

function malformed(): GatewayError {
  return new GatewayError('UNAUTHENTICATED', {
    message: 'Send the API key as Authorization: Bearer <key>, visible ASCII characters only.',
    http: { status: 401, headers: { 'www-authenticate': 'Bearer' } },
  });
}

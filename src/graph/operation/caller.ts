/** The caller's credential, checked for its form only: the service decides whether the key is valid. */
import { hash } from 'node:crypto';
import { challenge, type GatewayError, refusal } from '../errors/gateway-error.ts';

export class Caller {
  /** The Authorization header, forwarded with one space after the scheme; undefined if none was sent, or if it is malformed. */
  readonly authorization: string | undefined;
  /** UNAUTHENTICATED if the header is not of the Bearer form (RFC 6750, section 2.1). Thrown once an operation is about to run. */
  readonly error: GatewayError | undefined;
  #credential: string | undefined;

  constructor(authorization?: string, error?: GatewayError) {
    this.authorization = authorization;
    this.error = error;
  }

  /**
   * SHA-256 of the credential, '' without one: the only form in which it may be a key of a map. Computed on first use: it costs as much as
   * reading the body, and a refused operation may not need it.
   */
  get credential(): string {
    this.#credential ??=
      this.authorization === undefined ? '' : hash('sha256', this.authorization.slice(scheme.length));
    return this.#credential;
  }
}

/** Returns the credential of a caller who got data from the service, and '' for all others: anyone can make up a key. */
export type CallerOf = (caller: Pick<Caller, 'credential'>) => string;

const bearerPattern = /^Bearer [\x21-\x7e]{1,512}$/i;

const scheme = 'Bearer ';
const anonymous = new Caller();
/** The last one with a credential, which is hashed once for all its requests in a row. */
let latest = anonymous;

/** Reads an Authorization header, once per request. */
export function readCaller(authorization: string | null): Caller {
  if (authorization === null) return anonymous;
  if (authorization === latest.authorization) return latest;
  if (!bearerPattern.test(authorization)) {
    // RFC 9110 allows several spaces, as the service does. With one, equal keys have one identity.
    const single = authorization.replace(/ +/, ' ');
    return single === authorization ? new Caller(undefined, malformed(single)) : readCaller(single);
  }
  latest = new Caller(authorization);
  return latest;
}

function malformed(authorization: string): GatewayError {
  const message = /^Bearer *$/i.test(authorization)
    ? 'The API key is empty: send it as Authorization: Bearer <key>.'
    : 'Send the API key as Authorization: Bearer <key>, at most 512 visible ASCII characters.';
  return refusal('UNAUTHENTICATED', 401, message, challenge);
}

/** What the service sent and its contract does not allow. */
import { parseInstant } from '../../platform/time/instant.ts';
import { GatewayError } from './gateway-error.ts';

/** The error of a response that the contract does not allow. */
export function malformed(): GatewayError {
  const message = 'The response of the Field Data Service breaks its contract.';
  return new GatewayError('UPSTREAM_ERROR', { message });
}

/** Milliseconds of an instant that the service sent. Throws UPSTREAM_ERROR without an offset: of which timezone it is, nobody knows. */
export function instantOf(text: string): number {
  const ms = parseInstant(text);
  if (ms === undefined) throw malformed();
  return ms;
}

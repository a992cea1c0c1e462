/** The part of an address that one caller cannot change at will: all of an IPv4 address, the /64 prefix of an IPv6 one. */
import { isIPv6 } from 'node:net';

const groupsOfAddress = 8;
const prefixGroups = 4;
const mappedForm = /^::ffff:([\da-f]+):([\da-f]+)$/;

/** A name for the callers of an address. Anything that is no IPv6 address is its own name. */
export function addressGroup(address: string): string {
  const plain = address.split('%', 1)[0] ?? '';
  if (!isIPv6(plain)) return plain;
  // The URL parser writes every IPv6 address in one way: lower case, dotted tails as hexadecimal, the longest run of zeros as "::".
  const written = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [, high = '', low] = mappedForm.exec(written) ?? [];
  if (low !== undefined) return Buffer.from(high.padStart(4, '0') + low.padStart(4, '0'), 'hex').join('.');
  const [left = [], right = []] = written.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array<string>(groupsOfAddress - left.length - right.length).fill('0');
  return `${[...left, ...zeros, ...right].slice(0, prefixGroups).join(':')}::/64`;
}

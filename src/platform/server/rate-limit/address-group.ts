/** The part of an address that one caller cannot change at will: all of an IPv4 address, the /64 prefix of an IPv6 one. */
import { isIPv6 } from 'node:net';

const groupsOfAddress = 8;
const prefixGroups = 4;
const mappedForm = /^::ffff:([\da-f]+):([\da-f]+)$/;

/** A name for the callers of an address. Anything that is no IPv6 address is its own name. */
export function addressGroup(address: string): string {
  const plain = address.replace(/%.*/s, '');
  if (!isIPv6(plain)) return plain;
  // The URL parser writes every IPv6 address in one way: lower case, dotted tails as hexadecimal, the longest run of zeros as "::".
  const written = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const mapped = mappedForm.exec(written)?.slice(1);
  if (mapped) return Buffer.from(mapped.map((group) => group.padStart(4, '0')).join(''), 'hex').join('.');
  const zeros = '0:'.repeat(groupsOfAddress - groupsOf(written).length);
  return `${groupsOf(written.replace('::', `:${zeros}`))
    .slice(0, prefixGroups)
    .join(':')}::/64`;
}

const groupsOf = (address: string): string[] => address.split(':').filter(Boolean);

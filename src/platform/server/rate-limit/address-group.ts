/** The part of an address that one caller cannot change at will: all of an IPv4 address, the /64 prefix of an IPv6 one. */
import { isIPv6 } from 'node:net';

const prefixGroups = 4;

/** A name for the callers of an address. Anything that is no IPv6 address is its own name. */
export function addressGroup(address: string): string {
  const plain = address.split('%', 1)[0] ?? '';
  if (!isIPv6(plain)) return plain;
  // The URL parser writes every IPv6 address in one way: lower case, dotted tails as hexadecimal, the longest run of zeros as "::".
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const groups = [
    ...left,
    ...Array<string>(tail === undefined ? 0 : 8 - left.length - right.length).fill('0'),
    ...right,
  ];
  return isMappedIPv4(groups) ? dotted(groups.slice(6)) : `${groups.slice(0, prefixGroups).join(':')}::/64`;
}

function isMappedIPv4(groups: string[]): boolean {
  return groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff';
}

function dotted(groups: string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.');
}

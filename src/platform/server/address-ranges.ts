/** Ranges of IP addresses in CIDR notation (RFC 4632, RFC 4291), and whether an address lies in one of them. */
import { BlockList, isIP } from 'node:net';

export type AddressRanges = ReturnType<typeof createAddressRanges>;

const cidrForm = /^([^/]+)(?:\/(\d{1,3}))?$/;

/** Whether a text is an address, or an address and the length of its prefix. */
export function isCidr(text: string): boolean {
  const [, address = '', prefix] = cidrForm.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && (prefix === undefined || Number(prefix) <= bitsOf(version));
}

/** The addresses of all these ranges. Each must be a CIDR (`isCidr`). */
export function createAddressRanges(cidrs: readonly string[]) {
  const ranges = new BlockList();
  for (const cidr of cidrs) {
    const [address = '', prefix] = cidr.split('/');
    const version = isIP(address);
    ranges.addSubnet(address, prefix === undefined ? bitsOf(version) : Number(prefix), familyOf(version));
  }
  return {
    /** False for what is no address. An IPv4 address written as an IPv6 one is the IPv4 address. */
    has(address: string): boolean {
      const version = isIP(address);
      return version !== 0 && ranges.check(address, familyOf(version));
    },
  };
}

function bitsOf(version: number): number {
  return version === 6 ? 128 : 32;
}

function familyOf(version: number): 'ipv4' | 'ipv6' {
  return version === 6 ? 'ipv6' : 'ipv4';
}

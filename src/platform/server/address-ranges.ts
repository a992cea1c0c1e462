/** Ranges of IP addresses in CIDR notation (RFC 4632, RFC 4291), and whether an address lies in one of them. */
import { BlockList, isIP } from 'node:net';

export type AddressRanges = ReturnType<typeof createAddressRanges>;

/** The addresses of all these ranges: each is an address, or an address and the length of its prefix. */
export function createAddressRanges(cidrs: readonly string[]) {
  const ranges = new BlockList();
  for (const cidr of cidrs) {
    const [address = '', prefix] = cidr.split('/');
    const version = isIP(address);
    ranges.addSubnet(address, Number(prefix ?? (version === 6 ? 128 : 32)), familyOf(version));
  }
  return {
    /** False for a text that is no address. An IPv4 address written as an IPv6 one is the IPv4 address. */
    has(address: string): boolean {
      const version = isIP(address);
      return version !== 0 && ranges.check(address, familyOf(version));
    },
  };
}

const familyOf = (version: number): 'ipv4' | 'ipv6' => (version === 6 ? 'ipv6' : 'ipv4');

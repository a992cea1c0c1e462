import { describe, expect, it } from 'vitest';
import { createAddressRanges } from '../../../src/platform/server/address-ranges.ts';
import { cidrs } from '../../../src/platform/settings/setting-types.ts';

describe('address ranges', () => {
  const ranges = createAddressRanges(['10.1.0.0/16', '192.0.2.7', '2001:db8:1::/48']);

  it.each(['10.1.0.1', '10.1.255.255', '192.0.2.7', '::ffff:10.1.2.3', '2001:db8:1:ffff::1'])(
    'contain %s',
    (address) => {
      expect(ranges.has(address)).toBe(true);
    },
  );

  it.each(['10.2.0.1', '192.0.2.8', '2001:db8:2::1', '::1', 'unknown', ''])('do not contain %s', (address) => {
    expect(ranges.has(address)).toBe(false);
  });

  it.each(['10.0.0.0/33', '10.0.0/8', 'gateway', '::/129', '10.0.0.0/8/8'])('reject %s as a range', (text) => {
    expect(cidrs.safeParse(text).success).toBe(false);
  });
});

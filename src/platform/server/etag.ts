/** Validators of replies (RFC 9110, section 8.8): names of bodies, so that clients need not receive a body again. */
import { hash } from 'node:crypto';

/** 132 bits of the hash. */
const tagLength = 22;

/** A strong validator of these bytes and, if `form` names it, of the form in which they are sent. */
export function createETag(body: string | Uint8Array, form = ''): string {
  return etagOf(hash('sha256', body, 'base64url'), form);
}

/** The validator of bytes with this SHA-256, in base64url. */
export const etagOf = (digest: string, form = ''): string => `"${digest.slice(0, tagLength)}${form}"`;

const weakMark = /^W\//;

/** Whether two validators are the same by the weak comparison (RFC 9110, section 8.8.3.2). */
export const isSameTag = (one: string, other: string): boolean =>
  one.replace(weakMark, '') === other.replace(weakMark, '');

/** Makes a matcher for a list such as If-None-Match. It compares weakly (section 13.1.2): a `W/` that a proxy added makes no difference. */
export function etagMatcher(header: string | null): (etag: string) => boolean {
  if (header === null) return () => false;
  const listed = new Set(header.match(/"[^"]*"|(?<![^\s,])\*(?![^\s,])/g));
  return (etag) => listed.has('*') || listed.has(etag.replace(weakMark, ''));
}

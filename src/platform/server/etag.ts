/** Validators of replies (RFC 9110, section 8.8): the name of a body, by which who has it need not be sent it again. */
import { hash } from 'node:crypto';

/** 132 bits of the hash. */
const tagLength = 22;

/** A strong validator of these very bytes, and of the form that they go out in where `form` names it. */
export function createETag(body: string | Uint8Array, form = ''): string {
  return etagOf(hash('sha256', body, 'base64url'), form);
}

/** The validator of bytes with this SHA-256, in base64url. */
export function etagOf(digest: string, form = ''): string {
  return `"${digest.slice(0, tagLength)}${form}"`;
}

const weakMark = /^W\//;

/** Whether two validators are the same by the weak comparison (RFC 9110, section 8.8.3.2). */
export const isSameTag = (one: string, other: string): boolean =>
  one.replace(weakMark, '') === other.replace(weakMark, '');

/**
 * Whether a validator is in a list such as that of If-None-Match, which compares weakly (section 13.1.2): a `W/` that a proxy put before it
 * is no difference.
 */
export function etagMatcher(header: string | null): (etag: string) => boolean {
  if (header === null) return () => false;
  const listed = new Set(header.split(',').map((tag) => tag.trim().replace(weakMark, '')));
  return (etag) => listed.has('*') || listed.has(etag.replace(weakMark, ''));
}

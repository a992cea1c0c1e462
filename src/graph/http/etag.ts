/** Validators of replies (RFC 9110, section 8.8): the name of a body, by which who has it need not be sent it again. */
import { hash } from 'node:crypto';
import { bytesOf, type ContentCoding, type WholeBody } from './reply.ts';

/** 132 bits of the hash. */
const tagLength = 22;

/** A strong validator of a body as it goes out: of its bytes, media type and coding. */
export function createETag(body: WholeBody, contentType: string, coding: ContentCoding | undefined): string {
  const digest = hash('sha256', typeof body === 'string' ? body : bytesOf(body), 'base64url').slice(0, tagLength);
  const [type = ''] = contentType.split(';');
  const subtype = type.slice(type.indexOf('/') + 1).replaceAll(/[^\w-]/g, '-');
  return `"${digest}.${subtype}${coding === undefined ? '' : `.${coding}`}"`;
}

/** Whether If-None-Match holds the tag, by weak comparison (RFC 9110, section 13.1.2). */
export function isNamed(ifNoneMatch: string | null, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim()) ?? [];
  return tags.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag.replace(/^W\//, ''));
}

/** What browsers are told not to do with our answers. */
import type { HeaderList } from './header-list.ts';

/** For GraphQL answers: they belong to one caller, and are what their media type says. */
export const answerHeaders: HeaderList = ['cache-control', 'private, no-store', 'x-content-type-options', 'nosniff'];

/**
 * For pages: no other host is asked for anything, no other site frames them, no address of ours is told to a site they link to.
 * GraphiQL is one inline script that evaluates nothing and starts its editor's workers from blobs.
 */
export const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'unsafe-inline' blob:",
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    'font-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

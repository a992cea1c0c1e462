/** Drift in sentences, for a log line and for a terminal. */
import type { Change } from '../../../openapi-diff/change.ts';
import { adviceOn } from '../../errors/connection-error.ts';
import { countOf } from '../../../platform/text/count-of.ts';
import type { Drift } from './drift.ts';

/** One change, on one line. */
export function describeChange({ subject, what, where, operations, feeds, breaks }: Change): string {
  const place = where === 'operation' ? '' : ` (${where} of ${operations.join(', ')})`;
  const reached = feeds.length > 0 ? `; feeds ${feeds.join(', ')}` : '';
  return `${breaks ? 'BREAKS ' : 'changed'} ${subject}: ${what}${place}${reached}`;
}

/** For a release that is `other`. */
export const otherRelease = 'The release descriptor of the service names another description.';

/** The result of a comparison, in one sentence. */
export function summarize({ status, reason, changes }: Drift): string {
  const breaking = changes.filter(({ breaks }) => breaks).length;
  if (status === 'unknown') return `Contract drift is unknown: ${reason}.`;
  if (status === 'pending') return 'Contract drift is not known yet.';
  if (status === 'none') return "The service's description matches the committed one.";
  return `The service's description differs from the committed one in ${countOf(changes.length, 'place')}; breaking: ${breaking}.`;
}

/** What an operator does if there is nothing to compare. */
export const nextOf = ({ reason = '' }: Drift): string =>
  adviceOn(reason) ??
  'Check FIELD_DATA_URL, that the service runs, and FIELD_DATA_OPENAPI_PATH if it publishes a description.';

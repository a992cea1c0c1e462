/** The check of `doctor` for a remote service: compares its description with the committed one. */
import { type CheckOptions, fail, good, type Outcome, skip, warn } from '../../../platform/cli/check.ts';
import { compare, type ServiceConfig } from './command.ts';
import { describeChange, nextOf, otherRelease, summarize } from './report.ts';

/** The comparison loads the whole schema, which takes seconds on a busy machine. */
const comparedMs = 8_000;

/** Reports each change that breaks something; if there is none, the number of changes. */
export async function checkDrift(config: ServiceConfig, { role }: CheckOptions): Promise<Outcome[]> {
  const { FIELD_DATA_URL: serviceUrl, FIELD_DATA_OPENAPI_PATH: path } = config;
  if (serviceUrl === undefined || role === 'service') return [];
  const signal = AbortSignal.timeout(comparedMs);
  const drift = await compare({ serviceUrl, descriptionUrl: serviceUrl + path }, signal);
  const breaking = drift.changes.filter(({ breaks }) => breaks);
  if (breaking.length > 0)
    return breaking.map((change) =>
      fail(describeChange(change), 'Ask the operator of the service, or install a version made for its description.'),
    );
  const late = signal.aborted ? 'The description of the service was not read and compared in time.' : undefined;
  const compared = drift.status === 'unknown' ? skip(late ?? summarize(drift), nextOf(drift)) : good(summarize(drift));
  if (drift.release !== 'other') return [compared];
  return [compared, warn(otherRelease, 'Deploy both files of one release.')];
}

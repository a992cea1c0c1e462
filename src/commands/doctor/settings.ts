/** Reports all problems of the settings at once: those that refuse a start, those that it warns of, and those that it ignores silently. */
import {
  type Config,
  describeSettings,
  doubtfulSettings,
  ignoredSettings,
  inspectProcessConfig,
  processWarnings,
} from '../../config.ts';
import { isServiceUnlimited, isUnlimited } from '../../config/settings.ts';
import type { Role } from '../../platform/settings/setting-types.ts';
import { fail, good, type Outcome, warn } from '../../platform/cli/check.ts';

const withoutEffect: readonly (readonly [name: keyof Config, because: string, isSo: (config: Config) => boolean])[] = [
  ['ADMIN_HOST', 'ADMIN_PORT is unset', ({ ADMIN_PORT: port }) => port === undefined],
  ['FIELD_DATA_OPENAPI_PATH', 'FIELD_DATA_URL is unset', ({ FIELD_DATA_URL: url }) => url === undefined],
  ['UPSTREAM_BYTES_MAX', 'FIELD_DATA_URL is unset', ({ FIELD_DATA_URL: url }) => url === undefined],
  ['FIELD_DATA_RATE_LIMIT_EXEMPT', 'the limit is 0', isServiceUnlimited],
  ['REDIS_URL', 'no limit is set', isUnlimited],
];

/** Finds settings without effect and the reason: those of the table, and those of a part that is off, such as `MCP_HOSTS` of `MCP`. */
function findIdle(config: Config, set: readonly (keyof Config)[]): [name: string, because: string][] {
  const isOff = (name: keyof Config) => config[name] === false || config[name] === undefined;
  const parts = (Object.keys(config) as (keyof Config)[]).filter(isOff);
  return set.flatMap((name): [string, string][] => {
    const [, because] = withoutEffect.find(([each, , isSo]) => each === name && isSo(config)) ?? [];
    const part = parts.find((each) => name.startsWith(`${each}_`));
    if (because !== undefined) return [[name, because]];
    return part === undefined ? [] : [[name, `${part} is ${config[part] === false ? 'off' : 'unset'}`]];
  });
}

/** Reads the settings of this process, `.env` included, and lists what is wrong. */
export function checkSettings(role: Role | undefined): { outcomes: Outcome[]; config: Config; bad: Set<string> } {
  const { config, errors, bad, set, overruled, inFile, names } = inspectProcessConfig(role);
  const ignored = ignoredSettings(role);
  const outcomes = [
    ...errors.map(failedLine),
    ...doubtfulSettings().map((line) => warn(line, 'Correct the name, or remove it if another program reads it.')),
    ...unknownNames(names, inFile, errors).map((line) =>
      warn(line, 'Look it up in docs/operators.md, and correct or remove it.'),
    ),
    ...inFile
      .filter((name) => readByNode.has(name))
      .map((name) =>
        warn(`${name} in .env has no effect: Node reads it before that file.`, 'Set it in the environment.'),
      ),
    ...ignored.map((line) => warn(line, 'Remove it from the settings of this process.')),
    ...findIdle(config, set)
      .filter(([name]) => ![...errors, ...ignored].some((line) => line.startsWith(`${name} `)))
      .map(([name, because]) => warn(`${name} has no effect, because ${because}.`, 'Remove it, or set the other.')),
    ...overruled.map((name) =>
      warn(`${name} has another value than the one that is set.`, 'Remove it: others decide.'),
    ),
    ...processWarnings(config).map(({ sentence, next }) => warn(sentence, next)),
  ];
  if (outcomes.length === 0) outcomes.push(good('All settings are acceptable.'));
  return { outcomes, config, bad };
}

/** Splits a line of the configuration into error and advice. The advice is an example, or follows the last colon or semicolon. */
function failedLine(line: string): Outcome {
  const [, wrong = line, example] = /^(.*?), for example (.*)$/s.exec(line) ?? [];
  if (example !== undefined) return fail(`${wrong}.`, `Write it as in this example: ${example}`);
  const [, what, advice] = /^(.*)[:;] (.*)$/s.exec(line) ?? [];
  if (what === undefined || advice === undefined) return fail(line, 'Correct it, then check again.');
  return fail(`${what}.`, advice[0]?.toUpperCase() + advice.slice(1));
}

/** Names that Kubernetes sets for a Service. Like names of other programs, they may begin as a setting does. */
const ofKubernetes = /_SERVICE_(?:HOST|PORT)(?:_\w+)?$|_PORT(?:_\d+_(?:TCP|UDP)(?:_\w+)?)?$/;
const readByNode: ReadonlySet<string> = new Set(['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS']);
/** Names that libraries read, from `.env` too. */
const ofLibraries = /^(?:PG|OTEL_|NODE_|npm_|TZ$)/;
const prefixWords = 2;

/** Returns a sentence for each name that is no setting, but most likely meant for this product. */
function unknownNames(names: readonly string[], inFile: readonly string[], errors: readonly string[]): string[] {
  const known = describeSettings().map(({ name }) => name);
  const prefixes = new Set(known.map((name) => name.split('_').slice(0, prefixWords).join('_')));
  const lines = [...errors, ...doubtfulSettings()];
  const isNamed = (name: string) => lines.some((line) => line.startsWith(`${name} is no setting`));
  const isOurs = (name: string) =>
    inFile.includes(name)
      ? !ofLibraries.test(name)
      : name.startsWith('FIELDGRAPH_') ||
        (!ofKubernetes.test(name) && prefixes.has(name.split('_').slice(0, prefixWords).join('_')));
  return names
    .filter((name) => !known.includes(name) && !isNamed(name))
    .flatMap((name) => {
      const meant = known.find(
        (each) => each.includes('_') && (each.endsWith(`_${name}`) || name.endsWith(`_${each}`)),
      );
      const isMoved = meant !== undefined && name.includes('_') && meant.endsWith(`_${name}`);
      if (!isOurs(name) && !isMoved) return [];
      return [`${name} is no setting, and has no effect${meant === undefined ? '.' : `: is ${meant} meant?`}`];
    });
}

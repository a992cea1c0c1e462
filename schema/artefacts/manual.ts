/** Generates tables of docs/ from the code, so that no setting, error code or metric can be left undocumented. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describeSettings } from '../../src/config.ts';
import { problemFacts } from '../../src/field-data/records/errors.ts';
import { knownCapabilities } from '../../src/field-data/routes/sdk-release.ts';
import { readRecipes } from '../../src/graph/http/pages/recipes.ts';
import { errorCodes, inputFaultCodes } from '../../src/graph/errors/codes.ts';
import type { Artefact } from './artefact.ts';
import { page, type Sections } from './sections.ts';
import { gatewaySizing, serviceSizing } from './sizing.ts';

const root = new URL('../../', import.meta.url);

/** Sections of capabilities: a capability with sections has `artefacts.ts` in its folder. */
const ofCapabilities: { sections: Readonly<Record<string, Sections>> }[] = await Promise.all(
  globSync('src/**/artefacts.ts', { cwd: root })
    .toSorted()
    .map((path) => import(new URL(path, root).href)),
);

/** Pages with generated sections, and the function that makes each section. */
export const manual: Artefact[] = [
  page('docs/operators.md', {
    'common settings': () => settingsTable(isCommon),
    limits: () => settingsTable(isLimit),
    'other settings': () => settingsTable(isOther),
  }),
  page('docs/errors.md', { 'error codes': errorTable, 'fault codes': faultTable, 'problem codes': problemTable }),
  page('docs/partners.md', { capabilities: capabilityTable }),
  page('docs/recipes.md', { recipes }),
  page('docs/tutorial.md', tutorialFiles()),
  page('docs/scale.md', { 'processes of the gateway': gatewaySizing, 'processes of the service': serviceSizing }),
  ...ofCapabilities.flatMap(({ sections }) => Object.entries(sections).map(([path, made]) => page(path, made))),
];

type Setting = ReturnType<typeof describeSettings>[number];

/** Settings that most installations set. */
const commonSettings: readonly string[] = [
  'HOST',
  'PORT',
  'FIELD_DATA_URL',
  'FIELD_DATA_DIR',
  'DATABASE_URL',
  'DEMO',
  'CORS_ORIGINS',
  'ADMIN_PORT',
];
const isCommon = ({ name }: Setting) => commonSettings.includes(name);
const isLimit = ({ name }: Setting) => /_(?:MAX|MS|PER_MINUTE)$/.test(name);
const isOther = (setting: Setting) => !isCommon(setting) && !isLimit(setting);

function settingsTable(isListed: (setting: Setting) => boolean): string {
  const rows = describeSettings()
    .filter(isListed)
    .map(({ name, fallback, description }) => `| \`${name}\` | ${fallback} | ${description} |`);
  return ['| Variable | Default | |', '|---|---|---|', ...rows].join('\n');
}

function errorTable(): string {
  const rows = Object.entries(errorCodes).map(
    ([code, { description, retryable }]) => `| \`${code}\` | ${retryable ? 'yes' : 'no'} | ${description} |`,
  );
  return ['| Code | Retryable | |', '|---|---|---|', ...rows].join('\n');
}

function faultTable(): string {
  const rows = Object.entries(inputFaultCodes).map(([code, description]) => {
    return `| \`${code}\` | ${code === 'UNKNOWN' ? '' : `\`${code.toLowerCase()}\``} | ${description} |`;
  });
  return ['| Graph | REST | |', '|---|---|---|', ...rows].join('\n');
}

function problemTable(): string {
  const rows = Object.entries(problemFacts).map(
    ([code, { status, title, advice }]) => `| ${status} | \`${code}\` | ${title}. ${advice} |`,
  );
  return ['| Status | Code | |', '|---|---|---|', ...rows].join('\n');
}

function capabilityTable(): string {
  const rows = knownCapabilities().map(([name, meaning]) => `| \`${name}\` | ${meaning} |`);
  return ['| Capability | |', '|---|---|', ...rows].join('\n');
}

/** The complete files that the tutorial shows. */
function tutorialFiles(): Record<string, () => string> {
  const paths = globSync('examples/tutorial/*.{ts,tsx,html}', { cwd: root });
  return Object.fromEntries(paths.map((path) => [basename(path), () => wholeFile(path)]));
}

function wholeFile(path: string): string {
  const text = readFileSync(new URL(path, root), 'utf8');
  return `<!-- not run: it is ${path} -->\n\`\`\`${path.split('.').at(-1)}\n${text}\`\`\``;
}

/** Recipes whose result is an error, by operation. The page marks the type of the error for the tests. */
const refused = new Map([['FormErrors', 'InvalidInputError']]);

function recipes(): string {
  return readRecipes()
    .map(({ title, about, calls, query }, index) => {
      const cost = calls === 1 ? 'One call to the service.' : `${calls} calls to the service.`;
      const type = refused.get(/\w+ (\w+)/.exec(query)?.[1] ?? '');
      const mark = type ? `<!-- prints: ${type} -->\n` : '';
      return `## ${index + 1}. ${title}\n\n${about} ${cost}\n\n${mark}\`\`\`graphql\n${query}\n\`\`\``;
    })
    .join('\n\n');
}

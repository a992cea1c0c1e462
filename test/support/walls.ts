/** Runs the import rules of .dependency-cruiser.mjs; fails too when no module was seen, for then nothing was checked. */
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import config from '../../.dependency-cruiser.mjs';

const modulesMin = 10;

const { output } = await cruise(
  ['src'],
  { ...config.options, ruleSet: { forbidden: config.forbidden as never }, validate: true },
  undefined,
  { tsConfig: extractTSConfig('tsconfig.json') },
);
if (typeof output === 'string') throw new Error(output);
const { summary } = output;
for (const violation of summary.violations) {
  const rule = config.forbidden.find((candidate) => candidate.name === violation.rule.name);
  console.error(`${violation.from} -> ${violation.to}\n  ${violation.rule.name}: ${rule?.comment ?? ''}`);
}
if (summary.totalCruised < modulesMin) {
  console.error(`only ${summary.totalCruised} modules seen: the walls were not checked`);
  process.exitCode = 1;
} else if (summary.violations.length > 0) {
  process.exitCode = 1;
} else {
  console.log(`walls hold: ${summary.totalCruised} modules, ${summary.totalDependenciesCruised} imports`);
}

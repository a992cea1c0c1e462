/** Runs the import rules of .dependency-cruiser.mjs over the repository; fails too where a file of src stands in no room, or none was seen. */
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import config, { rooms } from '../../.dependency-cruiser.mjs';

const modulesMin = 10;
const places = rooms.map(([, files]) => new RegExp(`^(?:${files})`));

const { output } = await cruise(
  ['src', 'schema', 'package', 'test', 'bench'],
  { ...config.options, ruleSet: { forbidden: config.forbidden as never }, validate: true },
  undefined,
  { tsConfig: extractTSConfig('tsconfig.json') },
);
if (typeof output === 'string') throw new Error(output);
const { summary, modules } = output;
const faults = summary.violations.map(({ from, to, rule }) => {
  const comment = config.forbidden.find(({ name }) => name === rule.name)?.comment ?? '';
  return `${from} -> ${to}\n  ${rule.name}: ${comment}`;
});
for (const { source } of modules) {
  if (!source.startsWith('src/') || places.some((place) => place.test(source))) continue;
  faults.push(`${source} stands in no room: name one in .dependency-cruiser.mjs`);
}
if (summary.totalCruised < modulesMin)
  faults.push(`only ${summary.totalCruised} modules seen: the walls were not checked`);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`walls hold: ${summary.totalCruised} modules, ${summary.totalDependenciesCruised} imports`);

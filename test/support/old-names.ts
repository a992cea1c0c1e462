/** Part of `npm run lint`: public names that were replaced before 1.0.0 occur nowhere. The changelog alone may name them. */
import { readFileSync } from 'node:fs';
import { committedFiles } from './sources.ts';

/** What may not occur, and the name in its place. */
const replaced: [old: RegExp, name: string][] = [
  [/\bearthObservationId\b/, 'earthObservation'],
  [/\b(?:precipitation|precipitationLessEt0|growingDegreeDays|frostDays)Missing\b/, '…MissingDays'],
  [/\b(?:wetDay|wind|deltaT)Min\b/, 'min…'],
  [/\b(?:gapDays|wind|gust|deltaT)Max\b/, 'max…'],
  [/\bDegreeDaysOfDay\b/, 'DegreeDaySeriesDay'],
  [/\bDegreeDaysMethod\b/, 'DegreeDayMethod'],
  [/(?<!\w)degreeDays\(/, 'growingDegreeDays('],
  [/\bindexSeries\(name:|\bindexSeason\(name:/, 'index:'],
  [/\bwaterBalance\([^)]*\b(?:soil|crop):/, 'rootZone:, cropCoefficients:'],
  [/(?<!ON )\bCONFLICT\b/, 'IDEMPOTENCY_IN_PROGRESS'],
  [/\bUserError\b/, 'FieldgraphError'],
  [/\bmulti_field_reads\b/, 'batch_reads'],
  [/(?<![A-Z_])(?:RATE_LIMIT_PER_MINUTE|RATE_LIMIT_EXEMPT|READS_REQUIRE_KEY)\b/, 'FIELD_DATA_…'],
  [
    /\bfieldgraph_(?:joined_operations|upstream_grouped|upstream_ungrouped|upstream_cache_total)/,
    'a coalesced, batched or looked-up read',
  ],
  [/\bfieldgraph_(?:upstream_waiting|upstream_in_flight)\b/, 'fieldgraph_upstream_calls_…'],
  [
    /\bfieldgraph_(?:breaker_|pinned_documents|documents_held|documents_evicted|list_texts_held|timezones_held)/,
    'see the metrics of docs/operators.md',
  ],
  [/\b(?:add_note|notes_about)\b/, 'add_observation, list_observations'],
  [/(?<![@\w])fieldgraph\/client\b/, '@fieldgraph/client'],
];

const mayName =
  /^(?:CHANGELOG\.md|bench\/(?:RESULTS\.md|chart\.svg)|src\/config\/misspelt\.ts|test\/support\/old-names\.ts|test\/end-to-end\/settings\.test\.ts|test\/commands\/doctor-errors\.test\.ts|test\/graph\/capabilities\/federation\/composition\.test\.ts)$|package-lock\.json$|\.(?:png|ico|woff2)$/;

const paths = committedFiles().filter((path) => !mayName.test(path));
const found = paths.flatMap((path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, at) =>
      replaced
        .filter(([old]) => old.test(line))
        .map(([old, name]) => `${path}:${at + 1}: ${old.exec(line)?.[0]} is ${name} now`),
    ),
);

for (const line of found) console.error(line);
if (found.length > 0) process.exitCode = 1;
else console.log(`no old name in ${paths.length} files`);

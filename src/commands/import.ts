/** `npm start -- import`: imports files into the store, with a progress bar on a terminal. Reports refused records by place and reason. */
import { basename } from 'node:path';
import { withDemoFields } from '../field-data/demo/fields.ts';
import { ImportError } from '../field-data/import/candidate.ts';
import { type ImportResult, importFile, importFilesStrictly } from '../field-data/import/import.ts';
import {
  beforeSignal,
  callOf,
  oneLine,
  oneOf,
  printError,
  print,
  readOptions,
  UsageError,
} from '../platform/cli/command-line.ts';
import type { Config } from '../config.ts';
import type { Store } from '../field-data/store/store.ts';
import { StoreError } from '../field-data/store/store-error.ts';
import { countOf } from '../platform/text/count-of.ts';
import { parseInstant } from '../platform/time/instant.ts';
import { createBar, printExpected, runCommand, texts } from './command.ts';

const usage = `${callOf('import')} FILE... [--field fld_…] [--kind observed|forecast] [--issued-at TIME] [--source NAME] [--strict]

FILE is JSON Lines as export writes them (.jsonl, .ndjson), weather as .csv whose measures have their unit in brackets
(temperature_max[celsius]), or .json of Open-Meteo (forecast or archive) or STAC (an item or a FeatureCollection).
--field    the field of records that name none
--kind     whether weather that does not say so is observed (default) or forecast
--issued-at  when a forecast was issued, 2026-05-01T06:00:00Z; a forecast without it ranks below all that have one
--source   names the source of records that name none
--strict   writes nothing unless every record of every FILE is good. Until it ends, a service over SQLite refuses writes
           (503, to be tried again)
A record takes the place of the stored one of its field, interval and kind, with all measures: those that it does not name are null.
A forecast is never replaced by one that was issued earlier, nor a scene by one that was processed earlier.
Importing a file again changes nothing; an interrupted import continues, or starts again if another one replaced records since.`;

const refusedShownMax = 1_000;

async function importFiles(opened: Store, { DEMO }: Config): Promise<void> {
  const store = DEMO ? withDemoFields(opened) : opened;
  const { positionals: files, values } = readOptions({
    ...texts('field', 'kind', 'issued-at', 'source'),
    strict: { type: 'boolean' },
  });
  if (files.length === 0) throw new UsageError('Name at least one file.');
  if (values.source === '') throw new UsageError('--source must not be empty.');
  const kind = values.kind === undefined ? undefined : oneOf(values.kind, ['observed', 'forecast'], 'kind');
  const issuedAt = values['issued-at'];
  if (issuedAt !== undefined && parseInstant(issuedAt) === undefined)
    throw new UsageError('--issued-at must be a date-time with an offset, such as 2026-05-01T06:00:00Z.');
  const { strict = false } = values;
  const importOne = async (file: string): Promise<ImportResult> => {
    const bar = createBar(oneLine(basename(file)));
    let shown = 0;
    let stored = 0;
    let otherDays = 0;
    const stopReport = beforeSignal(() => {
      bar.clear();
      const outcome = strict
        ? 'Nothing was imported (--strict).'
        : `Imported so far: ${countOf(stored, 'record')}. Repeat the same command to go on.`;
      printError(oneLine(`${file}: Interrupted. ${outcome}`));
    });
    const result = await importFile(store, file, {
      fieldId: values.field,
      kind,
      issuedAt,
      sourceName: values.source,
      strict,
      onProgress: bar.update,
      onStored: (records) => (stored = records),
      onOtherDay: () => (otherDays += 1),
      onLeftOut: (variable) => printError(oneLine(`${file}: ${variable} is left out: weather has no such property`)),
      onRefused(place, reason) {
        shown += 1;
        if (shown > refusedShownMax) return;
        bar.clear();
        printError(oneLine(`${file}: ${place}: ${reason}`));
      },
    })
      .catch((error) => {
        if (!(error instanceof ImportError) || error.message.startsWith(file)) throw error;
        throw new ImportError(`${file}: ${error.message}`);
      })
      .finally(() => {
        stopReport();
        bar.clear();
      });
    if (shown > refusedShownMax) printError(oneLine(`${file}: and ${shown - refusedShownMax} more`));
    if (otherDays > 0)
      printError(
        oneLine(`${file}: ${countOf(otherDays, 'daily record')} with a date of another timezone than the field's`),
      );
    return result;
  };
  const report = (file: string, result: ImportResult, isImported = true): void => {
    const { added, replaced, unchanged, refused, empty, resumed } = result;
    const skipped = `${empty > 0 ? `, ${empty} without values` : ''}${resumed > 0 ? `, ${resumed} done before` : ''}`;
    const read = added + replaced + unchanged + refused;
    const outcome = isImported
      ? `${added} new, ${replaced} replaced, ${unchanged} unchanged, ${refused} refused${skipped}`
      : `nothing imported (--strict): ${refused} of ${read} records were refused`;
    print(oneLine(`${file}: ${outcome}`));
    if (refused > 0) process.exitCode = 1;
  };
  if (!strict) {
    for (const [index, file] of files.entries()) {
      try {
        report(file, await importOne(file));
      } catch (error) {
        // A file that cannot be read must not keep out those after it.
        printExpected(error);
        if (!(error instanceof StoreError)) continue;
        const untried = files.slice(index + 1).join(', ');
        if (untried !== '') printError(oneLine(`Not tried: ${untried}`));
        return;
      }
    }
  } else {
    const imports = files.map((file) => () => importOne(file));
    const { results, isImported } = await importFilesStrictly(store, imports).catch((error) => {
      if (files.length > 1) printError('Nothing was imported (--strict):');
      throw error;
    });
    for (const [index, result] of results.entries()) report(files[index] ?? '', result, isImported);
  }
}

/** Runs the command. */
export const run = () => runCommand(usage, importFiles, { makesStore: true });

/** `npm start -- doctor`: reports problems of this instance or of its upgrade. It writes nothing, and goes on after an error. */
import { accessSync, constants } from 'node:fs';
import { callOf, fileError, print, printTable, readOptions, UsageError } from '../../platform/cli/command-line.ts';
import { roles } from '../../platform/settings/setting-types.ts';
import { runUnconfigured, type StartUnserved } from '../command.ts';
import { type Call, runChecks } from './checks.ts';
import type { Finding } from './run.ts';

const usage = `${callOf('doctor')} [gateway | service] [--dry-run] [--log FILE …] [--json]

Checks the settings, ports, disk, clock, store, last backup, service, documents and Node of this instance. It may run, or be stopped.
It changes nothing but a count in Redis that ends after a second. --dry-run runs pending migrations and rolls them back: over SQLite in a copy, over PostgreSQL in a transaction.
There, a step is stopped after 5 seconds, because callers wait for what it locks.
--log names a log of the gateway, to check which clients use what no longer runs.
Exit codes: 0 no error, 1 an error, 2 wrong call.`;

function readCall(): { json: boolean; options: Call } {
  const { values, positionals } = readOptions({
    json: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
    log: { type: 'string', multiple: true, default: [] },
  });
  const role = roles.find((name) => name === positionals[0]);
  if (positionals.length > (role === undefined ? 0 : 1)) throw new UsageError(`${positionals.at(-1)} is no role.`);
  try {
    // If one cannot be read, the other checks of the documents would not run.
    for (const file of values.log) if (file !== '-') accessSync(file, constants.R_OK);
  } catch (error) {
    throw new UsageError(fileError(error) ?? String(error));
  }
  return { json: values.json, options: { role, dryRun: values['dry-run'], logs: values.log } };
}

function show(findings: readonly Finding[]): void {
  const rows = findings.flatMap(({ check, verdict, detail, next }) => [
    [verdict, check, detail],
    ...(next === null ? [] : [['', '', `→ ${next}`]]),
  ]);
  printTable(['VERDICT', 'CHECK', ''], rows);
  const verdicts = ['error', 'warning', 'not checked'] as const;
  const counts = verdicts.map((each) => `${each}: ${findings.filter(({ verdict }) => verdict === each).length}`);
  print(`\n${counts.join(', ')}`);
}

/** Runs the command. */
export const run = (startUnserved: StartUnserved) =>
  runUnconfigured(usage, async () => {
    const { json, options } = readCall();
    const findings = await runChecks(options, startUnserved);
    if (json) print(JSON.stringify(findings, undefined, 2));
    else show(findings);
    process.exitCode = findings.some(({ verdict }) => verdict === 'error') ? 1 : 0;
    // A check that timed out may still have an open socket. After an error, its event ends the process.
    process.stdout.write('', (error) => error ?? process.exit());
  });

/** `npm start`, or `fieldgraph` without a command: flags, banner, signals and exit codes (0 stopped cleanly, 1 could not start, 2 wrong flags). */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { describeSettings, doubtfulSettings, ignoredSettings, processWarnings, readProcessConfig } from '../config.ts';
import { StoreError } from '../field-data/store/store-error.ts';
import { builtProgram, print, printError } from '../platform/cli/command-line.ts';
import { isBuilt } from '../platform/files/is-built.ts';
import { type Role, roles, StartRefused } from '../platform/settings/setting-types.ts';
import { ListenError } from '../platform/server/listen.ts';
import { createLog } from '../platform/log/log.ts';
import { standardErrorStream } from '../platform/log/log-stream.ts';
import { banner } from './banner.ts';
import type { Running } from './start.ts';
import { version } from './version.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const flags = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } } as const;

/** Runs the server until a signal stops it, or prints the help or version that a flag requests. Help and errors list `commandNames`. */
export async function serve(argv: string[], commandNames: readonly string[]): Promise<void> {
  // The reader may be gone after the banner: `npm start | head`.
  process.stdout.on('error', () => {});
  const { values, role } = readFlags(argv, commandNames);
  if (values === undefined) return;
  if (values.version) return print(version());
  if (values.help) return print(helpText(commandNames));
  try {
    await runServer(role);
  } catch (error) {
    process.exitCode = 1;
    printError(refusal(error));
  }
}

function readFlags(argv: string[], commandNames: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: argv, options: flags, allowPositionals: true });
    const role = roles.find((name) => name === positionals[0]);
    if (positionals.length > (role === undefined ? 0 : 1)) throw new TypeError('unknown word');
    return { values, role };
  } catch {
    process.exitCode = 2;
    printError(
      `Roles are ${roles.join(' and ')}; commands are ${commandNames.join(', ')}; flags are --help and --version; settings are environment variables. Got: ${argv.join(' ')}`,
    );
    return {};
  }
}

/** As large as the longest response of the service, unless UPSTREAM_BYTES_MAX allows more. */
const longResponseBytes = 2 ** 24;
const drainMarginMs = 2_000;
const logFlushMs = 1_000;
/** How long a start may go on after a signal. */
const startMsMax = 1_000;

async function runServer(role: Role | undefined): Promise<void> {
  const config = readProcessConfig(role);
  // By default V8 frees the memory of compiling a function only when no other waits, and no heap limit counts it. The load test of
  // generated programs shows how much that is.
  setFlagsFromString('--no-maglev-destroy-on-background');
  // By default the old generation grows up to fourfold between two collections, with the Buffers that it refers to. Bench row W2 and the
  // one of 1,000 fields show the peaks of memory. Half of this doubles the CPU of W3: its Buffers then cause a collection in each request.
  setFlagsFromString('--heap-growing-percent=100');
  // By default Buffers in use start a collection when they exceed the heap, as two long responses do. Bench row "W3, indented JSON".
  setFlagsFromString('--external-memory-accounted-in-global-limit');
  // glibc releases free memory above twice the largest block that was freed. The kernel would map it again for the next response: up to
  // 2,000 pages for each request of bench row W3.
  Buffer.allocUnsafeSlow(longResponseBytes).buffer.transfer(0);
  const log = createLog(config.LOG_LEVEL);
  // The client of Redis writes one if the server needs no password. Every line of the log is JSON.
  console.warn = (warning: unknown) => log.warn(String(warning));
  // Loaded only now: help and wrong settings need none of it.
  const starting: Promise<Partial<Running> & Pick<Running, 'stop'>> = import('./start.ts').then(
    ({ start, startServiceOnly }) => (role === 'service' ? startServiceOnly(config, log) : start(config, log)),
  );
  // Before the start: a container's first process ignores every signal without a handler.
  stopOnSignal(log, config.DRAIN_MS + drainMarginMs, async (signal, err) => {
    const stoppingAt = performance.now();
    if (err) log.fatal({ err }, 'stopping after an unexpected error');
    if (signal !== undefined) log.info({ signal }, 'stopping');
    // A start that waits, perhaps for a database, must not delay the stop.
    // The reason of a refused start is printed already.
    const running = await Promise.race([starting, wait(startMsMax)]).catch(() => process.exit(1));
    await running?.stop();
    log.info({ ms: Math.round(performance.now() - stoppingAt) }, 'stopped');
    await standardErrorStream().flush(logFlushMs);
  });
  for (const sentence of doubtfulSettings()) log.warn(sentence);
  const running = await starting;
  for (const sentence of ignoredSettings(role)) log.warn(sentence);
  for (const { sentence } of processWarnings(config)) log.warn(sentence);
  const { graphUrl, serviceUrl, adminUrl } = running;
  log.info({ version: version(), graph: graphUrl, service: serviceUrl, admin: adminUrl }, 'listening');
  // Last: a reader of the banner may stop the process at once.
  print(banner(config, running));
}

/** The text of a failed start: a sentence if the operator can correct it, else the whole error. */
function refusal(error: unknown): string {
  if (error instanceof StartRefused) return `${error.heading}\n${error.message}`;
  if (error instanceof ListenError || error instanceof StoreError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function helpText(commandNames: readonly string[]): string {
  const plain = (markdown: string) => markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)|`/g, '$1');
  const settings = describeSettings().map(
    ({ name, fallback, description }) => `  ${name.padEnd(34)}${plain(description)} [${fallback}]`,
  );
  return [
    'Serves the GraphQL gateway and the built-in Field Data Service. With FIELD_DATA_URL, only the gateway.',
    '',
    isBuilt
      ? `Usage: ${builtProgram()} [gateway | service] [--help | --version]`
      : 'Usage: npm start [-- gateway | service] [-- --help | --version]',
    '',
    '  gateway   only the gateway, which calls FIELD_DATA_URL',
    '  service   only the Field Data Service',
    '',
    `       ${isBuilt ? builtProgram() : 'npm start --'} ${commandNames.join(' | ')} (each has its own --help)`,
    '',
    'Settings, as environment variables or in a file .env:',
    ...settings,
  ].join('\n');
}

/**
 * One runner for every test. `npm test` runs what stays in one process, over both stores. `npm run test:all` adds the project `gate`: what
 * starts processes. `FULL=1` runs that too, in larger sizes.
 */
import { existsSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Otherwise Vite resolves the condition `development`, and graphql makes checks that production never makes. Tests see the value below. */
process.env.NODE_ENV = 'production';

const isFull = process.env.FULL === '1';
const isRequired = process.env.REQUIRE_ALL === '1';
const isGate = isFull || isRequired || process.env.ALL === '1';

/** Start processes: browsers, compilers, npm, servers of others, and the product as its users start it. */
const ofProcesses = [
  'test/{client,deploy,examples,package}/**/*.test.ts',
  'test/commands/{command-usage,commands,copies,doctor,doctor-errors,doctor-next-steps,request,uses}.test.ts',
  'test/end-to-end/{command,drift-command,federation,log-reader,mcp-clients,mock,odd-files,roles,settings}.test.ts',
  'test/end-to-end/{shared-limits,shutdown,store-faults,terminal,trusted-documents,way-of-a-query}.test.ts',
  'test/field-data/store/{kill,version-before,sqlite/commands}.test.ts',
  'test/graph/operation/document-memory/*.test.ts',
  'test/graph/reads/fifth-read.test.ts',
  'test/platform/log/terminal.test.ts',
  'test/schema/{added-property,capabilities,changed-descriptions,file-faults,manual,prose,release,schema-lint}.test.ts',
];
/** Hold bounds of time: what runs beside them is as little as possible. */
const ofLoad = ['test/{cluster,load}/*.test.ts'];
const ofBrowser = ['test/browser/*.test.ts'];
const ofEveryStore = [
  'test/field-data/{records/keys,requests/idempotency}.test.ts',
  'test/field-data/routes/{batch-read,earth-observations,list-observations,visibility,weather}.test.ts',
  'test/field-data/import/transfers.test.ts',
  'test/field-data/store/change-hints.test.ts',
  'test/end-to-end/observation-round-trip.test.ts',
];
const ofEveryStoreByProcesses = [
  'test/client/one-id.test.ts',
  'test/commands/{commands,doctor}.test.ts',
  'test/field-data/store/{kill,version-before}.test.ts',
];
/** Replaces functions of modules, which every other file of the worker would then have. */
const ofMocks = ['test/graph/operation/known-operations.test.ts'];
const ofPostgres = ['test/field-data/store/postgres/*.test.ts'];
const ofPostgresByProcesses = ['test/field-data/store/postgres/{faults,move,processes}.test.ts'];

/** Suites with packages of their own. Where these are not installed and nothing is required, the suite is left out. */
const absentSuites = ['test/browser', 'test/deploy', 'test/package'].filter(
  (folder) => !isRequired && !existsSync(new URL(`../${folder}/node_modules`, import.meta.url)),
);
const nowhere = ['**/node_modules/**', ...absentSuites.map((folder) => `${folder}/**`)];

/** Where there is room, the files of a test are in memory: each write of SQLite waits for the disk. */
const inMemory = roomOf('/dev/shm') > 2 ** 32 ? { TMPDIR: process.env.TMPDIR ?? '/dev/shm' } : undefined;

function roomOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/**
 * Seconds of the slowest files in the gate, which begin first: they would be its end. Of the others, vitest begins with the longest of its
 * last run, or with the largest.
 */
const secondsOf: Record<string, number> = {
  'package/package': 255,
  'browser/field-page': 252,
  'schema/manual': 156,
  'browser/rest-pages': 132,
  'schema/capabilities': 132,
  'cluster/live': 117,
  'cluster/cluster': 104,
  'browser/graphiql': 83,
  'load/live': 83,
  'load/dear-documents': 79,
  'browser/explain': 78,
  'browser/live': 75,
  'end-to-end/store-faults': 68,
  'load/documents': 65,
  'end-to-end/log-reader': 55,
  'graph/operation/document-memory/document-memory': 51,
  'end-to-end/odd-files': 49,
  'deploy/started-as-written': 47,
  'end-to-end/shutdown': 45,
  'client/client-package': 44,
  'commands/doctor-next-steps': 44,
  'field-data/store/kill': 41,
  'deploy/streams': 40,
  'package/first-hour': 40,
  'browser/tutorial': 38,
  'schema/changed-descriptions': 36,
  'deploy/caches': 34,
  'field-data/store/version-before': 31,
  'graph/reads/fifth-read': 31,
  'field-data/store/postgres/faults': 29,
  'load/unread-answers': 29,
  'commands/commands': 28,
  'examples/clients': 28,
  'load/distinct-operations': 28,
  'commands/doctor': 27,
  'end-to-end/command': 27,
  'field-data/store/postgres/processes': 27,
  'end-to-end/mcp-clients': 26,
  'commands/request': 26,
  'executor/bytes/differential': 25,
  'examples/offline-queue': 24,
  'examples/live': 22,
  'graph/schema/agronomy/split-windows': 21,
  'end-to-end/roles': 20,
  'commands/doctor-errors': 20,
  'schema/added-property': 19,
  'end-to-end/federation': 19,
  'schema/schema-lint': 19,
  'field-data/store/postgres/move': 17,
  'load/overload': 17,
  'load/unanswered-writes': 17,
  'end-to-end/way-of-a-query': 16,
  'load/hung-endpoint': 16,
  'end-to-end/mock': 15,
};
const secondsOfFile = ({ moduleId }: TestSpecification) =>
  secondsOf[moduleId.split('/test/').at(-1)?.replace('.test.ts', '') ?? ''] ?? 0;
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => secondsOfFile(b) - secondsOfFile(a));
  }
}

/** Those who start processes mostly wait for them: they run after all others, and more of them at once but in their full sizes. */
const waiting = { maxWorkers: (isFull ? 1 : 2) * availableParallelism(), sequence: { groupOrder: 1 } };

const onPostgres = {
  env: { TEST_STORE: 'postgresql', ...inMemory },
  globalSetup: ['test/support/postgres/global-setup.ts'],
  setupFiles: ['test/support/setup.ts', 'test/support/postgres/require.ts'],
};

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  // The conditions of Node itself: with Vite's own, src and its libraries would load two copies of graphql. `import` is not among them: it
  // would reach what is required too, and give pg the module of pg-pool for its class.
  ssr: { resolve: { conditions: ['module-sync', 'node'], externalConditions: ['module-sync', 'node'] } },
  test: {
    // Bounds that only a hang exceeds, also on a machine many times slower.
    testTimeout: isFull ? 600_000 : 180_000,
    hookTimeout: 180_000,
    env: { NODE_ENV: 'test' },
    expect: { poll: { timeout: 60_000 } },
    // Most tests wait for sockets: as many workers as cores leave a part of the cores idle. Vitest takes '150%' for 100 %.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // A file has the modules that the one before it loaded: loading them takes two seconds of a core.
    isolate: false,
    ...(isGate && { sequence: { sequencer: SlowestFirst } }),
    reporters: ['default', ['./test/support/gate-reporter.ts', { absentSuites }]],
    coverage: { include: ['src/**'] },
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['test/**/*.test.ts'],
          exclude: [...nowhere, ...ofProcesses, ...ofLoad, ...ofBrowser, ...ofPostgres, ...ofMocks],
          env: inMemory,
          globalSetup: ['test/support/page.ts'],
          setupFiles: ['test/support/setup.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'mocks', isolate: true, include: ofMocks, setupFiles: ['test/support/setup.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'postgresql',
          include: [...ofEveryStore, ...ofPostgres],
          exclude: ofPostgresByProcesses,
          ...onPostgres,
        },
      },
      ...(isGate ? gate() : []),
    ],
  },
});

function gate() {
  return [
    {
      extends: true as const,
      test: {
        name: 'browser',
        ...waiting,
        include: ofBrowser,
        exclude: nowhere,
        // Pages of one file are open at once: they wait for different things.
        maxConcurrency: 2,
        // On a busy machine, a page of megabytes takes long: what never comes fails by the waits of the page.
        testTimeout: 900_000,
        hookTimeout: 900_000,
        expect: { poll: { timeout: 300_000 } },
        globalSetup: absentSuites.includes('test/browser') ? [] : ['test/browser/global-setup.ts'],
        setupFiles: ['test/support/setup.ts'],
      },
    },
    {
      extends: true as const,
      test: {
        name: 'gate',
        ...waiting,
        include: ofProcesses,
        exclude: nowhere,
        globalSetup: ['test/support/page.ts'],
        setupFiles: ['test/support/setup.ts'],
      },
    },
    {
      extends: true as const,
      test: {
        name: 'load',
        sequence: { groupOrder: 2 },
        isolate: true,
        // In full size their bounds are those that were promised: nothing runs next to them.
        ...(isFull && { maxWorkers: 1, testTimeout: 1_800_000 }),
        include: ofLoad,
        exclude: nowhere,
        globalSetup: ['test/support/page.ts'],
        setupFiles: ['test/support/setup.ts'],
      },
    },
    {
      extends: true as const,
      test: {
        name: 'gate-postgresql',
        ...waiting,
        include: [...ofEveryStoreByProcesses, ...ofPostgresByProcesses],
        ...onPostgres,
      },
    },
  ];
}

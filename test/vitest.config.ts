/**
 * One runner for every test. `npm test` runs tests within one process, over both stores; `npm run test:all` adds tests that start processes
 * (the project `gate`); `FULL=1` runs all of them in larger sizes.
 */
import { existsSync, globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Otherwise Vite resolves the condition `development`, in which graphql makes further checks. Tests see the value below. */
process.env.NODE_ENV = 'production';

const isFull = process.env.FULL === '1';
const isRequired = process.env.REQUIRE_ALL === '1';
const isGate = isFull || isRequired || process.env.ALL === '1';

/** Tests that start processes: browsers, compilers, npm, other servers, and the product as its users start it. */
export const ofProcesses = [
  'test/{client,deploy,examples,package}/**/*.test.ts',
  'test/commands/{command-usage,commands,copies,doctor,doctor-errors,doctor-next-steps,first-process,request,uses}.test.ts',
  'test/end-to-end/{command,federation,log-reader,mcp-clients,mock,odd-files,roles,settings}.test.ts',
  'test/end-to-end/{path-of-a-query,shared-limits,shutdown,store-failures,terminal,trusted-documents}.test.ts',
  'test/field-data/store/{kill,version-before,sqlite/commands}.test.ts',
  'test/graph/operation/document-memory/*.test.ts',
  'test/graph/reads/fifth-read.test.ts',
  'test/platform/log/terminal.test.ts',
  'test/schema/{added-property,capabilities,changed-descriptions,file-errors,manual,prose,release,schema-lint}.test.ts',
];
/** Tests with time limits, which in the gate only a hang exceeds. */
export const ofLoad = ['test/{cluster,load}/*.test.ts'];
export const ofBrowser = ['test/browser/*.test.ts'];
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
/** Tests that replace functions of modules, which other files of the same worker would then get. */
export const ofMocks = ['test/graph/operation/known-operations.test.ts'];
const ofPostgres = ['test/field-data/store/postgres/*.test.ts'];
export const ofPostgresByProcesses = ['test/field-data/store/postgres/{faults,move,processes}.test.ts'];
const ofGate = [...ofProcesses, ...ofLoad, ...ofBrowser, ...ofPostgresByProcesses];

/** Suites with their own packages. If these are not installed, the suite is left out, unless REQUIRE_ALL=1. */
const absentSuites = ['test/browser', 'test/deploy', 'test/package'].filter(
  (folder) => !isRequired && !existsSync(new URL(`../${folder}/node_modules`, import.meta.url)),
);
const nowhere = ['**/node_modules/**', ...absentSuites.map((folder) => `${folder}/**`)];

const root = new URL('..', import.meta.url).pathname;
const leftOut = isGate ? [] : globSync(ofGate, { cwd: root, exclude: nowhere });

/** The files of tests are in memory if it has enough space, because each write of SQLite waits for the disk. */
const inMemory = freeBytesOf('/dev/shm') > 2 ** 32 ? { TMPDIR: process.env.TMPDIR ?? '/dev/shm' } : undefined;

function freeBytesOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Where workers within one process, and their threads, share compiled modules. Processes of few modules would lose time by it. */
const compiledCode = mkdtempSync(join(inMemory?.TMPDIR ?? tmpdir(), 'fieldgraph-compiled-'));
process.once('exit', () => rmSync(compiledCode, { recursive: true, force: true }));

/** Node loads modules as in production, which takes less processor time. Only Vite can replace functions for every module. */
const loadedByNode = { viteModuleRunner: false };
const inOneProcess = { ...inMemory, NODE_COMPILE_CACHE: compiledCode };

/**
 * Projects start in this order: a worker that continues with a file of another project loads all modules again. Load tests mostly wait, so
 * they start before the others, and many short files are last, so that all workers end at the same time.
 */
const projectOrder = ['postgresql', 'mocks', 'sqlite', 'load', 'gate-postgresql', 'browser', 'gate'];

/**
 * The slowest files of each project of the gate, the slowest first: they start first, so that they do not delay its end. Vitest starts the
 * others by duration in its last run, or by size.
 */
const slowest = `
  browser/field-page schema/manual browser/graphiql deploy/streams field-data/store/postgres/faults
  commands/doctor-errors browser/live end-to-end/store-failures browser/explain browser/rest-pages
  commands/doctor-next-steps browser/tutorial end-to-end/shared-limits schema/file-errors end-to-end/shutdown
  package/package schema/capabilities end-to-end/log-reader graph/operation/document-memory/document-memory
  end-to-end/odd-files deploy/started-as-written client/client-package field-data/store/kill package/first-hour
  schema/changed-descriptions deploy/caches field-data/store/version-before graph/reads/fifth-read commands/commands
  examples/clients commands/doctor end-to-end/command field-data/store/postgres/processes end-to-end/mcp-clients
  commands/request examples/offline-queue examples/live end-to-end/roles schema/added-property end-to-end/federation
  schema/schema-lint field-data/store/postgres/move end-to-end/path-of-a-query end-to-end/mock

  load/live cluster/live cluster/cluster load/unread-answers load/dear-documents load/documents
  load/distinct-operations load/overload load/unanswered-writes load/hung-endpoint

  graph/capabilities/live/watching end-to-end/service-failures graph/capabilities/live/faulty-service
  executor/bytes/differential graph/schema/agronomy/split-windows
`;
const slowestLast = slowest.trim().split(/\s+/).reverse();
const placeOf = ({ moduleId }: TestSpecification) =>
  slowestLast.indexOf(moduleId.split('/test/').at(-1)?.replace('.test.ts', '') ?? '');
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const orderOf = ({ project }: TestSpecification) => projectOrder.indexOf(project.name);
    return (await super.sort(files)).sort((a, b) => orderOf(a) - orderOf(b) || placeOf(b) - placeOf(a));
  }
}

/** Tests that start processes mostly wait: they run after all others, and more of them at once, except in full size. */
const waiting = { maxWorkers: (isFull ? 1 : 2) * availableParallelism(), sequence: { groupOrder: 1 } };

const onPostgres = {
  env: { TEST_STORE: 'postgresql', ...inMemory },
  globalSetup: ['test/support/postgres/global-setup.ts'],
  setupFiles: ['test/support/setup.ts', 'test/support/postgres/require.ts'],
};

export default defineConfig({
  root,
  // Node's own conditions: with those of Vite, src and its libraries would load two copies of graphql. `import` is left out: it would apply
  // to `require` too, and pg would get the module of pg-pool instead of its class.
  ssr: { resolve: { conditions: ['module-sync', 'node'], externalConditions: ['module-sync', 'node'] } },
  test: {
    // Only a hang exceeds these limits, even on a machine that is many times slower.
    testTimeout: isFull ? 1_800_000 : isGate ? 600_000 : 180_000,
    hookTimeout: 180_000,
    env: { NODE_ENV: 'test' },
    expect: { poll: { timeout: 60_000 } },
    // Most tests wait for sockets: as many workers as cores leave a part of the cores idle. Vitest takes '150%' for 100 %.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // A file reuses the modules that the previous file loaded: loading them takes two seconds of a core.
    isolate: false,
    ...(isGate && { sequence: { sequencer: SlowestFirst } }),
    reporters: ['default', ['./test/support/gate-reporter.ts', { absentSuites, leftOut }]],
    coverage: { include: ['src/**'] },
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          experimental: loadedByNode,
          include: ['test/**/*.test.ts'],
          exclude: [...nowhere, ...ofProcesses, ...ofLoad, ...ofBrowser, ...ofPostgres, ...ofMocks],
          env: inOneProcess,
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
          experimental: loadedByNode,
          include: [...ofEveryStore, ...ofPostgres],
          exclude: ofPostgresByProcesses,
          ...onPostgres,
          env: { ...onPostgres.env, ...inOneProcess },
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
        // Several pages of a file are open at the same time, because they mostly wait.
        maxConcurrency: 2,
        // A page of megabytes takes long on a busy machine. A hang fails earlier, by the timeouts of the page.
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
        isolate: true,
        ...waiting,
        // In full size their limits are the promised ones, so nothing runs at the same time.
        ...(isFull && { maxWorkers: 1, sequence: { groupOrder: 2 }, testTimeout: 1_800_000 }),
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

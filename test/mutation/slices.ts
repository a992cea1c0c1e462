/** The modules that guard callers, in slices, each with the tests that are to notice when one of its lines is wrong. */

export interface Slice {
  name: string;
  /** Source files, as globs. */
  modules: string[];
  /** Test files, as globs. Each runs in the process that holds the mutant: a test that starts the command in another sees none. */
  tests: string[];
}

export const slices: Slice[] = [
  {
    name: 'limits of an operation',
    modules: ['src/graph/operation/limits/*.ts', 'src/graph/http/rate-limit/*.ts'],
    tests: [
      'test/graph/operation/limits/{cost,source,structure,variables}.test.ts',
      'test/graph/http/rate-limit/rate.test.ts',
    ],
  },
  {
    name: 'readers of a request',
    modules: ['src/graph/http/{negotiation,operation-request}.ts', 'src/platform/server/compression.ts'],
    tests: ['test/graph/http/{body,negotiation,operation-request}.test.ts'],
  },
  {
    name: 'what comes and what goes',
    modules: [
      'src/graph/http/{node,operations,render,server}.ts',
      'src/graph/http/rate-limit/caller-limit.ts',
      'src/platform/server/{cors,http-reply,http-request}.ts',
    ],
    tests: ['test/graph/http/{doors,reply-heads}.test.ts', 'test/end-to-end/{abuse,browsers,rate-limit}.test.ts'],
  },
  {
    name: 'pipeline, and what callers see of an error',
    modules: [
      'src/graph/operation/*.ts',
      'src/graph/errors/gateway-error.ts',
      'src/graph/upstream/problems.ts',
      'src/graph/errors/masking.ts',
    ],
    tests: [
      'test/graph/*.test.ts',
      'test/graph/{http,operation,reads}/*.test.ts',
      'test/end-to-end/{abuse,faults,secrets}.test.ts',
    ],
  },
  {
    name: 'calls: how long, how often, for whom, and of what shape',
    modules: [
      'src/graph/upstream/layers/{freshness,retry}.ts',
      'src/graph/upstream/lifetime.ts',
      'src/graph/reads/{shape,window}.ts',
    ],
    tests: [
      'test/graph/upstream/lifetime.test.ts',
      'test/graph/upstream/layers/{freshness,retry}.test.ts',
      'test/graph/reads/shape.test.ts',
    ],
  },
  {
    name: 'calls: the way to the service',
    modules: [
      'src/graph/upstream/layers/{breaker,cache,concurrency}.ts',
      'src/graph/upstream/wire/{content-encoding,undici}.ts',
      'src/graph/reads/{weather,earth-observations,observations}.ts',
    ],
    tests: [
      'test/graph/upstream/**/*.test.ts',
      'test/graph/reads/half-knowing-service.test.ts',
      'test/graph/schema/observations/add.test.ts',
    ],
  },
  {
    name: 'trusted documents',
    modules: ['src/graph/trusted-documents/*.ts', 'src/graph/operation/{pin-document,pinned-documents}.ts'],
    tests: ['test/graph/trusted-documents/*.test.ts', 'test/graph/operation/pinned-documents.test.ts'],
  },
  {
    name: 'bodies of the service',
    modules: ['src/field-data/requests/request-body.ts'],
    tests: ['test/field-data/requests/request-body.test.ts'],
  },
  {
    name: 'credentials and writes of the service',
    modules: ['src/field-data/requests/{caller,idempotency,rate-limit}.ts', 'src/field-data/records/keys.ts'],
    tests: [
      'test/field-data/{records/keys,requests/idempotency,routes/visibility,routes/weather,store/sqlite/locks}.test.ts',
    ],
  },
  {
    name: 'windows of the service',
    modules: ['src/field-data/records/window.ts'],
    tests: ['test/field-data/records/window.test.ts'],
  },
  {
    name: 'parameters of the service',
    modules: ['src/field-data/records/validation.ts'],
    tests: ['test/field-data/routes/{create-observation,earth-observations,list-observations,weather}.test.ts'],
  },
  {
    name: 'platform',
    modules: ['src/platform/**/*.ts'],
    tests: [
      'test/platform/**/*.test.ts',
      'test/graph/http/*.test.ts',
      // Batches of addresses are told apart by who shares a count.
      'test/graph/http/rate-limit/rate.test.ts',
      'test/end-to-end/{malformed-http,shutdown,tracing}.test.ts',
    ],
  },
];

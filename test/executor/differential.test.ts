import { type ExecutionArgs, type ExecutionResult, execute, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createExecutor } from '../../src/executor/executor.ts';
import { schema } from '../../src/graph/schema/schema.ts';
import { generateQuery, isValid } from '../support/generated-query.ts';
import { generatedService } from '../support/generated-service.ts';
import { readingContext } from '../support/reading-context.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { sized } from '../support/size.ts';

/** Some queries need no read, or request a window that is refused. */
const readsAQueryMin = 0.8;
const casesPerRate = sized(40, 100, 2_000);

/** The outcome of an execution: the text of the data, the errors with their causes, and the calls. */
async function outcome(run: typeof execute, args: ExecutionArgs, seed: number, errorRate: number) {
  const { client, calls } = generatedService(seed, errorRate);
  const contextValue = readingContext(client);
  const { data, errors = [] }: ExecutionResult = await run({ ...args, contextValue });
  return {
    data: JSON.stringify(data),
    // Sorted, because their order is that in which reads settle, which the specification leaves open.
    errors: errors.map((error) => `${JSON.stringify(error)} caused by ${error.originalError}`).sort(),
    calls: calls.sort(),
  };
}

describe.each([
  { title: 'good data', errorRate: 0, fallbacksMax: 0.1 },
  { title: 'data with a few errors', errorRate: 0.003, fallbacksMax: 0.2 },
  { title: 'data full of errors', errorRate: 0.08, fallbacksMax: 0.6 },
])('the compiled executor over $title', ({ errorRate, fallbacksMax }) => {
  it(`answers ${casesPerRate} generated queries as graphql-js does, with no other calls`, {
    timeout: 600_000,
  }, async () => {
    let fallbacks = 0;
    const compiled = createExecutor(schema, (args) => {
      fallbacks++;
      return execute(args);
    });
    let compared = 0;
    let reads = 0;
    for (let seed = 4_000; compared < casesPerRate; seed++) {
      const { text, variables } = generateQuery(schema, seededRandom(seed));
      const document = parse(text);
      if (!isValid(schema, document)) continue;
      compared++;
      const args = { schema, document, variableValues: variables };
      const expected = await outcome(execute, args, seed, errorRate);
      reads += expected.calls.length;
      // Twice: the plan is made by the first and cached for the second.
      for (const run of ['first', 'second']) {
        const answer = await outcome(compiled, args, seed, errorRate);
        // Below a field that an error makes null, graphql-js may have started reads before the error. No other call may be missing.
        const calls = expected.errors.length > 0 ? expect.arrayContaining(answer.calls) : answer.calls;
        expect(answer, `seed ${seed}, ${run} run`).toMatchObject({ data: expected.data, errors: expected.errors });
        expect(expected.calls, `seed ${seed}, ${run} run`).toEqual(calls);
      }
    }
    // Otherwise the test would compare graphql-js with itself, or nothing with nothing.
    expect(fallbacks / (2 * compared)).toBeLessThan(fallbacksMax);
    expect(reads).toBeGreaterThan(compared * readsAQueryMin);
  });
});

it('the compiled executor has the same errors if a run starts over and a read for the timezone failed', async () => {
  const seed = 8_254;
  const { text, variables } = generateQuery(schema, seededRandom(seed));
  const args = { schema, document: parse(text), variableValues: variables };
  const compiled = createExecutor(schema, execute);
  expect(await outcome(compiled, args, seed, 0.08)).toEqual(await outcome(execute, args, seed, 0.08));
});

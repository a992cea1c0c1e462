import { type ExecutionArgs, type ExecutionResult, execute, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createExecutor } from '../../src/executor/executor.ts';
import { schema } from '../../src/graph/schema/schema.ts';
import { generateQuery, isValid } from '../support/generated-query.ts';
import { generatedService } from '../support/generated-service.ts';
import { readingContext } from '../support/reading-context.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { sized } from '../support/size.ts';

/** Some queries ask for nothing of the service, or for a window that is refused. */
const readsAQueryMin = 0.8;
const casesPerRate = sized(40, 100, 2_000);

/** What an execution gave: the text of the answer, the errors with what caused them, and the calls it made. */
async function outcome(run: typeof execute, args: ExecutionArgs, seed: number, faultRate: number) {
  const { client, calls } = generatedService(seed, faultRate);
  const contextValue = readingContext(client);
  const { data, errors = [] }: ExecutionResult = await run({ ...args, contextValue });
  return {
    data: JSON.stringify(data),
    // Their order is that in which reads settle, which the specification leaves open.
    errors: errors.map((error) => `${JSON.stringify(error)} caused by ${error.originalError}`).sort(),
    calls: calls.sort(),
  };
}

describe.each([
  { title: 'good data', faultRate: 0, fallbacksMax: 0.1 },
  { title: 'data with a fault here and there', faultRate: 0.003, fallbacksMax: 0.2 },
  { title: 'data full of faults', faultRate: 0.08, fallbacksMax: 0.6 },
])('the compiled executor over $title', ({ faultRate, fallbacksMax }) => {
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
      const expected = await outcome(execute, args, seed, faultRate);
      reads += expected.calls.length;
      // Twice: the plan is made by the first and cached for the second.
      for (const run of ['first', 'second']) {
        const answer = await outcome(compiled, args, seed, faultRate);
        // Below what an error makes null, graphql-js may have begun reads before the error came. No other call may be missing.
        const calls = expected.errors.length > 0 ? expect.arrayContaining(answer.calls) : answer.calls;
        expect(answer, `seed ${seed}, ${run} run`).toMatchObject({ data: expected.data, errors: expected.errors });
        expect(expected.calls, `seed ${seed}, ${run} run`).toEqual(calls);
      }
    }
    // Else the test would prove that graphql-js equals itself, or that nothing equals nothing.
    expect(fallbacks / (2 * compared)).toBeLessThan(fallbacksMax);
    expect(reads).toBeGreaterThan(compared * readsAQueryMin);
  });
});

it('has the same errors where a run begins again and a read for the timezone failed', async () => {
  const seed = 8_254;
  const { text, variables } = generateQuery(schema, seededRandom(seed));
  const args = { schema, document: parse(text), variableValues: variables };
  const compiled = createExecutor(schema, execute);
  expect(await outcome(compiled, args, seed, 0.08)).toEqual(await outcome(execute, args, seed, 0.08));
});

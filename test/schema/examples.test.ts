/** The examples of the description suffice to mock the service, match their schemas, and agree with the code. */
import { expect, it } from 'vitest';
import { problemFacts } from '../../src/field-data/records/errors.ts';
import { ajv, document as description } from '../field-data/support/description-check.ts';

// biome-ignore lint/suspicious/noExplicitAny: the description is read as any document is.
type Node = any;

const document: Node = description;

/** The target of a reference. */
function resolve(node: Node): Node {
  if (typeof node?.$ref !== 'string') return node;
  return resolve(
    node.$ref
      .split('/')
      .slice(1)
      .reduce((at: Node, segment: string) => at[segment], document),
  );
}

/** References of a schema point into the description. */
function validatorOf(schema: Node) {
  return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"description#/')));
}

interface Place {
  where: string;
  schema: Node;
  examples: unknown[];
}

function placeOf(where: string, { schema, example, examples }: Node): Place {
  const named = Object.values(examples ?? {}).map((one) => resolve(one).value);
  return { where, schema, examples: example === undefined ? named : [example, ...named] };
}

function places(): Place[] {
  return Object.entries<Node>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Node>(methods).flatMap(([method, { parameters = [], requestBody, responses }]) => [
      ...parameters.map(resolve).map((one: Node) => placeOf(`${method} ${path} ${one.name}`, one)),
      ...contents(`${method} ${path} body`, requestBody),
      ...Object.entries<Node>(responses).flatMap(([status, response]) => [
        ...Object.entries<Node>(resolve(response).headers ?? {}).map(([name, header]) =>
          placeOf(`${method} ${path} ${status} ${name}`, resolve(header)),
        ),
        ...contents(`${method} ${path} ${status}`, resolve(response)),
      ]),
    ]),
  );
}

function contents(where: string, holder: Node): Place[] {
  return Object.values<Node>(holder?.content ?? {}).map((content) => placeOf(where, content));
}

it('every parameter, header, body and response has an example', () => {
  const without = places().filter(({ examples }) => examples.length === 0);
  expect(without.map(({ where }) => where)).toEqual([]);
});

it('every example matches its schema', () => {
  for (const { where, schema, examples } of places()) {
    const validate = validatorOf(schema);
    for (const example of examples)
      expect({ where, error: validate(example) || validate.errors }).toEqual({ where, error: true });
  }
});

it('the example of each problem has the status and title that the service sends', () => {
  const problems = Object.entries<Node>(document.components.examples).filter(([, { value }]) => 'code' in value);
  expect(problems.length).toBeGreaterThan(10);
  for (const [code, { value }] of problems) {
    const { status, title } = problemFacts[code as keyof typeof problemFacts];
    expect(value).toMatchObject({ code, status, title });
  }
});

it('all examples describe one field, and the observation sent is the one returned', () => {
  const { Weather, EarthObservations, Observations, NewObservation, WrittenObservation } = document.components.examples;
  const lists = [Weather, EarthObservations, Observations].flatMap(({ value }) => [value.meta, ...value.data]);
  for (const { field_id } of [...lists, NewObservation.value, WrittenObservation.value.data]) {
    expect(field_id).toBe('fld_demo_01');
  }
  expect(WrittenObservation.value.data).toMatchObject(NewObservation.value);
  expect(Observations.value.data[0]).toEqual(WrittenObservation.value.data);
});

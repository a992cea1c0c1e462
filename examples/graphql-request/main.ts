/** A script that adds an observation, and handles every refusal and failure. */
import { ClientError, GraphQLClient } from 'graphql-request';
import { settings } from '../settings.ts';
import { graphql } from './__generated__/gql.ts';
import type { AddObservationMutation } from './__generated__/graphql.ts';

const AddObservation = graphql(`
  mutation AddObservation($input: AddObservationInput!) {
    addObservation(input: $input) {
      __typename
      ... on AddObservationSuccess { replayed observation { id category text } }
      ... on FieldgraphError { code message retryable retryAfterSeconds }
      ... on InvalidInputError { faults { path message } }
    }
  }
`);

/** Returns a sentence for each result. Every refusal is a FieldgraphError, so the last branch also covers refusals of later versions. */
function describe(result: NonNullable<AddObservationMutation['addObservation']>): string {
  switch (result.__typename) {
    case 'AddObservationSuccess':
      return `${result.replayed ? 'was already written' : 'written'}: ${result.observation.id} ${result.observation.text}`;
    case 'InvalidInputError':
      return result.faults.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n');
    case 'UnauthenticatedError':
    case 'ForbiddenError':
      return `${result.message} (set FIELDGRAPH_API_KEY)`;
    default:
      return `${result.code}: ${result.message}${result.retryable ? ` Send it again in ${result.retryAfterSeconds ?? 1} s.` : ''}`;
  }
}

/** Quotes a word for a shell. */
const quoted = (word: string) => (/^[\w.:/-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`);

const client = new GraphQLClient(settings.url, { headers: settings.headers });
const [text = 'Aphids on the lower leaves.', idempotencyKey = crypto.randomUUID()] = settings.positionals;

try {
  const { addObservation } = await client.request(AddObservation, {
    input: { idempotencyKey, fieldId: settings.fieldId, category: 'PEST', text },
  });
  // Null only together with `errors`, for which request() throws.
  if (addObservation !== null && addObservation !== undefined) console.log(describe(addObservation));
} catch (error) {
  // An error or no network, not a refusal. The observation may have been written, so send the same key again.
  const errors = error instanceof ClientError ? (error.response.errors ?? []) : [];
  for (const { message, extensions } of errors) console.error(`${extensions?.code ?? 'ERROR'}: ${message}`);
  if (errors.length === 0) console.error(String(error));
  const again = ['--url', settings.url, '--field', settings.fieldId, text, idempotencyKey].map(quoted).join(' ');
  console.error(`The same again: npm run graphql-request -- ${again}`);
  process.exitCode = 1;
}

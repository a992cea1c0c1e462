/**
 * The SDL, and a page for language models (llmstxt.org): how to send operations, which fields exist, which errors occur. Everything that
 * could change is read from the schema, the error codes, the limits and the recipes. It never contains a key.
 */
import { type FieldDefinitionNode, type GraphQLSchema, Kind, parse, print, printSchema, visit } from 'graphql';
import { listedCodes } from '../../errors/codes.ts';
import { type OperationLimits, settingOf } from '../../operation/limits/limit.ts';
import { endpoint } from '../operation-request.ts';
import { createTextPage, type Page } from './page.ts';
import { readRecipes } from './recipes.ts';

interface LlmsOptions {
  schema: GraphQLSchema;
  /** URL of the OpenAPI description; undefined if the service is someone else's and its URL is not public. */
  restDescriptionUrl?: string | undefined;
  limits: OperationLimits;
}

const schemaPath = '/schema.graphql';

/** The SDL and the page, by path. Both reveal the schema: do not serve them if it is hidden. */
export function createPages(options: LlmsOptions): Map<string, Page> {
  return new Map([
    [schemaPath, createTextPage(() => `${printSchema(options.schema)}\n`)],
    ['/llms.txt', createTextPage(() => renderLlms(options))],
  ]);
}

/** The page, as Markdown: title, summary and facts, then the one section of links that the format requires. */
function renderLlms({ schema, restDescriptionUrl, limits }: LlmsOptions): string {
  const changes =
    'To wait for new data, run a subscription with `Accept: text/event-stream`. If the stream ends without `complete`, open it again with the last `cursor` as `after`.';
  const links = [`- [Schema](${schemaPath}): the whole graph as SDL, with descriptions`];
  if (restDescriptionUrl !== undefined)
    links.push(`- [REST description](${restDescriptionUrl}): OpenAPI 3.1 of the Field Data Service under the graph`);
  return [
    '# Fieldgraph',
    '> One GraphQL graph over the weather, the satellite scenes and the observations of agricultural fields.',
    `Send each operation as \`POST ${endpoint}\` with \`content-type: application/json\` and the body \`{"query": "…", "variables": {…}}\`. Request many fields in one operation: equal reads are made once and all at the same time.`,
    'Reads of public fields need no key. Writes and private fields need `Authorization: Bearer <API key>`, with the key of the person you work for; never invent one.',
    'A measure is `{ value unit }`: always select both, or set the argument `unit`. Null is unknown, never zero. `source { provenance }` tells measured values from replayed and simulated ones: say so when you use them.',
    ...examples(),
    ...(schema.getSubscriptionType() ? [changes] : []),
    'What there is:',
    describeFields(schema),
    'Each error has `extensions.code` and `extensions.retryable`. A field that fails is null with an error on its path, and its neighbours keep their data. Refusals of a write are types of its union, which all implement `FieldgraphError`. The codes:',
    listedCodes(),
    'The limits of an operation:',
    Object.entries(limits)
      .map(([name, max]) => `- \`${settingOf(name)}\`: ${max}`)
      .join('\n'),
    '## Documents',
    `${links.join('\n')}\n`,
  ].join('\n\n');
}

/** The first query and the first mutation of the recipes. The tests run both unchanged. */
function examples(): string[] {
  const recipes = readRecipes();
  return ['query', 'mutation'].flatMap((kind) => {
    const recipe = recipes.find(({ query }) => query.startsWith(kind));
    return recipe ? [`An example: ${recipe.title.toLowerCase()}.`, `\`\`\`graphql\n${recipe.query}\n\`\`\``] : [];
  });
}

/** Every field of the roots and of the nodes, as the SDL has it, with its description after it. */
function describeFields(schema: GraphQLSchema): string {
  const types = parse(printSchema(schema)).definitions.filter((node) => node.kind === Kind.OBJECT_TYPE_DEFINITION);
  const nodes = types.filter(({ interfaces }) => interfaces?.some(({ name }) => name.value === 'Node'));
  const root = (type: { name: string } | null | undefined) => types.filter(({ name }) => name.value === type?.name);
  return [
    ...root(schema.getQueryType()),
    ...nodes,
    ...root(schema.getMutationType()),
    ...root(schema.getSubscriptionType()),
  ]
    .flatMap(({ name, fields = [] }) => fields.map((field) => describeField(name.value, field)))
    .join('\n');
}

function describeField(type: string, field: FieldDefinitionNode): string {
  const bare = visit(field, {
    enter: (node) => ('description' in node ? { ...node, description: undefined } : undefined),
  });
  return `- \`${type}.${print(bare)}\`: ${field.description?.value}`;
}

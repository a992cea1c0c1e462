/* eslint-disable */
import * as types from './graphql.ts';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  query Everything($ids: [ID!]!) {\n    fields(ids: $ids) {\n      id\n      weather { date temperatureMax { value unit } }\n      earthObservations { id }\n      observations(limit: 5) { id text }\n    }\n  }\n": typeof types.EverythingDocument,
    "\n  query FiveAndTwenty($id: ID!) {\n    field(id: $id) { five: observations(limit: 5) { id } twenty: observations(limit: 20) { id } }\n  }\n": typeof types.FiveAndTwentyDocument,
    "\n  mutation Write($key: String!, $text: String!) {\n    addObservation(input: { idempotencyKey: $key, fieldId: \"fld_demo_60\", text: $text }) {\n      __typename\n      ... on AddObservationSuccess { replayed observation { id text } field { observations(limit: 100) { id } } }\n      ... on UserError { code }\n    }\n  }\n": typeof types.WriteDocument,
    "\n  query Notes {\n    field(id: \"fld_demo_60\") { observations(limit: 100) { id text } }\n  }\n": typeof types.NotesDocument,
    "\n  mutation AddNote($input: AddObservationInput!) {\n    addObservation(input: $input) {\n      __typename\n      ... on AddObservationSuccess { replayed observation { id fieldId } field { observations(limit: 1) { id } } }\n      ... on UserError { code message retryable retryAfterSeconds }\n      ... on InvalidInputError { faults { path code message } }\n    }\n  }\n": typeof types.AddNoteDocument,
    "\n  mutation AddTwice($first: AddObservationInput!, $second: AddObservationInput!) {\n    first: addObservation(input: $first) { __typename }\n    second: addObservation(input: $second) { __typename }\n  }\n": typeof types.AddTwiceDocument,
    "\n  query FieldPage($id: ID!) {\n    field(id: $id) {\n      id\n      weather { date temperatureMax { value unit } precipitation { value unit } source { name provenance derived } soil { depthFrom { value } } }\n      earthObservations { id cloudCover { value unit } index(name: NDVI) { mean } }\n      observations(limit: 2) { id text category tags photos { href } }\n    }\n  }\n": typeof types.FieldPageDocument,
    "\n  query Dashboard($ids: [ID!]!) {\n    fields(ids: $ids) { id weather { date } earthObservations { id } observations(limit: 5) { id } }\n  }\n": typeof types.DashboardDocument,
    "\n  query Ids($ids: [ID!]!) {\n    fields(ids: $ids) { id }\n  }\n": typeof types.IdsDocument,
    "\n  query Nodes {\n    node(id: \"fld_a\") { id __typename ... on Field { weather { date } } }\n    other: node(id: \"obs_1\") { id }\n    nodes(ids: [\"fld_b\", \"nothing\", \"fld_a\"]) { id }\n  }\n": typeof types.NodesDocument,
    "\n  query TwoLimits {\n    field(id: \"fld_a\") { five: observations(limit: 5) { id } twenty: observations(limit: 20) { id } }\n  }\n": typeof types.TwoLimitsDocument,
    "\n  query BadLimit {\n    field(id: \"fld_a\") { observations(limit: 101) { id } weather { date } }\n  }\n": typeof types.BadLimitDocument,
};
const documents: Documents = {
    "\n  query Everything($ids: [ID!]!) {\n    fields(ids: $ids) {\n      id\n      weather { date temperatureMax { value unit } }\n      earthObservations { id }\n      observations(limit: 5) { id text }\n    }\n  }\n": types.EverythingDocument,
    "\n  query FiveAndTwenty($id: ID!) {\n    field(id: $id) { five: observations(limit: 5) { id } twenty: observations(limit: 20) { id } }\n  }\n": types.FiveAndTwentyDocument,
    "\n  mutation Write($key: String!, $text: String!) {\n    addObservation(input: { idempotencyKey: $key, fieldId: \"fld_demo_60\", text: $text }) {\n      __typename\n      ... on AddObservationSuccess { replayed observation { id text } field { observations(limit: 100) { id } } }\n      ... on UserError { code }\n    }\n  }\n": types.WriteDocument,
    "\n  query Notes {\n    field(id: \"fld_demo_60\") { observations(limit: 100) { id text } }\n  }\n": types.NotesDocument,
    "\n  mutation AddNote($input: AddObservationInput!) {\n    addObservation(input: $input) {\n      __typename\n      ... on AddObservationSuccess { replayed observation { id fieldId } field { observations(limit: 1) { id } } }\n      ... on UserError { code message retryable retryAfterSeconds }\n      ... on InvalidInputError { faults { path code message } }\n    }\n  }\n": types.AddNoteDocument,
    "\n  mutation AddTwice($first: AddObservationInput!, $second: AddObservationInput!) {\n    first: addObservation(input: $first) { __typename }\n    second: addObservation(input: $second) { __typename }\n  }\n": types.AddTwiceDocument,
    "\n  query FieldPage($id: ID!) {\n    field(id: $id) {\n      id\n      weather { date temperatureMax { value unit } precipitation { value unit } source { name provenance derived } soil { depthFrom { value } } }\n      earthObservations { id cloudCover { value unit } index(name: NDVI) { mean } }\n      observations(limit: 2) { id text category tags photos { href } }\n    }\n  }\n": types.FieldPageDocument,
    "\n  query Dashboard($ids: [ID!]!) {\n    fields(ids: $ids) { id weather { date } earthObservations { id } observations(limit: 5) { id } }\n  }\n": types.DashboardDocument,
    "\n  query Ids($ids: [ID!]!) {\n    fields(ids: $ids) { id }\n  }\n": types.IdsDocument,
    "\n  query Nodes {\n    node(id: \"fld_a\") { id __typename ... on Field { weather { date } } }\n    other: node(id: \"obs_1\") { id }\n    nodes(ids: [\"fld_b\", \"nothing\", \"fld_a\"]) { id }\n  }\n": types.NodesDocument,
    "\n  query TwoLimits {\n    field(id: \"fld_a\") { five: observations(limit: 5) { id } twenty: observations(limit: 20) { id } }\n  }\n": types.TwoLimitsDocument,
    "\n  query BadLimit {\n    field(id: \"fld_a\") { observations(limit: 101) { id } weather { date } }\n  }\n": types.BadLimitDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Everything($ids: [ID!]!) {\n    fields(ids: $ids) {\n      id\n      weather { date temperatureMax { value unit } }\n      earthObservations { id }\n      observations(limit: 5) { id text }\n    }\n  }\n"): typeof import('./graphql.ts').EverythingDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FiveAndTwenty($id: ID!) {\n    field(id: $id) { five: observations(limit: 5) { id } twenty: observations(limit: 20) { id } }\n  }\n"): typeof import('./graphql.ts').FiveAndTwentyDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Write($key: String!, $text: String!) {\n    addObservation(input: { idempotencyKey: $key, fieldId: \"fld_demo_60\", text: $text }) {\n      __typename\n      ... on AddObservationSuccess { replayed observation { id text } field { observations(limit: 100) { id } } }\n      ... on UserError { code }\n    }\n  }\n"): typeof import('./graphql.ts').WriteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Notes {\n    field(id: \"fld_demo_60\") { observations(limit: 100) { id text } }\n  }\n"): typeof import('./graphql.ts').NotesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddNote($input: AddObservationInput!) {\n    addObservation(input: $input) {\n      __typename\n      ... on AddObservationSuccess { replayed observation { id fieldId } field { observations(limit: 1) { id } } }\n      ... on UserError { code message retryable retryAfterSeconds }\n      ... on InvalidInputError { faults { path code message } }\n    }\n  }\n"): typeof import('./graphql.ts').AddNoteDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddTwice($first: AddObservationInput!, $second: AddObservationInput!) {\n    first: addObservation(input: $first) { __typename }\n    second: addObservation(input: $second) { __typename }\n  }\n"): typeof import('./graphql.ts').AddTwiceDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FieldPage($id: ID!) {\n    field(id: $id) {\n      id\n      weather { date temperatureMax { value unit } precipitation { value unit } source { name provenance derived } soil { depthFrom { value } } }\n      earthObservations { id cloudCover { value unit } index(name: NDVI) { mean } }\n      observations(limit: 2) { id text category tags photos { href } }\n    }\n  }\n"): typeof import('./graphql.ts').FieldPageDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Dashboard($ids: [ID!]!) {\n    fields(ids: $ids) { id weather { date } earthObservations { id } observations(limit: 5) { id } }\n  }\n"): typeof import('./graphql.ts').DashboardDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Ids($ids: [ID!]!) {\n    fields(ids: $ids) { id }\n  }\n"): typeof import('./graphql.ts').IdsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Nodes {\n    node(id: \"fld_a\") { id __typename ... on Field { weather { date } } }\n    other: node(id: \"obs_1\") { id }\n    nodes(ids: [\"fld_b\", \"nothing\", \"fld_a\"]) { id }\n  }\n"): typeof import('./graphql.ts').NodesDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TwoLimits {\n    field(id: \"fld_a\") { five: observations(limit: 5) { id } twenty: observations(limit: 20) { id } }\n  }\n"): typeof import('./graphql.ts').TwoLimitsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query BadLimit {\n    field(id: \"fld_a\") { observations(limit: 101) { id } weather { date } }\n  }\n"): typeof import('./graphql.ts').BadLimitDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

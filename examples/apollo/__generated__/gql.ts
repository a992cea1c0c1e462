/* eslint-disable */
import * as types from './graphql.ts';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

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
    "\n  query FieldPage($id: ID!, $after: String) {\n    field(id: $id) {\n      ...FieldHeader\n      observationsConnection(first: 2, after: $after) {\n        edges { node { id observedAt text } }\n        pageInfo { hasNextPage endCursor }\n      }\n    }\n  }\n\n  fragment FieldHeader on Field {\n    id\n    latestWeather { date temperatureMax { value unit } }\n    latestObservation { id text }\n  }\n": typeof types.FieldPageDocument,
    "\n  mutation AddObservation($input: AddObservationInput!) {\n    addObservation(input: $input) {\n      ... on AddObservationSuccess {\n        field { id latestObservation { id text } }\n      }\n      ... on FieldgraphError { code message }\n    }\n  }\n": typeof types.AddObservationDocument,
    "\n  query FieldAgain($id: ID!) {\n    node(id: $id) { ...FieldHeader }\n  }\n": typeof types.FieldAgainDocument,
};
const documents: Documents = {
    "\n  query FieldPage($id: ID!, $after: String) {\n    field(id: $id) {\n      ...FieldHeader\n      observationsConnection(first: 2, after: $after) {\n        edges { node { id observedAt text } }\n        pageInfo { hasNextPage endCursor }\n      }\n    }\n  }\n\n  fragment FieldHeader on Field {\n    id\n    latestWeather { date temperatureMax { value unit } }\n    latestObservation { id text }\n  }\n": types.FieldPageDocument,
    "\n  mutation AddObservation($input: AddObservationInput!) {\n    addObservation(input: $input) {\n      ... on AddObservationSuccess {\n        field { id latestObservation { id text } }\n      }\n      ... on FieldgraphError { code message }\n    }\n  }\n": types.AddObservationDocument,
    "\n  query FieldAgain($id: ID!) {\n    node(id: $id) { ...FieldHeader }\n  }\n": types.FieldAgainDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FieldPage($id: ID!, $after: String) {\n    field(id: $id) {\n      ...FieldHeader\n      observationsConnection(first: 2, after: $after) {\n        edges { node { id observedAt text } }\n        pageInfo { hasNextPage endCursor }\n      }\n    }\n  }\n\n  fragment FieldHeader on Field {\n    id\n    latestWeather { date temperatureMax { value unit } }\n    latestObservation { id text }\n  }\n"): (typeof documents)["\n  query FieldPage($id: ID!, $after: String) {\n    field(id: $id) {\n      ...FieldHeader\n      observationsConnection(first: 2, after: $after) {\n        edges { node { id observedAt text } }\n        pageInfo { hasNextPage endCursor }\n      }\n    }\n  }\n\n  fragment FieldHeader on Field {\n    id\n    latestWeather { date temperatureMax { value unit } }\n    latestObservation { id text }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddObservation($input: AddObservationInput!) {\n    addObservation(input: $input) {\n      ... on AddObservationSuccess {\n        field { id latestObservation { id text } }\n      }\n      ... on FieldgraphError { code message }\n    }\n  }\n"): (typeof documents)["\n  mutation AddObservation($input: AddObservationInput!) {\n    addObservation(input: $input) {\n      ... on AddObservationSuccess {\n        field { id latestObservation { id text } }\n      }\n      ... on FieldgraphError { code message }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FieldAgain($id: ID!) {\n    node(id: $id) { ...FieldHeader }\n  }\n"): (typeof documents)["\n  query FieldAgain($id: ID!) {\n    node(id: $id) { ...FieldHeader }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;
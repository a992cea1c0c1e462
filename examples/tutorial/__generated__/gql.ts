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
    "\n  query ReadField($id: ID!, $days: Int!) {\n    field(id: $id) {\n      id\n      name\n      weather(last: { days: $days }, next: { days: 7 }) {\n        date\n        kind\n        temperatureMin(unit: CELSIUS) { value }\n        temperatureMax(unit: CELSIUS) { value }\n      }\n      ...NewestObservations\n    }\n  }\n": typeof types.ReadFieldDocument,
    "\n  mutation AddObservation($input: AddObservationInput!) {\n    addObservation(input: $input) {\n      __typename\n      ... on AddObservationSuccess { field { ...NewestObservations } }\n      ... on FieldgraphError { code message retryable retryAfterSeconds }\n      ... on InvalidInputError { faults { path code } }\n    }\n  }\n\n  fragment NewestObservations on Field {\n    id\n    observations(limit: 5) { id observedAt text }\n  }\n": typeof types.AddObservationDocument,
};
const documents: Documents = {
    "\n  query ReadField($id: ID!, $days: Int!) {\n    field(id: $id) {\n      id\n      name\n      weather(last: { days: $days }, next: { days: 7 }) {\n        date\n        kind\n        temperatureMin(unit: CELSIUS) { value }\n        temperatureMax(unit: CELSIUS) { value }\n      }\n      ...NewestObservations\n    }\n  }\n": types.ReadFieldDocument,
    "\n  mutation AddObservation($input: AddObservationInput!) {\n    addObservation(input: $input) {\n      __typename\n      ... on AddObservationSuccess { field { ...NewestObservations } }\n      ... on FieldgraphError { code message retryable retryAfterSeconds }\n      ... on InvalidInputError { faults { path code } }\n    }\n  }\n\n  fragment NewestObservations on Field {\n    id\n    observations(limit: 5) { id observedAt text }\n  }\n": types.AddObservationDocument,
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
export function graphql(source: "\n  query ReadField($id: ID!, $days: Int!) {\n    field(id: $id) {\n      id\n      name\n      weather(last: { days: $days }, next: { days: 7 }) {\n        date\n        kind\n        temperatureMin(unit: CELSIUS) { value }\n        temperatureMax(unit: CELSIUS) { value }\n      }\n      ...NewestObservations\n    }\n  }\n"): (typeof documents)["\n  query ReadField($id: ID!, $days: Int!) {\n    field(id: $id) {\n      id\n      name\n      weather(last: { days: $days }, next: { days: 7 }) {\n        date\n        kind\n        temperatureMin(unit: CELSIUS) { value }\n        temperatureMax(unit: CELSIUS) { value }\n      }\n      ...NewestObservations\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddObservation($input: AddObservationInput!) {\n    addObservation(input: $input) {\n      __typename\n      ... on AddObservationSuccess { field { ...NewestObservations } }\n      ... on FieldgraphError { code message retryable retryAfterSeconds }\n      ... on InvalidInputError { faults { path code } }\n    }\n  }\n\n  fragment NewestObservations on Field {\n    id\n    observations(limit: 5) { id observedAt text }\n  }\n"): (typeof documents)["\n  mutation AddObservation($input: AddObservationInput!) {\n    addObservation(input: $input) {\n      __typename\n      ... on AddObservationSuccess { field { ...NewestObservations } }\n      ... on FieldgraphError { code message retryable retryAfterSeconds }\n      ... on InvalidInputError { faults { path code } }\n    }\n  }\n\n  fragment NewestObservations on Field {\n    id\n    observations(limit: 5) { id observedAt text }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;
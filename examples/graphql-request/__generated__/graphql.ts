/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../client/types.ts';

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type AddObservationMutationVariables = Exact<{
  input: Types.AddObservationInput;
}>;


export type AddObservationMutation = { addObservation:
    | { __typename: 'AddObservationSuccess', replayed: boolean | null, observation: { id: string, category: Types.ObservationCategory, text: string } }
    | { __typename: 'FieldNotFoundError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'ForbiddenError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'IdempotencyInProgressError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'IdempotencyKeyReusedError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'InvalidInputError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null, faults: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'RateLimitedError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'UnauthenticatedError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
   | null };


export const AddObservationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddObservation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AddObservationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addObservation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AddObservationSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"observation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FieldgraphError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"retryable"}},{"kind":"Field","name":{"kind":"Name","value":"retryAfterSeconds"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"InvalidInputError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"faults"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]}}]} as unknown as DocumentNode<AddObservationMutation, AddObservationMutationVariables>;
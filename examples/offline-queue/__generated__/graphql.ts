/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../client/types.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type AddQueuedNoteMutationVariables = Exact<{
  input: Types.AddObservationInput;
}>;


export type AddQueuedNoteMutation = { addObservation:
    | { __typename: 'AddObservationSuccess', replayed: boolean | null, observation: { id: string } }
    | { __typename: 'FieldNotFoundError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'ForbiddenError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'IdempotencyInProgressError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'IdempotencyKeyReusedError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'InvalidInputError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null, faults: Array<{ path: Array<string>, code: Types.InputFaultCode, message: string }> }
    | { __typename: 'RateLimitedError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
    | { __typename: 'UnauthenticatedError', code: Types.FieldgraphErrorCode, message: string, retryable: boolean, retryAfterSeconds: number | null }
   | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const AddQueuedNoteDocument = new TypedDocumentString(`
    mutation AddQueuedNote($input: AddObservationInput!) {
  addObservation(input: $input) {
    __typename
    ... on AddObservationSuccess {
      replayed
      observation {
        id
      }
    }
    ... on FieldgraphError {
      code
      message
      retryable
      retryAfterSeconds
    }
    ... on InvalidInputError {
      faults {
        path
        code
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AddQueuedNoteMutation, AddQueuedNoteMutationVariables>;
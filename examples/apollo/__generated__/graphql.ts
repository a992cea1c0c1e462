/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** A note to add, and the key that makes sending it again harmless. */
export type AddObservationInput = {
  /** Part of the field affected. */
  affectedArea?: FractionInput | null | undefined;
  /** Who writes it. */
  author?: AuthorInput | null | undefined;
  /** What it is about; GENERAL where left out. */
  category?: ObservationCategory | null | undefined;
  /** The field the note is about, `fld_…`. */
  fieldId: string;
  /** How far the crop is. */
  growthStage?: GrowthStageInput | null | undefined;
  /** Chosen by the client, one a note, kept until the note is acknowledged: 1 to 255 visible ASCII characters, for example a UUID. */
  idempotencyKey: string;
  /** Where it was seen. */
  location?: GeoPointInput | null | undefined;
  /** When it was seen, at most 5 minutes in the future; the time of the write where left out. */
  observedAt?: string | null | undefined;
  /** What was found. */
  organism?: OrganismInput | null | undefined;
  /** Pictures, at most 10. */
  photos?: Array<PhotoInput> | null | undefined;
  /** How bad it is. */
  severity?: Severity | null | undefined;
  /** Free words, at most 20. */
  tags?: Array<string> | null | undefined;
  /** The note: plain text, 1 to 4,000 characters. */
  text: string;
  /** A short heading, plain text. */
  title?: string | null | undefined;
};

/** Who writes the note. */
export type AuthorInput = {
  /** Name, plain text. */
  name: string;
};

/** Every code of the graph: of refusals in a union and of `extensions.code` in `errors`. */
export type ErrorCode =
  /** An argument or input is not acceptable; the message or the faults name which and why. Change it and send again. */
  | 'BAD_USER_INPUT'
  /** The first send of this idempotency key is still being written. Send the same again after a moment. */
  | 'CONFLICT'
  /** The API key is valid and lacks the scope for this. Ask for a key with the scope. */
  | 'FORBIDDEN'
  /** The document is not GraphQL. */
  | 'GRAPHQL_PARSE_FAILED'
  /** The document does not fit the schema. */
  | 'GRAPHQL_VALIDATION_FAILED'
  /** The idempotency key was used before for a different note. Use a fresh key for each note. */
  | 'IDEMPOTENCY_KEY_REUSED'
  /** A total was asked over data that the service may have cut short, so it was not computed. */
  | 'INCOMPLETE_UPSTREAM_DATA'
  /** A fault of the gateway itself. The request id finds it in the log. */
  | 'INTERNAL_SERVER_ERROR'
  /** The HTTP method is not allowed here: mutations need POST, queries GET or POST. */
  | 'METHOD_NOT_ALLOWED'
  /** The field does not exist or is not visible to the caller; which of both is not said. */
  | 'NOT_FOUND'
  /** The operation exceeds a limit, named in `extensions.limit` with its maximum and the actual figure. The message says how to stay below it. */
  | 'OPERATION_TOO_COMPLEX'
  /** The gateway has more to do than it can, or its queue to the Field Data Service is full. Send the same again after a moment, or ask for less. */
  | 'OVERLOADED'
  /** The request body has too many bytes. */
  | 'PAYLOAD_TOO_LARGE'
  /** The `documentId` is of no document that the gateway knows. Send the document itself, or ask the operator to deploy the manifest that it is in. */
  | 'PERSISTED_DOCUMENT_NOT_FOUND'
  /** The gateway runs only documents that its operator deployed. Send the `documentId` of one, or ask the operator to deploy this one. */
  | 'PERSISTED_DOCUMENT_REQUIRED'
  /** A hash was sent in place of a document, as automatic persisted queries do, and it is of no document that the gateway knows. Send the document; the clients that do this then do so by themselves. */
  | 'PERSISTED_QUERY_NOT_SUPPORTED'
  /** Too many requests. Wait `retryAfterSeconds`, then send again. */
  | 'RATE_LIMITED'
  /** The API key is missing, unknown, malformed or revoked. Send `Authorization: Bearer <API key>`. */
  | 'UNAUTHENTICATED'
  /** The request body is not application/json. */
  | 'UNSUPPORTED_MEDIA_TYPE'
  /** The Field Data Service failed (status 500: retryable) or answered something its contract does not allow. A write may be sent again under its idempotency key either way. */
  | 'UPSTREAM_ERROR'
  /** The Field Data Service did not answer before the deadline of the operation. */
  | 'UPSTREAM_TIMEOUT'
  /** The Field Data Service could not be reached or says it is unavailable. */
  | 'UPSTREAM_UNAVAILABLE';

/** A part of a whole. */
export type FractionInput = {
  /** The unit of `value`. */
  unit: FractionUnit;
  /** The number, in `unit`: 0 to 100 percent, or 0 to 1. */
  value: number;
};

/** Units of a part of a whole. */
export type FractionUnit =
  /** Fraction: 0 to 1 for a share, UCUM `1`. */
  | 'FRACTION'
  /** Percent: 0 to 100 for a share, UCUM `%`. */
  | 'PERCENT'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

/** A place, WGS 84. */
export type GeoPointInput = {
  /** Degrees north, -90 to 90. */
  latitude: number;
  /** Degrees east, -180 to 180. */
  longitude: number;
};

/** How far the crop is. */
export type GrowthStageInput = {
  /** Code in the scale: for BBCH two digits, `00` to `99`. */
  code: string;
  /** The scale of `code`. */
  scale?: GrowthStageScale;
};

/** Scales of crop development. */
export type GrowthStageScale =
  /** BBCH (Meier 2018): a code of two digits, the first the principal stage. */
  | 'BBCH'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

/** What a note is about. */
export type ObservationCategory =
  /** Hail, frost, wind, machines, spray drift. */
  | 'DAMAGE'
  /** Fungi, bacteria, viruses. */
  | 'DISEASE'
  /** Anything else. */
  | 'GENERAL'
  /** How far the crop is. */
  | 'GROWTH_STAGE'
  /** Deficiency or excess of a nutrient. */
  | 'NUTRIENT'
  /** Insects, mites, nematodes, slugs, vertebrates. */
  | 'PEST'
  /** Structure, crusting, erosion, cover. */
  | 'SOIL'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN'
  /** Drought, waterlogging, irrigation. */
  | 'WATER'
  /** Plants that are not the crop. */
  | 'WEED';

/** A pest, pathogen or weed. */
export type OrganismInput = {
  /** EPPO code, for example `PUCCST`. */
  eppoCode?: string | null | undefined;
  /** Common or scientific name. */
  name: string;
};

/** A picture that is already stored elsewhere. */
export type PhotoInput = {
  /** What it shows, plain text. */
  caption?: string | null | undefined;
  /** Absolute http or https address, at most 2,048 characters. */
  href: string;
  /** Media type (RFC 6838), for example `image/jpeg`. */
  mediaType?: string | null | undefined;
};

/** How bad it is, as the observer judged it. */
export type Severity =
  /** Action needed. */
  | 'HIGH'
  /** Present, no action needed. */
  | 'LOW'
  /** Watch closely. */
  | 'MODERATE'
  /** Looked for and not found. */
  | 'NONE'
  /** Crop loss is certain. */
  | 'SEVERE'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

/** Units of temperature. */
export type TemperatureUnit =
  /** Degree Celsius, UCUM `Cel`. */
  | 'CELSIUS'
  /** Degree Fahrenheit, UCUM `[degF]`. */
  | 'FAHRENHEIT'
  /** Kelvin, UCUM `K`. */
  | 'KELVIN'
  /** A value this version of the graph does not know, or the service could not tell. Only ever returned: as an argument or input it is BAD_USER_INPUT. */
  | 'UNKNOWN';

export type FieldPageQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type FieldPageQuery = { field: { id: string, observationsConnection: { edges: Array<{ node: { id: string, observedAt: string, text: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null, latestWeather: { date: string | null, temperatureMax: { value: number, unit: TemperatureUnit } | null } | null, latestObservation: { id: string, text: string } | null } | null };

export type FieldHeaderFragment = { id: string, latestWeather: { date: string | null, temperatureMax: { value: number, unit: TemperatureUnit } | null } | null, latestObservation: { id: string, text: string } | null };

export type AddNoteMutationVariables = Exact<{
  input: AddObservationInput;
}>;


export type AddNoteMutation = { addObservation:
    | { field: { id: string, latestObservation: { id: string, text: string } | null } }
    | { code: ErrorCode, message: string }
    | { code: ErrorCode, message: string }
    | { code: ErrorCode, message: string }
    | { code: ErrorCode, message: string }
    | { code: ErrorCode, message: string }
    | { code: ErrorCode, message: string }
    | { code: ErrorCode, message: string }
   | null };

export type FieldAgainQueryVariables = Exact<{
  id: string;
}>;


export type FieldAgainQuery = { node: { id: string, latestWeather: { date: string | null, temperatureMax: { value: number, unit: TemperatureUnit } | null } | null, latestObservation: { id: string, text: string } | null } | null };

export const FieldHeaderFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FieldHeader"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Field"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"latestWeather"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"temperatureMax"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"unit"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"latestObservation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}}]} as unknown as DocumentNode<FieldHeaderFragment, unknown>;
export const FieldPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FieldPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FieldHeader"}},{"kind":"Field","name":{"kind":"Name","value":"observationsConnection"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"2"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"observedAt"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FieldHeader"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Field"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"latestWeather"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"temperatureMax"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"unit"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"latestObservation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}}]} as unknown as DocumentNode<FieldPageQuery, FieldPageQueryVariables>;
export const AddNoteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddNote"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AddObservationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addObservation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"AddObservationSuccess"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"latestObservation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<AddNoteMutation, AddNoteMutationVariables>;
export const FieldAgainDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FieldAgain"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FieldHeader"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FieldHeader"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Field"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"latestWeather"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"temperatureMax"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"unit"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"latestObservation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}}]} as unknown as DocumentNode<FieldAgainQuery, FieldAgainQueryVariables>;
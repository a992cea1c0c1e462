
      export type PossibleTypesResultData = {
  "possibleTypes": {
    "AddObservationResult": [
      "AddObservationSuccess",
      "FieldNotFoundError",
      "ForbiddenError",
      "IdempotencyInProgressError",
      "IdempotencyKeyReusedError",
      "InvalidInputError",
      "RateLimitedError",
      "UnauthenticatedError"
    ],
    "Node": [
      "Field"
    ],
    "UserError": [
      "FieldNotFoundError",
      "ForbiddenError",
      "IdempotencyInProgressError",
      "IdempotencyKeyReusedError",
      "InvalidInputError",
      "RateLimitedError",
      "UnauthenticatedError"
    ]
  }
};
      const result: PossibleTypesResultData = {
  "possibleTypes": {
    "AddObservationResult": [
      "AddObservationSuccess",
      "FieldNotFoundError",
      "ForbiddenError",
      "IdempotencyInProgressError",
      "IdempotencyKeyReusedError",
      "InvalidInputError",
      "RateLimitedError",
      "UnauthenticatedError"
    ],
    "Node": [
      "Field"
    ],
    "UserError": [
      "FieldNotFoundError",
      "ForbiddenError",
      "IdempotencyInProgressError",
      "IdempotencyKeyReusedError",
      "InvalidInputError",
      "RateLimitedError",
      "UnauthenticatedError"
    ]
  }
};
      export default result;
    
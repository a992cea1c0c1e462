/**
 * @generated SignedSource<<5ae798196e5b8e55b4888a8d3e09cd68>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type FieldgraphErrorCode = "BAD_USER_INPUT" | "FORBIDDEN" | "GRAPHQL_PARSE_FAILED" | "GRAPHQL_VALIDATION_FAILED" | "IDEMPOTENCY_IN_PROGRESS" | "IDEMPOTENCY_KEY_REUSED" | "INCOMPLETE_UPSTREAM_DATA" | "INTERNAL_SERVER_ERROR" | "METHOD_NOT_ALLOWED" | "NOT_FOUND" | "OPERATION_TOO_COMPLEX" | "OVERLOADED" | "PAYLOAD_TOO_LARGE" | "PERSISTED_DOCUMENT_NOT_FOUND" | "PERSISTED_DOCUMENT_REQUIRED" | "PERSISTED_QUERY_NOT_SUPPORTED" | "RATE_LIMITED" | "UNAUTHENTICATED" | "UNSUPPORTED_MEDIA_TYPE" | "UPSTREAM_ERROR" | "UPSTREAM_TIMEOUT" | "UPSTREAM_UNAVAILABLE";
export type FractionUnit = "FRACTION" | "PERCENT" | "UNKNOWN";
export type GrowthStageScale = "BBCH" | "UNKNOWN";
export type ObservationCategory = "DAMAGE" | "DISEASE" | "GENERAL" | "GROWTH_STAGE" | "NUTRIENT" | "PEST" | "SOIL" | "UNKNOWN" | "WATER" | "WEED";
export type ObservationSeverity = "HIGH" | "LOW" | "MODERATE" | "NONE" | "SEVERE" | "UNKNOWN";
export type AddObservationInput = {
  affectedArea?: FractionInput | null | undefined;
  author?: ObservationAuthorInput | null | undefined;
  category?: ObservationCategory | null | undefined;
  fieldId: string;
  growthStage?: GrowthStageInput | null | undefined;
  idempotencyKey: string;
  location?: GeoPointInput | null | undefined;
  observedAt?: string | null | undefined;
  organism?: OrganismInput | null | undefined;
  photos?: ReadonlyArray<ObservationPhotoInput> | null | undefined;
  severity?: ObservationSeverity | null | undefined;
  tags?: ReadonlyArray<string> | null | undefined;
  text: string;
  title?: string | null | undefined;
};
export type FractionInput = {
  unit: FractionUnit;
  value: number;
};
export type GrowthStageInput = {
  code: string;
  scale?: GrowthStageScale;
};
export type OrganismInput = {
  eppoCode?: string | null | undefined;
  name: string;
};
export type GeoPointInput = {
  latitude: number;
  longitude: number;
};
export type ObservationPhotoInput = {
  caption?: string | null | undefined;
  href: string;
  mediaType?: string | null | undefined;
};
export type ObservationAuthorInput = {
  name: string;
};
export type notesAddMutation$variables = {
  connections: ReadonlyArray<string>;
  input: AddObservationInput;
};
export type notesAddMutation$data = {
  readonly addObservation: {
    readonly __typename: string;
    readonly code?: FieldgraphErrorCode;
    readonly message?: string;
    readonly observation?: {
      readonly id: string;
      readonly text: string;
    };
  } | null | undefined;
};
export type notesAddMutation = {
  response: notesAddMutation$data;
  variables: notesAddMutation$variables;
};

const node: ConcreteRequest = (function(){
var v0 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "connections"
},
v1 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "input"
},
v2 = [
  {
    "kind": "Variable",
    "name": "input",
    "variableName": "input"
  }
],
v3 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "__typename",
  "storageKey": null
},
v4 = {
  "alias": null,
  "args": null,
  "concreteType": "Observation",
  "kind": "LinkedField",
  "name": "observation",
  "plural": false,
  "selections": [
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "id",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "text",
      "storageKey": null
    }
  ],
  "storageKey": null
},
v5 = {
  "kind": "InlineFragment",
  "selections": [
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "code",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "message",
      "storageKey": null
    }
  ],
  "type": "FieldgraphError",
  "abstractKey": "__isFieldgraphError"
};
return {
  "fragment": {
    "argumentDefinitions": [
      (v0/*:: as any*/),
      (v1/*:: as any*/)
    ],
    "kind": "Fragment",
    "metadata": null,
    "name": "notesAddMutation",
    "selections": [
      {
        "alias": null,
        "args": (v2/*:: as any*/),
        "concreteType": null,
        "kind": "LinkedField",
        "name": "addObservation",
        "plural": false,
        "selections": [
          (v3/*:: as any*/),
          {
            "kind": "InlineFragment",
            "selections": [
              (v4/*:: as any*/)
            ],
            "type": "AddObservationSuccess",
            "abstractKey": null
          },
          (v5/*:: as any*/)
        ],
        "storageKey": null
      }
    ],
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [
      (v1/*:: as any*/),
      (v0/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "notesAddMutation",
    "selections": [
      {
        "alias": null,
        "args": (v2/*:: as any*/),
        "concreteType": null,
        "kind": "LinkedField",
        "name": "addObservation",
        "plural": false,
        "selections": [
          (v3/*:: as any*/),
          {
            "kind": "InlineFragment",
            "selections": [
              (v4/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "filters": null,
                "handle": "prependNode",
                "key": "",
                "kind": "LinkedHandle",
                "name": "observation",
                "handleArgs": [
                  {
                    "kind": "Variable",
                    "name": "connections",
                    "variableName": "connections"
                  },
                  {
                    "kind": "Literal",
                    "name": "edgeTypeName",
                    "value": "ObservationEdge"
                  }
                ]
              }
            ],
            "type": "AddObservationSuccess",
            "abstractKey": null
          },
          (v5/*:: as any*/)
        ],
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "e360032256cec4315683aeba0bbc9ab1",
    "id": null,
    "metadata": {},
    "name": "notesAddMutation",
    "operationKind": "mutation",
    "text": "mutation notesAddMutation(\n  $input: AddObservationInput!\n) {\n  addObservation(input: $input) {\n    __typename\n    ... on AddObservationSuccess {\n      observation {\n        id\n        text\n      }\n    }\n    ... on FieldgraphError {\n      __isFieldgraphError: __typename\n      code\n      message\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "dbe9641a971d891a58bb2bf64c7de63a";

export default node;

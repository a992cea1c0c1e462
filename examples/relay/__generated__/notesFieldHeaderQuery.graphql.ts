/**
 * @generated SignedSource<<821a79038131ae911e0793eb5b114c93>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type notesFieldHeaderQuery$variables = {
  id: string;
};
export type notesFieldHeaderQuery$data = {
  readonly field: {
    readonly " $fragmentSpreads": FragmentRefs<"notesHeader">;
  } | null | undefined;
};
export type notesFieldHeaderQuery = {
  response: notesFieldHeaderQuery$data;
  variables: notesFieldHeaderQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "id"
  }
],
v1 = [
  {
    "kind": "Variable",
    "name": "id",
    "variableName": "id"
  }
];
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "notesFieldHeaderQuery",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": "Field",
        "kind": "LinkedField",
        "name": "field",
        "plural": false,
        "selections": [
          {
            "args": null,
            "kind": "FragmentSpread",
            "name": "notesHeader"
          }
        ],
        "storageKey": null
      }
    ],
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "notesFieldHeaderQuery",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": "Field",
        "kind": "LinkedField",
        "name": "field",
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
            "concreteType": "WeatherRecord",
            "kind": "LinkedField",
            "name": "latestWeather",
            "plural": false,
            "selections": [
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "date",
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "concreteType": "Temperature",
                "kind": "LinkedField",
                "name": "temperatureMax",
                "plural": false,
                "selections": [
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "value",
                    "storageKey": null
                  },
                  {
                    "alias": null,
                    "args": null,
                    "kind": "ScalarField",
                    "name": "unit",
                    "storageKey": null
                  }
                ],
                "storageKey": null
              }
            ],
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "390bef31f293e391ae8e192cffd01c38",
    "id": null,
    "metadata": {},
    "name": "notesFieldHeaderQuery",
    "operationKind": "query",
    "text": "query notesFieldHeaderQuery(\n  $id: ID!\n) {\n  field(id: $id) {\n    ...notesHeader\n    id\n  }\n}\n\nfragment notesHeader on Field {\n  id\n  latestWeather {\n    date\n    temperatureMax {\n      value\n      unit\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "dcf6cc0c66343f1e73e4c22c507e11e3";

export default node;

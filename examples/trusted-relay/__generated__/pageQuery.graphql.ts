/**
 * @generated SignedSource<<12300a01461c07314e124cc77a725b6a>>
 * @relayHash 6fda88000d2a97c27570afccfb742b8c
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

// @relayRequestID c908e3bacb1bca5af19a20479de802a7286056233396e1e2aa53ed03284ec6f7

import type { ConcreteRequest } from 'relay-runtime';
export type TemperatureUnit = "CELSIUS" | "FAHRENHEIT" | "KELVIN" | "UNKNOWN";
export type pageQuery$variables = {
  id: string;
};
export type pageQuery$data = {
  readonly field: {
    readonly id: string;
    readonly latestObservation: {
      readonly id: string;
      readonly text: string;
    } | null | undefined;
    readonly latestWeather: {
      readonly date: string | null | undefined;
      readonly temperatureMax: {
        readonly unit: TemperatureUnit;
        readonly value: number;
      } | null | undefined;
    } | null | undefined;
  } | null | undefined;
};
export type pageQuery = {
  response: pageQuery$data;
  variables: pageQuery$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "id"
  }
],
v1 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
},
v2 = [
  {
    "alias": null,
    "args": [
      {
        "kind": "Variable",
        "name": "id",
        "variableName": "id"
      }
    ],
    "concreteType": "Field",
    "kind": "LinkedField",
    "name": "field",
    "plural": false,
    "selections": [
      (v1/*:: as any*/),
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
      },
      {
        "alias": null,
        "args": null,
        "concreteType": "Observation",
        "kind": "LinkedField",
        "name": "latestObservation",
        "plural": false,
        "selections": [
          (v1/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "text",
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ],
    "storageKey": null
  }
];
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "pageQuery",
    "selections": (v2/*:: as any*/),
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "pageQuery",
    "selections": (v2/*:: as any*/)
  },
  "params": {
    "id": "c908e3bacb1bca5af19a20479de802a7286056233396e1e2aa53ed03284ec6f7",
    "metadata": {},
    "name": "pageQuery",
    "operationKind": "query",
    "text": null
  }
};
})();

(node as any).hash = "6bcd41a3986d5dc73d3ffc37f4a493e0";

export default node;

/**
 * @generated SignedSource<<f72f34028b5e857bf5fcd7fb07298196>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
export type TemperatureUnit = "CELSIUS" | "FAHRENHEIT" | "KELVIN" | "UNKNOWN";
import type { FragmentRefs } from "relay-runtime";
export type notesHeader$data = {
  readonly id: string;
  readonly latestWeather: {
    readonly date: string | null | undefined;
    readonly temperatureMax: {
      readonly unit: TemperatureUnit;
      readonly value: number;
    } | null | undefined;
  } | null | undefined;
  readonly " $fragmentType": "notesHeader";
};
export type notesHeader$key = {
  readonly " $data"?: notesHeader$data;
  readonly " $fragmentSpreads": FragmentRefs<"notesHeader">;
};

import notesHeaderRefetchQuery_graphql from './notesHeaderRefetchQuery.graphql';

const node: ReaderFragment = {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": {
    "refetch": {
      "connection": null,
      "fragmentPathInResult": [
        "node"
      ],
      "operation": notesHeaderRefetchQuery_graphql,
      "identifierInfo": {
        "identifierField": "id",
        "identifierQueryVariableName": "id"
      }
    }
  },
  "name": "notesHeader",
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
  "type": "Field",
  "abstractKey": null
};

(node as any).hash = "a6a12dee6fd81b65e98d7c25c99d87f2";

export default node;

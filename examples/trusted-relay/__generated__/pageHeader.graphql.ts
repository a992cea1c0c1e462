/**
 * @generated SignedSource<<b771ddf89d7362217f14f10092495445>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
export type TemperatureUnit = "CELSIUS" | "FAHRENHEIT" | "KELVIN" | "UNKNOWN";
import type { FragmentRefs } from "relay-runtime";
export type pageHeader$data = {
  readonly id: string;
  readonly latestWeather: {
    readonly date: string | null | undefined;
    readonly temperatureMax: {
      readonly unit: TemperatureUnit;
      readonly value: number;
    } | null | undefined;
  } | null | undefined;
  readonly " $fragmentType": "pageHeader";
};
export type pageHeader$key = {
  readonly " $data"?: pageHeader$data;
  readonly " $fragmentSpreads": FragmentRefs<"pageHeader">;
};

const node: ReaderFragment = {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": null,
  "name": "pageHeader",
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

(node as any).hash = "453c64ba72093f060167595a1dffadf9";

export default node;

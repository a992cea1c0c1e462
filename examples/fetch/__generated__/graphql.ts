/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type DashboardQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type DashboardQuery = { fields: Array<{ id: string, latestWeather: { date: string | null, temperatureMax: { value: number } | null, precipitation: { value: number } | null } | null, latestEarthObservation: { acquiredAt: string, index: { mean: number | null } | null } | null, latestObservation: { text: string } | null } | null> };

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

export const DashboardDocument = new TypedDocumentString(`
    query Dashboard($ids: [ID!]!) {
  fields(ids: $ids) {
    id
    latestWeather {
      date
      temperatureMax(unit: FAHRENHEIT) {
        value
      }
      precipitation(unit: INCH) {
        value
      }
    }
    latestEarthObservation(maxCloudCover: 40) {
      acquiredAt
      index(name: NDVI) {
        mean
      }
    }
    latestObservation {
      text
    }
  }
}
    `) as unknown as TypedDocumentString<DashboardQuery, DashboardQueryVariables>;
/** The one schema builder: its context, scalars and defaults. The files of this folder add the types. */
import SchemaBuilder from '@pothos/core';
import type { components } from '../../contract/openapi.ts';
import type { Context } from '../operation/context.ts';
import { CalendarDate, DateOrDateTime, DateTime, MonthDay } from './scalars.ts';

export type Components = components['schemas'];

/** Components that have another name in the graph. */
const renamed: { readonly [Name in keyof Components]?: string } = {
  Asset: 'SceneAsset',
  AssetRole: 'SceneAssetRole',
  Author: 'ObservationAuthor',
  Granularity: 'WeatherGranularity',
  Photo: 'ObservationPhoto',
  Severity: 'ObservationSeverity',
};

/** The name in the graph of a component of the contract. */
export const graphName = (component: keyof Components): string => renamed[component] ?? component;

/** The context and the scalars of the builder. */
export interface SchemaTypes {
  Context: Context;
  Scalars: Record<'ID' | 'DateTime' | 'Date' | 'DateOrDateTime' | 'MonthDay', { Input: string; Output: string }>;
}

export const builder = new SchemaBuilder<SchemaTypes>({});

builder.addScalarType('DateTime', DateTime);
builder.addScalarType('Date', CalendarDate);
builder.addScalarType('DateOrDateTime', DateOrDateTime);
builder.addScalarType('MonthDay', MonthDay);

builder.queryType({ description: 'Reads. Nothing here changes anything.' });
builder.mutationType({ description: 'Writes. Each needs an API key with the scope it names.' });

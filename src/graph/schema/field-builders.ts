/** Fields that several types have alike, each by a resolver whose program is known (executor/resolvers.ts). */
import type { EnumRef, OutputType } from '@pothos/core';
import { resolvers } from '../../executor/resolvers.ts';
import { formatInstant, localInstant } from '../../platform/time/instant.ts';
import type { SchemaTypes } from './builder.ts';
import type { MeasureKind } from './measures.ts';
import { converters, type Measure } from './units.ts';

type Builder = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/** The field builder of an object type, for helpers that add fields to several types. */
export type FieldBuilder<Parent> = PothosSchemaTypes.ObjectFieldBuilder<Builder, Parent>;

/** The properties of a type that hold a value of another: with null among its values, also those that may be missing. */
type Holding<Parent, Value> = {
  [Name in keyof Parent]-?: Parent[Name] extends (null extends Value ? Value | undefined : Value) ? Name : never;
}[keyof Parent] &
  string;

/** A field that reads a measure of its parent, as it came or converted to `unit`; null where the service does not know it. */
export function quantity<Parent>(
  t: FieldBuilder<Parent>,
  kind: MeasureKind<Measure>,
  property: Holding<Parent, Measure | null>,
  description: string,
) {
  return t.field({ ...quantityOptions(t, kind, property, description), nullable: true });
}

/** As quantity, for a measure every record has. */
export function requiredQuantity<Parent>(
  t: FieldBuilder<Parent>,
  kind: MeasureKind<Measure>,
  property: Holding<Parent, Measure>,
  description: string,
) {
  return t.field({ ...quantityOptions(t, kind, property, description), nullable: false });
}

function quantityOptions<Parent>(
  t: FieldBuilder<Parent>,
  { type, unit, quantity: name }: MeasureKind<Measure>,
  property: string,
  description: string,
) {
  const resolve = resolvers.converted(property, {
    argument: 'unit',
    value: 'value',
    unit: 'unit',
    by: converters[name],
  });
  // Pothos requires the exact nullability; the executor checks it, and a null it forbids is a coded error.
  return { type, description, args: { unit: unitArgument(t, unit) }, resolve: resolve as never };
}

/**
 * The `id` of a record: its field's and its own, which another field's record may have too. No field id has a colon, so two records
 * of a type never share it; `word` keeps those of two types apart.
 */
export function graphId(t: FieldBuilder<{ id: string; field_id: string }>, word: string) {
  return t.id({
    nullable: false,
    description: 'Id in the graph, unique over all fields and types. Opaque: do not take it apart or build one.',
    resolve: resolvers.joined('field_id', `:${word}:`, 'id'),
  });
}

/** The `unit` argument of a measure. */
export function unitArgument<Parent>(t: FieldBuilder<Parent>, unit: EnumRef<Builder, string>) {
  return t.arg({
    type: unit,
    description:
      'Unit to convert to, rounded to 10 significant digits. Defaults to the unit that the service supplied.',
  });
}

/** A field that reads a list of its parent, empty where the service sent none. */
export function listOrEmpty<Parent, Type extends OutputType<Builder>>(
  t: FieldBuilder<Parent>,
  type: Type,
  property: Holding<Parent, readonly unknown[] | null>,
  description: string,
) {
  // As above: what the property holds is checked as it is completed.
  return t.field({ type: [type], nullable: false, description, resolve: resolvers.listOrEmpty(property) as never });
}

/** A span of time, and the timezone of its field where it is known. */
export interface TimeSpan {
  fromMs: number;
  toMs: number;
  timezone: string | null;
}

/** The bounds of a span, in UTC and on the clocks of the field. */
export function spanFields<Parent extends TimeSpan>(t: FieldBuilder<Parent>, starts: string, ends: string) {
  const bound = (name: 'fromMs' | 'toMs', description: string) =>
    t.field({
      type: 'DateTime',
      nullable: false,
      description,
      resolve: resolvers.pure((span: TimeSpan) => formatInstant(span[name])),
    });
  const local = (name: 'fromMs' | 'toMs', description: string) =>
    t.field({
      type: 'DateTime',
      nullable: true,
      description: `${description} as the clocks of the field show it, with their offset; null where no timezone is known.`,
      resolve: resolvers.pure((span: TimeSpan) => span.timezone && localInstant(span[name], span.timezone)),
    });
  return {
    startsAt: bound('fromMs', starts),
    endsAt: bound('toMs', ends),
    startsAtLocal: local('fromMs', '`startsAt`'),
    endsAtLocal: local('toMs', '`endsAt`'),
  };
}

/** Fields that several types share. Their resolvers have recipes that the executor knows (executor/resolvers.ts). */
import type { EnumRef, ObjectRef, OutputRef } from '@pothos/core';
import type { ByteList } from '../../executor/byte-list.ts';
import { resolvers } from '../../executor/resolvers.ts';
import { camelCase } from '../../platform/text/camel-case.ts';
import { isRecord } from '../../platform/json/is-record.ts';
import { formatInstant, localInstant } from '../../platform/time/instant.ts';
import type { Window } from '../reads/window.ts';
import { builder, type Components, graphName, type SchemaTypes } from './builder.ts';
import type { Measure, Quantity } from '../../agronomy/units.ts';
import { converters } from './units.ts';

/** The types of the builder. */
export type Builder = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/** The field builder of an object type, for helpers that add fields to several types. */
export type FieldBuilder<Parent> = PothosSchemaTypes.ObjectFieldBuilder<Builder, Parent>;

/** A kind of measure (measures.ts): the quantity, the type and the unit of its fields. */
export interface MeasureKind {
  quantity: Quantity;
  type: ObjectRef<Builder, unknown>;
  unit: EnumRef<Builder, string>;
  /** Absent if the default is the unit that the service supplied. */
  defaultUnit?: string;
}

/** The types of the graph that may show a value. A measure may also be shown by its kind. */
type TypeOf<Value> = Value extends number
  ? 'Float' | 'Int'
  : Value extends boolean
    ? 'Boolean'
    : Value extends string
      ? 'Date' | 'DateTime' | 'ID' | 'String' | OutputRef<string>
      : Value extends readonly (infer Item)[]
        ? readonly [TypeOf<Item>]
        : Value extends ByteList<infer Item>
          ? { inTurns: TypeOf<Item> }
          : Value extends Measure
            ? MeasureKind | OutputRef<Value>
            : OutputRef<Value>;

type ListTypeOf<Value> = Value extends readonly (infer Item)[] ? { listOrEmpty: TypeOf<Item> } : never;

type ShownAs<Type> = readonly [type: Type, description: string, extensions?: Readonly<Record<string, unknown>>];

/** A property that may be missing needs `orNull` or `listOrEmpty`, and no other property may use them. */
type Shown<Value> = ShownAs<
  [Value] extends [NonNullable<Value>]
    ? TypeOf<Value>
    : { orNull: TypeOf<NonNullable<Value>> } | ListTypeOf<NonNullable<Value>>
>;

/** A type whose field may be null. */
export const orNull = <Type>(type: Type) => ({ orNull: type });

/** A list that is empty where the service sent none. */
export const listOrEmpty = <Type>(type: Type) => ({ listOrEmpty: type });

/** A list that a long operation writes in turns. The executor does so only where a resolver returns the list. */
export const inTurns = <Type>(type: Type) => ({ inTurns: type });

/** Properties of a component of the contract, for the `computedFrom` of a field. */
export function propertiesOf<Name extends keyof Components>(
  component: Name,
  ...names: (keyof Components[Name] & string)[]
) {
  return names.map((name) => `${component}.${name}`);
}

/** Properties of a parent that its fields show. */
export type Properties<Parent> = { [Property in keyof Parent]?: Shown<Parent[Property]> };

/** An object type whose fields show properties; `extensions` are its own. */
export function shownType<Shape extends object>(
  name: string,
  description: string,
  properties: Properties<Shape>,
  extensions = {},
): ObjectRef<Builder, Shape> {
  const fields = (t: FieldBuilder<Shape>) => shown(t, properties);
  return builder.objectRef<Shape>(name).implement({ description, extensions, fields } as never);
}

type ObjectComponents = {
  [Name in keyof Components as Components[Name] extends object ? Name : never]: Components[Name];
};

/** The object type of a component of the contract. */
export function componentType<Name extends keyof ObjectComponents>(
  component: Name,
  description: string,
  properties: Properties<ObjectComponents[Name]>,
) {
  return shownType<ObjectComponents[Name]>(graphName(component), description, properties, { shows: [component] });
}

/** Fields that show properties of their parent unchanged, in the order of `properties`. A measure has an argument `unit` to convert to. */
export function shown<Parent>(t: Pick<FieldBuilder<Parent>, 'field' | 'arg'>, properties: Properties<Parent>) {
  return Object.fromEntries(
    Object.entries<ShownAs<unknown>>(properties as never).map(([property, as]) => [
      camelCase(property),
      shownField(t as never, property, as),
    ]),
  );
}

function shownField(t: FieldBuilder<unknown>, property: string, as: ShownAs<unknown>) {
  const [shown, description, extensions = {}] = as;
  const nullable = isRecord(shown) && 'orNull' in shown;
  const type = nullable ? shown.orNull : shown;
  const field = (of: unknown, resolve: unknown, args = {}) =>
    t.field({ type: of as never, nullable, description, extensions, args, resolve: resolve as never });
  if (isRecord(type) && 'listOrEmpty' in type) return field([type.listOrEmpty], resolvers.listOrEmpty(property));
  if (isRecord(type) && 'inTurns' in type)
    return field([type.inTurns], (source: Record<string, unknown>) => source[property]);
  // Without a resolver graphql-js reads the property of the field's name.
  if (!isRecord(type) || !('quantity' in type))
    return field(type, camelCase(property) === property ? undefined : resolvers.property(property));
  const { quantity, unit, type: measure, defaultUnit } = type as never as MeasureKind;
  const conversion = { argument: 'unit', value: 'value', unit: 'unit', by: converters[quantity] };
  return field(measure, resolvers.converted(property, conversion), { unit: unitArgument(t, unit, defaultUnit) });
}

/**
 * `id` is unique in the graph. It joins the id of the field, `word` for the type, and the id of the record, which is unique for one field
 * only. No field id has a colon. `recordId` is the id of the record in the service.
 */
export function recordIds(t: FieldBuilder<{ id: string; field_id: string }>, word: string) {
  return {
    id: t.id({
      nullable: false,
      description: 'Id in the graph, unique over all fields and types. Opaque: do not take it apart or build one.',
      resolve: resolvers.joined('field_id', `:${word}:`, 'id'),
    }),
    recordId: t.id({
      nullable: false,
      description: `Id of the service, \`${word}_…\`, unique within the field only.`,
      resolve: resolvers.property('id'),
    }),
  };
}

/** An argument of an enum that has a default, so it is never null. */
export function defaultedArgument<Parent, Word extends string>(
  t: FieldBuilder<Parent>,
  type: EnumRef<Builder, Word>,
  defaultValue: Word,
  description: string,
) {
  return t.arg({ type, required: true, defaultValue, description });
}

/** The `unit` argument of a measure. */
export function unitArgument<Parent>(
  t: FieldBuilder<Parent>,
  unit: EnumRef<Builder, string>,
  defaultUnit = 'the unit that the service supplied',
) {
  return t.arg({
    type: unit,
    description: `Unit to convert to, rounded to 10 significant digits. Defaults to ${defaultUnit}.`,
  });
}

/** A span of time, and the timezone of its field where it is known. */
export interface TimeSpan extends Window {
  timezone: string | null;
}

/** The bounds of a span, in UTC and on the clocks of the field. */
export function spanFields<Parent extends TimeSpan>(t: FieldBuilder<Parent>, starts: string, ends: string) {
  const bound = (name: 'fromMs' | 'toMs', description: string) =>
    t.field({ type: 'DateTime', nullable: false, description, resolve: resolvers.computed(name, formatInstant) });
  const local = (name: 'fromMs' | 'toMs', description: string) =>
    t.field({
      type: 'DateTime',
      description: `${description} as the clocks of the field show it, with their offset; null where no timezone is known.`,
      resolve: resolvers.contextual((span: TimeSpan) => span.timezone && localInstant(span[name], span.timezone)),
    });
  return {
    startsAt: bound('fromMs', starts),
    endsAt: bound('toMs', ends),
    startsAtLocal: local('fromMs', '`startsAt`'),
    endsAtLocal: local('toMs', '`endsAt`'),
  };
}

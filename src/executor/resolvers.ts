/**
 * Makers of resolvers, each of which notes what the resolver that it makes does: its program. What runs a query without calling a
 * resolver goes by its program alone, so both say the same because one function makes both. A resolver written, edited or wrapped by
 * hand has none, and is called.
 */

/** The number that a value in one unit is in another. May throw what the caller is told. */
export type Convert = (value: unknown, from: unknown, to: string) => number;

/** How a value with its unit is converted: the names of its members, the argument that names the unit asked for, and the conversion. */
export interface Conversion {
  argument: string;
  value: string;
  unit: string;
  by: Convert;
}

/** What a resolver does: nothing beside it, and the same for the same source and arguments. */
export type Program =
  /** Gives a property. */
  | { does: 'property'; property: string }
  /** Gives a property, an empty list where there is none. */
  | { does: 'listOrEmpty'; property: string }
  /** Gives the item at a place of the list that a property is. */
  | { does: 'item'; property: string; index: number }
  /** Makes something of a property and the arguments, and reads nothing else. */
  | { does: 'computed'; property: string }
  /** Gives a property, converted where the argument names a unit. */
  | ({ does: 'converted'; property: string } & Conversion)
  /** Makes something of the source and the arguments, and reads nothing else. */
  | { does: 'pure' }
  /** The same with what the context knows at that moment: it waits for nothing, and may be another answer in another operation. */
  | { does: 'contextual' };

const programs = new WeakMap<object, Program>();

/** What a resolver does, where a maker made it; undefined for any other, of which nothing is known but what it answers. */
export function programOf(resolve: object | undefined): Program | undefined {
  return resolve && programs.get(resolve);
}

function noted<Resolve extends object>(program: Program, resolve: Resolve): Resolve {
  programs.set(resolve, program);
  return resolve;
}

type With<Property extends string, Value> = { readonly [Name in Property]?: Value };

/** The makers. What they are given must hold to what their program says: no clock, no promise, and but for `contextual` no state. */
export const resolvers = {
  /** Gives the property. */
  property<Property extends string>(property: Property) {
    return noted({ does: 'property', property }, <Value>(source: With<Property, Value>) => source[property] as Value);
  },

  /** Gives the list that the property is, an empty one where it is null or left out. */
  listOrEmpty<Property extends string>(property: Property) {
    return noted(
      { does: 'listOrEmpty', property },
      <Item>(source: With<Property, Item[] | null | undefined>): Item[] => source[property] ?? [],
    );
  },

  /** Gives the item at `index`, from 0, of the list that the property is; `refuse` throws what is told where it is none. */
  item<Property extends string>(property: Property, index: number, refuse: () => never) {
    return noted({ does: 'item', property, index }, <Item>(source: With<Property, readonly Item[]>): Item => {
      const list: unknown = source[property];
      return Array.isArray(list) ? list[index] : refuse();
    });
  },

  /** Gives what `compute` makes of the property and the arguments: it sees no more of the source, and nothing of the context. */
  computed<Property extends string, Given, Arguments, Value>(
    property: Property,
    compute: (given: Given, args: Arguments) => Value,
  ) {
    return noted({ does: 'computed', property }, (source: With<Property, Given>, args: Arguments) =>
      compute(source[property] as Given, args),
    );
  },

  /** Gives the property, an object with a value and its unit, in the unit that the argument names; as it is where it names none. */
  converted<Property extends string>(property: Property, conversion: Conversion) {
    const { argument, value, unit, by } = conversion;
    const resolve = (source: With<Property, unknown>, args: Readonly<Record<string, unknown>>): unknown => {
      const measure = source[property] as Readonly<Record<string, unknown>> | null | undefined;
      const to = args[argument] as string | null | undefined;
      return measure && to ? { ...measure, [value]: by(measure[value], measure[unit], to), [unit]: to } : measure;
    };
    return noted({ does: 'converted', property, ...conversion }, resolve);
  },

  /** Gives what `make` makes at once of the source and the context. */
  contextual<Source, Context, Value>(make: (source: Source, context: Context) => Value) {
    return noted({ does: 'contextual' }, (source: Source, _args: unknown, context: Context) => make(source, context));
  },

  /** Gives what `make` makes of the source and the arguments: it sees nothing of the context. */
  pure<Source, Arguments, Value>(make: (source: Source, args: Arguments) => Value) {
    return noted({ does: 'pure' }, (source: Source, args: Arguments) => make(source, args));
  },
};

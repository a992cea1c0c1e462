/**
 * Makes resolvers together with recipes that describe them: the executor follows the recipe and does not call the resolver. A resolver
 * that was written, edited or wrapped by hand has no recipe, and is called.
 */

/** Converts a number from one unit to another. An error that it throws becomes the error of the field. */
export type Convert = (value: unknown, from: unknown, to: string) => number;

/** How a value with its unit is converted: the names of its members, the argument that names the new unit, and the conversion. */
export interface Conversion {
  argument: string;
  value: string;
  unit: string;
  by: Convert;
}

/** Everything that a resolver does: see the function of `resolvers` that `does` names. */
export type Recipe =
  | { does: 'property'; property: string }
  | { does: 'stated'; property: string; reads: readonly string[] }
  | { does: 'listOrEmpty'; property: string }
  | { does: 'item'; property: string; index: number }
  | { does: 'joined'; before: string; between: string; property: string }
  | { does: 'computed'; property: string }
  | ({ does: 'converted'; property: string } & Conversion)
  | { does: 'contextual'; reads?: readonly string[] | undefined };

const recipes = new WeakMap<object, Recipe>();

/** The recipe of a resolver; undefined unless the resolver was made here. */
export const recipeOf = (resolve: object | undefined): Recipe | undefined => resolve && recipes.get(resolve);

function withRecipe<Resolve extends object>(recipe: Recipe, resolve: Resolve): Resolve {
  recipes.set(resolve, recipe);
  return resolve;
}

type With<Property extends string, Value> = { readonly [Name in Property]?: Value };

/**
 * Each makes a resolver whose value is the same for the same source and arguments. The functions passed in must do what the recipe says:
 * no clock, no promise, and no state except in `contextual`.
 */
export const resolvers = {
  /** Returns the property. */
  property<Property extends string>(property: Property) {
    return withRecipe(
      { does: 'property', property },
      <Value>(source: With<Property, Value>) => source[property] as Value,
    );
  },

  /** Returns the property. If it is null or missing, `make` computes the value at once from the properties that `reads` names. */
  stated<Property extends string, Read extends object, Context, Value>(
    property: Property,
    reads: Readonly<Record<keyof Read & string, true>>,
    make: (source: Read, context: Context) => Value,
  ) {
    return withRecipe(
      { does: 'stated', property, reads: Object.keys(reads) },
      (source: Read & With<Property, Value>, _args: unknown, context: Context): Value =>
        source[property] ?? make(source, context),
    );
  },

  /** Returns the property, which is a list; an empty list if it is null or missing. */
  listOrEmpty<Property extends string>(property: Property) {
    return withRecipe(
      { does: 'listOrEmpty', property },
      <Item>(source: With<Property, Item[] | null | undefined>): Item[] => source[property] ?? [],
    );
  },

  /** Returns the item at `index`, from 0, of a property that is a list; `refuse` throws the error for any other property. */
  item<Property extends string>(property: Property, index: number, refuse: () => never) {
    return withRecipe({ does: 'item', property, index }, <Item>(source: With<Property, readonly Item[]>): Item => {
      const list: unknown = source[property];
      return Array.isArray(list) ? list[index] : refuse();
    });
  },

  /** Returns the property after `before` and a text between them. Both properties must be strings. */
  joined<Before extends string, Property extends string>(before: Before, between: string, property: Property) {
    return withRecipe(
      { does: 'joined', before, between, property },
      (source: With<Before | Property, string>): string => `${source[before]}${between}${source[property]}`,
    );
  },

  /** Computes a value from the property and the arguments; `compute` sees neither the rest of the source nor the context. */
  computed<Property extends string, Input, Arguments, Value>(
    property: Property,
    compute: (value: Input, args: Arguments) => Value,
  ) {
    return withRecipe({ does: 'computed', property }, (source: With<Property, Input>, args: Arguments) =>
      compute(source[property] as Input, args),
    );
  },

  /**
   * Returns the property, an object with a value and its unit, in the unit that the argument names; unchanged if it names none. Null if the
   * value is null; a missing value is left to the type to refuse.
   */
  converted<Property extends string>(property: Property, conversion: Conversion) {
    const { argument, value, unit, by } = conversion;
    const resolve = (source: With<Property, unknown>, args: Readonly<Record<string, unknown>>): unknown => {
      const measure = source[property] as Readonly<Record<string, unknown>> | null | undefined;
      if (measure?.[value] === null) return null;
      const to = args[argument] as string | null | undefined;
      return measure && to ? { ...measure, [value]: by(measure[value], measure[unit], to), [unit]: to } : measure;
    };
    return withRecipe({ does: 'converted', property, ...conversion }, resolve);
  },

  /**
   * Computes a value at once from the source and the context: it may differ between operations. `reads` names the properties that it is
   * computed from. Without them, a record has to be parsed for it.
   */
  contextual<Source, Context, Value>(
    make: (source: Source, context: Context) => Value,
    reads?: Readonly<Record<keyof Source & string, true>>,
  ) {
    return withRecipe(
      { does: 'contextual', reads: reads && Object.keys(reads) },
      (source: Source, _args: unknown, context: Context) => make(source, context),
    );
  },
};

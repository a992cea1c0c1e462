/** Selections of everything that a caller can select of a type, with measures both in the unit supplied and in another unit. */
import { type GraphQLField, type GraphQLObjectType, getNamedType, isEnumType, isObjectType } from 'graphql';
import { schema } from '../../src/graph/schema/schema.ts';

/** Everything below a type, except types that are being selected already and the field of a record, whose lists do not belong to it. */
export function wholeSelection(typeName: string, above: readonly string[] = ['Field']): string {
  const type = schema.getType(typeName) as GraphQLObjectType;
  const fields = Object.values(type.getFields()).filter(({ type: inner }) => !above.includes(getNamedType(inner).name));
  return `{ ${fields.map((field) => selected(field, [...above, typeName])).join(' ')} }`;
}

function selected(field: GraphQLField<unknown, unknown>, above: readonly string[]): string {
  const inner = getNamedType(field.type);
  const below = isObjectType(inner) ? wholeSelection(inner.name, above) : '';
  const texts = argumentsOf(field).map(
    (args, at) => `${at === 0 ? '' : `${field.name}${at}: `}${field.name}${args}${below}`,
  );
  return texts.join(' ');
}

/** Without arguments if none is required, and with the last value of an enum argument, which is a unit to convert to. */
function argumentsOf({ args }: GraphQLField<unknown, unknown>): string[] {
  const choice = args.find(({ type, defaultValue }) => isEnumType(getNamedType(type)) && defaultValue === undefined);
  if (choice === undefined) return [''];
  const type = getNamedType(choice.type);
  const values = isEnumType(type) ? type.getValues().filter(({ name }) => name !== 'UNKNOWN') : [];
  const withUnit = `(${choice.name}: ${values.at(-1)?.name})`;
  return String(choice.type).endsWith('!') ? [withUnit] : ['', withUnit];
}

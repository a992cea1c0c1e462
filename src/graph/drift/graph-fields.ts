/**
 * Which graph fields come from which property of the contract, read from the schema itself, so that it cannot go stale: a graph
 * type is named as the component it shows, and each of its fields says which property it reads.
 */
import {
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import { programOf } from '../../executor/resolvers.ts';
import { camelCase } from '../../platform/camel-case.ts';
import type { Reach } from '../../openapi-diff/change.ts';

/** What fields say of themselves beside what their resolvers are known to read. */
interface FieldMarks {
  /** Properties that the field is computed from: `WeatherRecord.et0`. */
  computedFrom?: readonly string[];
}

/** What types say of themselves. */
interface TypeMarks {
  /** Components whose properties the type shows, where it is not named as the one it shows. */
  shows?: readonly string[];
}

/** Reads a schema. */
export function readReach(schema: GraphQLSchema): Reach {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  const objects = types.filter(isObjectType);
  const fields = objects.flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })));

  /** Fields of a type, lists of it and connections over it. */
  const reaching = (component: string) =>
    fields.filter(
      ({ field }) =>
        shows(recordTypeOf(field), component) ||
        marksOf(field).computedFrom?.some((property) => property.startsWith(`${component}.`)),
    );

  return {
    answer({ component, property }) {
      const name = `${component}.${property}`;
      return fields
        .filter(({ type, field }) =>
          shows(type, component) ? propertyOf(field) === property : marksOf(field).computedFrom?.includes(name),
        )
        .map(({ type, field }) => coordinate(type, field));
    },
    request({ component, property }) {
      return types
        .filter(isInputObjectType)
        .filter(({ name }) => name.endsWith(component))
        .filter((type) => Object.hasOwn(type.getFields(), camelCase(property)))
        .map((type: GraphQLInputObjectType) => `${type.name}.${camelCase(property)}`);
    },
    record: (component) => reaching(component).map(({ type, field }) => coordinate(type, field)),
    argument: (component, parameter) =>
      reaching(component)
        .filter(({ field }) => field.args.some(({ name }) => name === camelCase(parameter)))
        .map(({ type, field }) => `${coordinate(type, field)}(${camelCase(parameter)}:)`),
  };
}

function marksOf({ extensions }: GraphQLField<unknown, unknown>): FieldMarks {
  return extensions;
}

function shows(type: GraphQLNamedType, component: string): boolean {
  const marks: TypeMarks = type.extensions;
  return type.name === component || marks.shows?.includes(component) === true;
}

/** The property that a field shows. One of which nothing is known shows the property of its name. */
function propertyOf({ name, resolve }: GraphQLField<unknown, unknown>): string {
  if (resolve === undefined) return name;
  const program = programOf(resolve);
  return program === undefined || program.does === 'pure' ? snakeCase(name) : program.property;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The type of the records behind a field: through a connection, that of its nodes. */
function recordTypeOf({ type }: GraphQLField<unknown, unknown>): GraphQLNamedType {
  const named = getNamedType(type);
  const edges = isObjectType(named) ? named.getFields().edges : undefined;
  const edge = edges && getNamedType(edges.type);
  const node = isObjectType(edge) ? edge.getFields().node : undefined;
  return node ? getNamedType(node.type) : named;
}

function coordinate(type: GraphQLObjectType, { name }: GraphQLField<unknown, unknown>): string {
  return `${type.name}.${name}`;
}

/** Finds a wrong name in the types around it: `temperature` of a spray hour is in `weather` of its field. */
import type { FieldNode, GraphQLNamedType, GraphQLObjectType, GraphQLSchema } from 'graphql';
import { type Candidate, type Field, fieldsOf } from './candidates.ts';
import type { Level } from './input-corrections.ts';
import { bonusOf } from './suggested-nodes.ts';
import { closest, type Scored } from './suggestions.ts';

/** Levels around a wrong name that are searched for it. */
const levelsMax = 3;

/** The candidate of an outer type for a name that this type lacks, as it is or with the outer field's name: `current` within `weather`. */
export function elsewhereOf(schema: GraphQLSchema, node: FieldNode, around: readonly Level[]) {
  const { value } = node.name;
  // The first word of a name says what it is: `min` is not `temperatureMin`.
  const isNamed = ({ own, words }: Scored<Field>) =>
    !own || closest(schema, value, [{ path: [], words: words.slice(0, 1) }]).length > 0;
  for (const { type, field } of around.slice(-levelsMax).toReversed()) {
    const { candidates, others } = foundAround(schema, { type, field });
    const [best] = [
      ...closest(schema, value, candidates, (candidate) => bonusOf(candidate, node)).filter(isNamed),
      ...closest(schema, `${value}_${field.name}`, others).filter(({ own, words }) => !own && words.length > 1),
    ].filter(({ isWhole }) => isWhole);
    if (best) return { ...best, of: type.name };
  }
  return undefined;
}

const aroundFields = new WeakMap<Field, { candidates: Candidate<Field>[]; others: Candidate<Field>[] }>();

/** The candidates around a field: fields, members of other fields by their own words, and the other fields as such. Made once per field. */
function foundAround(schema: GraphQLSchema, { type, field }: Level) {
  return aroundFields.getOrInsertComputed(field, () => {
    const fields = fieldsOf(schema, type);
    const others = fields.filter(({ path: [first] }) => first !== field);
    const members = others.flatMap((each) => (each.own ? { ...each, words: each.words.slice(-each.own) } : []));
    return { candidates: [...fields.filter(({ own }) => !own), ...members], others };
  });
}

/** The message for a field of another root type, such as a mutation that is written as a query. */
export function ofOtherRoot(schema: GraphQLSchema, type: GraphQLNamedType, name: string): string | undefined {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const root = roots.includes(type as GraphQLObjectType) && roots.find((each) => each?.getFields()[name]);
  return root ? `It is a field of ${root.name}: begin the operation with "${root.name.toLowerCase()}".` : undefined;
}

/** Writes the code that answers a leaf: its bytes as they came where its type passes them on, an enum's name by its word. */
import { type GraphQLEnumType, type GraphQLLeafType, isEnumType } from 'graphql';
import { comparison, writing } from './code.ts';
import type { Shape } from './shape.ts';
import type { Copied } from './slots.ts';
import { NotWritable, type Writer } from './writer.ts';

/** How the value of a type is copied. */
const copies: Record<string, Copied | 'boolean'> = {
  String: 'copiedString',
  ID: 'copiedString',
  DateTime: 'copiedString',
  Date: 'copiedString',
  Float: 'copiedFloat',
  Int: 'copiedInt',
  Boolean: 'boolean',
};
const kinds = { copiedString: 'string', copiedFloat: 'number', copiedInt: 'number', boolean: 'boolean' } as const;

/** A leaf that was seen to be something. Throws NotWritable where its type does not pass that on. */
export function writeLeaf(writer: Writer, type: GraphQLLeafType, shape: Shape): void {
  if (isEnumType(type) && type.extensions.openEnum === true && shape.kind === 'string') {
    if (writer.mayBeNull(shape)) writer.orNull(shape, 'null', () => writeWord(writer, type, shape));
    else writeWord(writer, type, shape);
    return;
  }
  const copied = copies[type.name];
  if (copied === undefined || kinds[copied] !== shape.kind) throw new NotWritable(`${type.name} of ${shape.kind}`);
  if (copied !== 'boolean') writer.slots.copied.set(shape, copied);
  if (!writer.mayBeNull(shape) && shape.word !== undefined) writer.text(JSON.stringify(shape.word));
  else if (writer.mayBeNull(shape) && shape.isOptional) writer.orNull(shape, 'null', () => writer.copy(shape));
  else writer.copy(shape);
}

/** Whether a leaf of this type is a string that is passed on. */
export function isCopiedString(type: GraphQLLeafType): boolean {
  return copies[type.name] === 'copiedString';
}

function writeWord(writer: Writer, type: GraphQLEnumType, shape: Shape): void {
  const nameOf = (word: string) => JSON.stringify(type.coerceOutputValue(word));
  if (shape.word !== undefined) {
    writer.text(nameOf(shape.word));
    return;
  }
  writer.slots.copied.set(shape, 'copiedString');
  const cases = type.getValues().map(({ value }) => {
    const sent = JSON.stringify(value);
    return `if (e - s === ${Buffer.byteLength(sent)} && ${comparison(sent, 's')}) { ${writing(nameOf(value))} return o; }`;
  });
  const unknown = nameOf('no word of any contract');
  const name = writer.function(`(b, bv, s, e, ov, o) {\n${cases.join('\n')}\n${writing(unknown)} return o; }`);
  const { start, end } = writer.slots.span(shape);
  writer.code.line(`o = ${name}(b, bv, ${start}, ${end}, ov, o);`);
}

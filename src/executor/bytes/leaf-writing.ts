/** Writes the code that answers a leaf: its bytes as they came where its type passes them on, a word by its name. */
import type { GraphQLLeafType } from 'graphql';
import { type Leaf, leafOf } from '../leaves.ts';
import { comparison, writing } from './code.ts';
import type { Shape } from './shape.ts';
import type { Copied } from './slots.ts';
import { NotWritable, type Writer } from './writer.ts';

type Words = Extract<Leaf, { is: 'words' }>;

/** How the value of a leaf is copied. */
const copies: Record<Exclude<Leaf['is'], 'words'>, Copied | 'boolean'> = {
  text: 'copiedString',
  float: 'copiedFloat',
  int: 'copiedInt',
  boolean: 'boolean',
};
const kinds = { copiedString: 'string', copiedFloat: 'number', copiedInt: 'number', boolean: 'boolean' } as const;

/** A leaf that was seen to be something. Throws NotWritable where its type does not pass that on. */
export function writeLeaf(writer: Writer, type: GraphQLLeafType, shape: Shape): void {
  const leaf = leafOf(type);
  if (leaf?.is === 'words' && shape.kind === 'string') {
    if (writer.mayBeNull(shape)) writer.orNull(shape, 'null', () => writeWord(writer, leaf, shape));
    else writeWord(writer, leaf, shape);
    return;
  }
  if (leaf === undefined || leaf.is === 'words') throw new NotWritable(`${type.name} of ${shape.kind}`);
  const copied = copies[leaf.is];
  if (kinds[copied] !== shape.kind) throw new NotWritable(`${type.name} of ${shape.kind}`);
  if (copied !== 'boolean') writer.slots.copied.set(shape, copied);
  if (!writer.mayBeNull(shape) && shape.word !== undefined) writer.text(JSON.stringify(shape.word));
  else if (writer.mayBeNull(shape) && shape.isOptional) writer.orNull(shape, 'null', () => writer.copy(shape));
  else writer.copy(shape);
}

/** Whether a leaf of this type is a string that is passed on. */
export function isCopiedString(type: GraphQLLeafType): boolean {
  return leafOf(type)?.is === 'text';
}

/** Makes the JSON text of a string that is not in the bytes; undefined where the type's coercion is not known to take strings. */
export function textWriterOf(type: GraphQLLeafType): ((value: string) => string) | undefined {
  const leaf = leafOf(type);
  if (leaf?.is === 'text') return (value) => JSON.stringify(value);
  if (leaf?.is === 'words') return (value) => JSON.stringify(nameOf(leaf, value));
  return undefined;
}

function nameOf({ names, other }: Words, word: string): string {
  return names.get(word) ?? other;
}

function writeWord(writer: Writer, leaf: Words, shape: Shape): void {
  if (shape.word !== undefined) {
    writer.text(JSON.stringify(nameOf(leaf, shape.word)));
    return;
  }
  writer.slots.copied.set(shape, 'copiedString');
  const cases = Array.from(leaf.names, ([word, name]) => {
    const sent = JSON.stringify(word);
    return `if (e - s === ${Buffer.byteLength(sent)} && ${comparison(sent, 's')}) { ${writing(JSON.stringify(name))} return o; }`;
  });
  const other = JSON.stringify(leaf.other);
  const name = writer.function(`(b, bv, s, e, ov, o) {\n${cases.join('\n')}\n${writing(other)} return o; }`);
  const { start, end } = writer.slots.span(shape);
  writer.code.line(`o = ${name}(b, bv, ${start}, ${end}, ov, o);`);
}

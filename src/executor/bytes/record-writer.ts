/** Generates the code that writes the answer of one record from its bytes, in the order of the selection. */
import type { GraphQLLeafType } from 'graphql';
import { leafOf } from '../leaves.ts';
import type { FieldPlan, ObjectPlan, ResolvedFieldPlan, ValuePlan } from '../plan/plan.ts';
import type { Answer, Converted, Joined, Missing, Present, Words } from './converted-parts.ts';
import { conversionTo, convertedParts, measureOf, nameOf, resolvedAnswer, wordFunction } from './converted-parts.ts';
import { copies, GeneratedCode, type Loop, Slots, type Span, writing } from './generated-code.ts';
import type { Layout } from './layout.ts';
import { memberOf, NotWritable, type ObservedShape } from './observed-shape.ts';

export class RecordWriter {
  readonly slots = new Slots();
  /** For each value that only its resolver knows: computes it from the texts of the properties that the resolver reads. */
  readonly answers: Answer[] = [];
  /** Each is called once per run and returns the conversion to a unit and the texts of that unit. */
  readonly conversions: ReturnType<typeof conversionTo>[] = [];
  /** Statements that run once, before the first record. */
  readonly prelude: string[] = [];
  /** Names of the functions that the code calls, by their text. */
  readonly functions = new Map<string, string>();
  #code = new GeneratedCode(writing);
  #isCompact = true;

  /** Statements that write one record. Throws NotWritable if the bytes lack a part of the plan. */
  write(plan: ObjectPlan, shape: ObservedShape, { isCompact }: Layout): string {
    this.#isCompact = isCompact;
    this.#object(plan, shape);
    return this.#code.toString();
  }

  #object({ fields }: ObjectPlan, shape: ObservedShape, missing: Missing = 'null'): void {
    this.#members(fields, (field) => this.#field(field, shape, missing));
  }

  #members<Part extends { key: string }>(parts: readonly Part[], write: (part: Part, at: number) => void): void {
    this.#code.text('{');
    for (const [at, part] of parts.entries()) {
      this.#code.text(`${at === 0 ? '' : ','}${JSON.stringify(part.key)}:`);
      write(part, at);
    }
    this.#code.text('}');
  }

  /** Writes `missing` in place of a null that the graph forbids. */
  #field(field: FieldPlan, record: ObservedShape, missing: Missing): void {
    if (field.kind === 'typename') this.#code.text(JSON.stringify(field.name));
    else if (field.kind === 'resolver') this.#resolver(field, record);
    else this.#value(field.value, memberOf(record, field.name), field.value.nullable ? 'null' : missing);
  }

  #resolver(field: ResolvedFieldPlan, record: ObservedShape): void {
    const { recipe, value } = field;
    if (recipe?.does === 'contextual' && recipe.reads) {
      this.#resolved(field, recipe.reads, record);
      return;
    }
    if (recipe === undefined || recipe.does === 'contextual') throw new NotWritable(`resolver of ${field.key}`);
    const shape = memberOf(record, recipe.property);
    const write = recipe.does === 'converted' && shape && this.#converted(field, recipe, shape);
    if (recipe.does === 'joined') this.#joined(value, recipe, record);
    else if (recipe.does === 'stated') this.#value(value, shape, () => this.#resolved(field, recipe.reads, record));
    else if (recipe.does === 'item') this.#item(value, shape, recipe.index);
    else if (recipe.does === 'listOrEmpty' && value.kind === 'list') this.#value(value, shape, '[]');
    else if (!write || !shape) this.#resolved(field, [recipe.property], record);
    else {
      if (!value.nullable) this.slots.required.add(shape);
      this.#objectOrNull(value, shape, 'null', write);
    }
  }

  /** Writes `missing` in place of null. */
  #value(plan: ValuePlan, shape: ObservedShape | undefined, missing: Missing = 'null'): void {
    const isNullable = plan.nullable || missing !== 'null';
    if (shape?.kind === undefined) {
      if (!isNullable) throw new NotWritable('null');
      this.#missing(missing);
      return;
    }
    if (!isNullable) this.slots.required.add(shape);
    if (plan.kind === 'leaf') this.#leaf(plan.type, shape, missing);
    else this.#objectOrNull(plan, shape, missing, (inner) => this.#composite(plan, shape, inner));
  }

  #composite(plan: Exclude<ValuePlan, { kind: 'leaf' }>, shape: ObservedShape, missing: Missing): void {
    if (plan.kind === 'abstract') throw new NotWritable('abstract type');
    if (shape.kind !== plan.kind) throw new NotWritable(`${plan.kind} of ${shape.kind}`);
    if (plan.kind === 'object') this.#object(plan.object, shape, missing);
    else if (shape.item === undefined) this.#code.text('[]');
    else if (this.#isCompact && this.#isVerbatim(plan.item, shape.item)) this.#copy(shape);
    else this.#items(plan.item, shape, shape.item);
  }

  /** Whether a list of strings can be copied as a whole. */
  #isVerbatim(plan: ValuePlan, item: ObservedShape): boolean {
    if (plan.kind !== 'leaf' || leafOf(plan.type)?.is !== 'text' || item.kind !== 'string') return false;
    item.isRead = true;
    if (!plan.nullable) this.slots.required.add(item);
    this.slots.copied.getOrInsert(item, 'readString');
    return true;
  }

  #items(plan: ValuePlan, shape: ObservedShape, item: ObservedShape): void {
    this.slots.loop(shape, (loop) => {
      const place = `i_${loop.first}`;
      this.#code.text('[');
      this.#code.line(`{ let ${place} = ${loop.first};`);
      this.#code.line(`for (let i = 0; i < ${loop.count}; i++) { if (i > 0) ob[o++] = 44;`);
      this.#storedItem(loop, place, () => this.#value(plan, item));
      this.#code.line(`${place} = tape[${place}]; } }`);
      this.#code.text(']');
    });
  }

  /** One item of a list, by its index. */
  #item(plan: ValuePlan, shape: ObservedShape | undefined, index: number): void {
    const item = shape?.item;
    if (index < 0 || shape?.kind !== 'list' || item === undefined) throw new NotWritable('no list');
    this.slots.required.add(shape);
    this.slots.loop(shape, (loop) => {
      const place = `i_${loop.first}`;
      this.#code.line(`if (${loop.count} <= ${index}) return -1;`);
      this.#code.line(`{ let ${place} = ${loop.first}; ${`${place} = tape[${place}];`.repeat(index)}`);
      this.#storedItem(loop, place, () => this.#value(plan, item));
      this.#code.line('}');
    });
  }

  /** Reads an item's variables from the tape, then runs the code of `write`, which is generated first: it decides on the variables. */
  #storedItem({ variables }: Loop, place: string, write: () => void): void {
    const outer = this.#code;
    this.#code = new GeneratedCode(writing);
    write();
    const body = this.#code.toString();
    this.#code = outer;
    const reads = variables.map((name, index) => `${name} = tape[${place} + ${index + 1}];`);
    this.#code.line(`${reads.join(' ')}\n${body}`);
  }

  /** Two strings as one. Both pass `copiedString`, so their joined bytes are those that JSON.stringify would write for both. */
  #joined(plan: ValuePlan, { before, between, property }: Joined, record: ObservedShape): void {
    const [first, last] = [before, property].map((name) => this.slots.copiedText(record, name)) as [Span, Span];
    if (plan.kind !== 'leaf' || leafOf(plan.type)?.is !== 'text') throw new NotWritable('no text');
    this.#code.line(`o = copy(bv, ${first.start}, ${first.end} - 1, ov, o);`);
    this.#code.text(JSON.stringify(between).slice(1, -1));
    this.#code.line(`o = copy(bv, ${last.start} + 1, ${last.end}, ov, o);`);
  }

  /** A value that only its resolver knows. */
  #resolved(field: ResolvedFieldPlan, names: readonly string[], record: ObservedShape): void {
    const count = this.answers.push(resolvedAnswer(field, names));
    const texts = names.map((name) => {
      const { start, end } = this.slots.memberSpan(record, name);
      return `, textOf(b, ${start}, ${end})`;
    });
    this.#code.line(`o = writeText(answers[${count - 1}].of(run${texts.join('')}), ob, o);`);
  }

  /**
   * Writes an object of a value and its unit, converted to the unit that an argument names. Undefined if the value is no number, the unit
   * varies or more is selected. A run without a unit keeps it. An impossible conversion stops the program: the resolver then answers.
   */
  #converted(field: ResolvedFieldPlan, recipe: Converted, shape: ObservedShape): Present | undefined {
    // Only null was observed.
    if (memberOf(shape, recipe.value)?.kind === undefined) return this.#stop;
    const [value, unit, from] = measureOf(shape, recipe) ?? [];
    const parts = convertedParts(field.value, recipe);
    if (value === undefined || unit === undefined || from === undefined || parts === undefined) return undefined;
    return (missing) => {
      const to = `u${this.prelude.length}`;
      const count = this.conversions.push(conversionTo(recipe.by, from, parts));
      this.prelude.push(
        `const ${to} = run.arguments[${field.arguments}][${JSON.stringify(recipe.argument)}] ?? ${JSON.stringify(from)};`,
        `const { write: ${to}w, units: ${to}t } = conversions[${count - 1}](${to});`,
      );
      if (missing === 'null') this.slots.required.add(value).add(unit);
      else for (const each of [value, unit]) this.#orNull(each, missing, () => {});
      this.slots.copied.set(value, 'readFloat');
      const { start, end } = this.slots.span(value);
      // Convert even if the value is not selected: a conversion that fails must fail the field.
      if (!parts.some(({ is }) => is === 'value')) this.#code.line(`${to}w(b, ${start}, ${end}, ob, o);`);
      this.#members(parts, (part, at) => {
        if (part.is === 'typename') this.#code.text(JSON.stringify(part.name));
        else if (part.is === 'value') this.#code.line(`o = ${to}w(b, ${start}, ${end}, ob, o);`);
        else this.#code.line(`o = writeText(${to}t[${at}], ob, o);`);
      });
    };
  }

  /** Writes a leaf as its type coerces it. Throws NotWritable if the result for the observed kind is unknown. */
  #leaf(type: GraphQLLeafType, shape: ObservedShape, missing: Missing): void {
    const leaf = leafOf(type);
    const { copied, kind } = copies[leaf?.is ?? 'none'];
    if (kind !== shape.kind) throw new NotWritable(`${type.name} of ${shape.kind}`);
    if (copied) this.slots.copied.getOrInsert(shape, copied);
    if (leaf?.is === 'words') this.#orNull(shape, missing, () => this.#word(leaf, shape));
    else if (!this.slots.mayBeNull(shape) && shape.constant !== undefined)
      this.#code.text(JSON.stringify(shape.constant));
    else if (shape.isOptional || missing !== 'null') this.#orNull(shape, missing, () => this.#copy(shape));
    else this.#copy(shape);
  }

  #word(leaf: Words, shape: ObservedShape): void {
    if (shape.constant !== undefined) {
      this.#code.text(nameOf(leaf, shape.constant));
      return;
    }
    this.slots.copied.set(shape, 'copiedString');
    const text = wordFunction(leaf);
    // Equal functions share a name. No variable's name begins with this letter.
    const name = this.functions.getOrInsert(text, `w${this.functions.size}`);
    const { start, end } = this.slots.span(shape);
    this.#code.line(`o = ${name}(b, bv, ${start}, ${end}, ov, o);`);
  }

  #copy(shape: ObservedShape): void {
    const { start, end } = this.slots.span(shape);
    this.#code.line(`o = ${end} < 0 ? rewrite(b, ${start}, ${end}, ob, o) : copy(bv, ${start}, ${end}, ov, o);`);
  }

  /** Writes `missing` where the value is null or absent, else the output of `present`. */
  #orNull(shape: ObservedShape, missing: Missing, present: () => void): void {
    const mayBeNull = this.slots.mayBeNull(shape);
    if (mayBeNull) {
      const { start } = this.slots.span(shape);
      this.#code.line(`if (${start} < 0 || b[${start}] === 110) {`);
      this.#missing(missing);
      this.#code.line('} else {');
    }
    present();
    if (mayBeNull) this.#code.line('}');
  }

  /** Like `#orNull`, also for an object that is null with its member. `present` then gets what to write in place of forbidden nulls. */
  #objectOrNull(plan: ValuePlan, shape: ObservedShape, missing: Missing, present: Present): void {
    const member = plan.kind === 'object' ? this.slots.nullingMember(shape, plan.nullWith) : undefined;
    this.#orNull(shape, missing, () => {
      if (member === undefined) return present('null');
      this.#code.line(`if (${this.slots.span(member).start} < 0) return -1;`);
      this.#orNull(member, missing, () => present(this.#stop));
    });
  }

  /** Stops the program at a null. Unlike a required value, it may be null where this is not reached: in an object that is null. */
  readonly #stop = (): void => this.#code.line('return -1;');

  #missing(missing: Missing): void {
    if (typeof missing === 'string') this.#code.text(missing);
    else missing();
  }
}

/**
 * Generates code for values below which nothing waits: a function for each selected object type, a loop for each list. The text has only
 * its own names, and JSON strings of names in the schema or a validated document. Closures would not be monomorphic.
 */
import type { GraphQLLeafType } from 'graphql';
import { ResultTooLarge } from '../../platform/sync/turns.ts';
import { leafOf } from '../leaves.ts';
import { noInfo, bailOut } from './bail-out.ts';
import { type FieldPlan, getsContext, type ObjectPlan, type ValuePlan } from './plan.ts';
import type { Arguments } from './argument-values.ts';

/** The arguments and context of resolvers, and a limit. */
export interface Surroundings {
  /** Bytes that the lists of one projection may still take in the result. Each subtracts what its items take at least. */
  listBytesLeft: number;
  readonly arguments: readonly Arguments[];
  readonly context: unknown;
}

/** Returns the answer of a value. Throws ResultTooLarge, or if the reference executor must answer it. */
export type Project = (value: unknown, run: Surroundings) => unknown;

/** A projection that can be called after its writer has compiled. */
export interface Projection {
  project: Project;
}

/** Generates the projections of one plan. Equal ones are one function, so a document that repeats itself stays small. */
export class ProjectionWriter {
  /** Names of the values that the text reads, in the order in which they are passed. */
  readonly #constants = new Map<unknown, string>();
  /** Names of functions, by the text of the function without its name. */
  readonly #functions = new Map<string, string>();
  readonly #readers = new Map<ValuePlan, string>();
  /** By the name of their function. */
  readonly #wanted = new Map<string, Projection>();

  /** The same projection for equal plans. */
  add(plan: ValuePlan): Projection {
    return this.#wanted.getOrInsert(this.#reader(plan), { project: () => bailOut('not compiled') });
  }

  /** The generated functions. */
  get text(): string {
    let functions = '';
    for (const [text, name] of this.#functions) functions += `function ${name}${text}\n`;
    return `const [${[...this.#constants.values()]}] = constants;\n${functions}return [${[...this.#wanted.keys()]}];`;
  }

  /** Compiles all that were added. */
  compile(text = this.text): void {
    const names = ['constants', 'bailOut', 'noInfo', 'coerced', 'tooLarge'];
    const values = [[...this.#constants.keys()], bailOut, noInfo, coerced, tooLarge];
    const projects: Project[] = new Function(...names, text)(...values);
    for (const [index, projection] of [...this.#wanted.values()].entries())
      projection.project = projects[index] as Project;
  }

  #reader(plan: ValuePlan): string {
    const name = this.#readers.get(plan) ?? this.#function('v, run', `return ${this.#value(plan)};`);
    return this.#readers.getOrInsert(plan, name);
  }

  /** An expression for the answer of `v`. */
  #value(plan: ValuePlan): string {
    const missing = plan.nullable ? 'null' : 'bailOut("null")';
    if (plan.kind === 'leaf') return this.#leaf(plan.type, missing);
    if (plan.kind === 'abstract') return bailOut('an abstract type always waits');
    const composite = plan.kind === 'object' ? this.#object(plan.object) : this.#list(plan.item);
    const nullWith = plan.kind === 'object' && plan.nullWith;
    const isNull = nullWith ? `v == null || v[${JSON.stringify(nullWith)}] === null` : 'v == null';
    return `${isNull} ? ${missing} : ${composite}(v, run)`;
  }

  #leaf(type: GraphQLLeafType, missing: string): string {
    const check = passes[leafOf(type)?.is ?? 'words'];
    const other = `v == null ? ${missing} : coerced(${this.#constant(type)}, v)`;
    return check === undefined ? other : `${check} ? v : ${other}`;
  }

  #list(item: ValuePlan): string {
    return this.#function(
      'list, run',
      `if (!Array.isArray(list)) bailOut("no list");
  if ((run.listBytesLeft -= list.length * ${leastBytes(item)}) < 0) tooLarge();
  const answers = [];
  for (let i = 0; i < list.length; i++) { const v = list[i]; answers.push(${this.#value(item)}); }
  return answers;`,
    );
  }

  #object({ fields }: ObjectPlan): string {
    let reads = '';
    let members = '';
    for (const [index, field] of fields.entries()) {
      reads += `const f${index} = ${this.#field(field)};\n  `;
      members += `${JSON.stringify(field.key)}: f${index}, `;
    }
    return this.#function(
      'source, run',
      `if (Object.getPrototypeOf(source) !== Object.prototype) bailOut("no plain object");
  ${reads}return { ${members}};`,
    );
  }

  #field(field: FieldPlan): string {
    if (field.kind === 'typename') return JSON.stringify(field.name);
    const context = field.kind === 'resolver' && getsContext(field) ? 'run.context' : 'noInfo';
    const read =
      field.kind === 'property'
        ? `source[${JSON.stringify(field.name)}]`
        : `${this.#constant(field.resolve)}(source, run.arguments[${field.arguments}], ${context}, noInfo)`;
    return `${this.#reader(field.value)}(${read}, run)`;
  }

  #function(parameters: string, statements: string): string {
    return this.#functions.getOrInsert(`(${parameters}) {\n  ${statements}\n}`, `p${this.#functions.size}`);
  }

  #constant(value: unknown): string {
    return this.#constants.getOrInsert(value, `k${this.#constants.size}`);
  }
}

/** JavaScript that checks whether coercion would return `v` unchanged. It nearly always would, and the check in place is cheaper. */
const passes = {
  text: 'typeof v === "string"',
  boolean: 'typeof v === "boolean"',
  int: 'typeof v === "number" && (v | 0) === v',
  float: 'typeof v === "number" && v - v === 0',
  words: undefined,
} as const;

function coerced(type: GraphQLLeafType, value: unknown): unknown {
  return type.coerceOutputValue(value) ?? bailOut('coerced to nothing');
}

function tooLarge(): never {
  throw new ResultTooLarge();
}

/** Bytes that an item takes at least in JSON, with its comma. */
function leastBytes(item: ValuePlan): number {
  if (item.kind !== 'object') return 2;
  if (item.nullable) return 'null,'.length;
  return item.object.fields.reduce((sum, { key }) => sum + key.length + '"":0,'.length, 2);
}

/**
 * Values below which something waits, answered object by object as graphql-js would: each field in turn, promises filled in when they
 * settle. Few objects of an answer are of this kind (the root, each field), so closures serve; all below them is projected at once.
 */
import type { FieldNode } from 'graphql';
import type { Work } from '../../platform/sync/turns.ts';
import { ByteList, itemsOfStep } from '../byte-list.ts';
import { CachedText, type TextCache } from './text-cache.ts';
import type { DocumentMemory } from '../memory.ts';
import { noInfo, BailOut, bailOut } from '../plan/bail-out.ts';
import { type FieldPlan, isRepeatable, type ObjectPlan, type ValuePlan } from '../plan/plan.ts';
import { type Projection, ProjectionWriter, type Surroundings } from '../plan/projection.ts';
import { toError, writeInTurns } from './long-lists.ts';
import type { Path, Run } from './run.ts';
import { type Learning, ListText } from '../bytes/list-program.ts';

/** What the steps of one plan are made with, and those that are made: a plan may name the same field in many places. */
export class Compilation {
  /** Compiles before the first step is taken. */
  readonly writer = new ProjectionWriter();
  readonly fragments: TextCache;
  readonly memory: DocumentMemory;
  readonly learning: Readonly<Learning>;
  readonly steps = new Map<FieldPlan, Step>();
  /** Lists of the service's records by their projection: equal selections learn together, and are one text. */
  readonly lists = new Map<Projection, Complete>();

  constructor(fragments: TextCache, memory: DocumentMemory, learning: Readonly<Learning>) {
    this.fragments = fragments;
    this.memory = memory;
    this.learning = learning;
  }
}

/** Answers a value. Throws where the reference executor has to judge it. */
export type Complete = (value: unknown, run: Run, path: Path) => unknown;

/** Answers an object; the root has no path. */
export type CompleteObject = (source: unknown, run: Run, path: Path | undefined) => Record<string, unknown>;

/** Puts the answer of one field into that of its object, now or when its promise settles. */
type Step = (source: unknown, target: Record<string, unknown>, run: Run, parent: Path | undefined) => void;

/** The function for an object, to be called once the writer has compiled. */
export function objectSteps({ type, fields }: ObjectPlan, compilation: Compilation): CompleteObject {
  const { isTypeOf } = type;
  const steps = fields.map((field) => fieldStep(field, compilation));
  return (source, run, path) => {
    if (isTypeOf && isTypeOf(source, run.context, noInfo) !== true) bailOut('type');
    const target = {};
    run.composites.add(target);
    for (const step of steps) step(source, target, run, path);
    return target;
  };
}

function fieldStep(field: FieldPlan, compilation: Compilation): Step {
  const step = compilation.steps.get(field) ?? createStep(field, compilation);
  compilation.steps.set(field, step);
  return step;
}

function createStep(field: FieldPlan, compilation: Compilation): Step {
  const { key } = field;
  if (field.kind === 'typename') {
    const { name } = field;
    return (_source, target) => {
      target[key] = name;
    };
  }
  if (field.kind === 'resolver') return resolverStep(field, completion(field.value, field.nodes, compilation));
  const { name } = field;
  const complete = completion(field.value, [], compilation);
  return (source, target, run, parent) => {
    const value = (source as Record<string, unknown>)[name];
    if (typeof value === 'function' || value instanceof Error || isPromiseLike(value)) bailOut('no data');
    const answer = complete(value, run, { parent, key });
    target[key] = answer instanceof Promise ? bailOut('a list of a property') : answer;
  };
}

function resolverStep(field: Extract<FieldPlan, { kind: 'resolver' }>, complete: Complete): Step {
  const { key, resolve, nodes, value: plan } = field;
  const fail = (error: unknown, run: Run, path: Path): null => {
    // An error that empties the parent too is the reference executor's to place.
    if (error instanceof BailOut || !plan.nullable) throw error;
    return run.fail(error, nodes, path);
  };
  const later = (answer: Promise<unknown>, target: Record<string, unknown>, run: Run, path: Path): void => {
    target[key] = null;
    const put = (settled: unknown) => {
      target[key] = settled instanceof Error ? fail(settled, run, path) : settled;
    };
    run.wait(answer, put, rethrow);
  };
  return (source, target, run, parent) => {
    const path = { parent, key };
    let value: unknown;
    try {
      value = resolve(source, run.arguments[field.arguments] ?? {}, run.context, noInfo);
    } catch (error) {
      target[key] = fail(error, run, path);
      return;
    }
    const finish = (settled: unknown): void => {
      const answer = settled instanceof Error ? settled : complete(settled, run, path);
      if (answer instanceof Promise) later(answer, target, run, path);
      else target[key] = answer instanceof Error ? fail(answer, run, path) : answer;
    };
    if (!isPromiseLike(value)) return finish(value);
    // Holds the place, so that the keys keep the order of the selection.
    target[key] = null;
    run.wait(value, finish, (error) => {
      target[key] = fail(error, run, path);
    });
  };
}

function completion(plan: ValuePlan, nodes: FieldNode[], compilation: Compilation): Complete {
  if (!plan.waits) return projected(plan, compilation);
  const complete = compositeCompletion(plan, nodes, compilation);
  const { nullable } = plan;
  return (value, run, path) => {
    if (value != null) return complete(value, run, path);
    return nullable ? null : bailOut('null');
  };
}

/** A value without steps of its own; a list of the service's records as text, and in a long run every object and list. */
function projected(plan: ValuePlan, compilation: Compilation): Complete {
  const projection = compilation.writer.add(plan);
  if (plan.kind !== 'list' || plan.item.kind !== 'object') {
    return (value, run) => {
      const answer = projection.project(value instanceof ByteList ? value.items() : value, run);
      return run.work?.isLong && typeof answer === 'object' && answer !== null ? asText(answer, run) : answer;
    };
  }
  const { lists } = compilation;
  const known = lists.get(projection);
  if (known !== undefined) return known;
  const complete = new ListOfRecords(projection, plan, plan.item.object, compilation).complete;
  lists.set(projection, complete);
  return complete;
}

/** A long run retains only the text of its result. */
function asText(answer: unknown, run: Run): CachedText {
  run.hasFragments = true;
  const text = new CachedText([Buffer.from(JSON.stringify(answer))]);
  run.count(text.length);
  return text;
}

/** Answers lists of the service's records as text, of their bytes where a program can. */
class ListOfRecords {
  readonly #projection: Projection;
  readonly #isRepeatable: boolean;
  readonly #fragments: TextCache;
  readonly #listText: ListText;
  readonly #number: number;

  constructor(projection: Projection, plan: ValuePlan, item: ObjectPlan, { fragments, memory, learning }: Compilation) {
    this.#projection = projection;
    this.#isRepeatable = isRepeatable(plan);
    this.#fragments = fragments;
    this.#listText = new ListText(item, memory, learning);
    this.#number = fragments.nextProjection();
  }

  readonly complete: Complete = (value, run) => {
    if (!(value instanceof ByteList)) {
      const answer = this.#projection.project(value, run);
      return run.work?.isLong ? asText(answer, run) : answer;
    }
    run.hasFragments = true;
    const begun = value.begin();
    return begun === undefined ? this.#now(value, run) : begun.then(() => this.#inTurns(value, run), toError);
  };

  #now(list: ByteList<unknown>, run: Run): CachedText {
    const bytes = this.#keptBytes(list);
    const kept = bytes && this.#fragments.find(bytes, this.#number);
    const text = kept ?? this.#textOf(this.#piecesOf(list, this.#surroundings(run)), bytes);
    run.count(text.length);
    return text;
  }

  /** The same for a long operation, whose turn it is. An error where the list cannot be read. */
  async #inTurns(list: ByteList<unknown>, run: Run): Promise<CachedText | Error> {
    const work = list.longWork;
    if (work === undefined) return this.#now(list, run);
    const bytes = this.#keptBytes(list);
    const kept = bytes && this.#fragments.find(bytes, this.#number);
    if (kept) return counted(kept, run);
    const pieces = await writeInTurns(list, work, {
      listText: this.#listText,
      project: this.#projection.project,
      surroundings: this.#surroundings(run),
    });
    return pieces instanceof Error ? pieces : counted(this.#textOf(pieces, bytes), run);
  }

  #piecesOf(list: ByteList<unknown>, surroundings: Surroundings): readonly Buffer[] {
    const text = this.#listText.of(list, surroundings);
    if (text !== undefined) return text;
    const answer = Buffer.from(JSON.stringify(this.#projection.project(list.items(), surroundings)));
    this.#listText.learn(list.items(), list.unread?.given.names);
    return [answer];
  }

  /** The bytes by which the text is cached for all callers, where it is. */
  #keptBytes({ unread }: ByteList<unknown>): Buffer | undefined {
    return this.#isRepeatable && unread?.data.isKept ? unread.data.bytes : undefined;
  }

  /** Without a context where the text may be cached: what all callers get must not come from one. */
  #surroundings(run: Run): Surroundings {
    return this.#isRepeatable ? { arguments: run.arguments, context: noInfo } : run;
  }

  #textOf(pieces: readonly Buffer[], bytes: Buffer | undefined): CachedText {
    return bytes ? this.#fragments.keep(bytes, this.#number, pieces) : new CachedText(pieces);
  }
}

function counted(text: CachedText, run: Run): CachedText {
  run.count(text.length);
  return text;
}

function compositeCompletion(plan: ValuePlan, nodes: FieldNode[], compilation: Compilation): Complete {
  if (plan.kind === 'list') return listCompletion(plan.item, nodes, compilation);
  if (plan.kind === 'object') return objectSteps(plan.object, compilation);
  if (plan.kind === 'leaf') return bailOut('a leaf never waits');
  const { resolveType, type, objects } = plan;
  const byName = new Map<unknown, CompleteObject>(
    objects.map((object) => [object.type.name, objectSteps(object, compilation)]),
  );
  return (value, run, path) => {
    const complete = byName.get(resolveType(value, run.context, noInfo, type)) ?? bailOut('type');
    return complete(value, run, path);
  };
}

function listCompletion(plan: ValuePlan, nodes: FieldNode[], compilation: Compilation): Complete {
  const complete = completion(plan, nodes, compilation);
  const completeItem = (item: unknown, run: Run, path: Path): unknown => {
    if (isPromiseLike(item)) return bailOut('a promise in a list');
    if (!(item instanceof Error)) {
      const answer = complete(item, run, path);
      return answer instanceof Promise ? bailOut('a list in a list') : answer;
    }
    return plan.nullable ? run.fail(item, nodes, path) : bailOut('error');
  };
  const now = (list: unknown, run: Run, parent: Path): unknown[] => {
    if (!Array.isArray(list)) return bailOut('no list');
    const answers = list.map((item, key) => completeItem(item, run, { parent, key }));
    run.composites.add(answers);
    return answers;
  };
  const inTurns = async (list: ByteList<unknown>, work: Work, run: Run, parent: Path): Promise<unknown> => {
    const over = await list.parseInTurns().catch(toError);
    if (over) return over;
    const answers: unknown[] = [];
    for (const [key, item] of list.items().entries()) {
      const isStepOver = key > 0 && key % itemsOfStep === 0;
      const late = isStepOver ? await work.turn().catch(toError) : undefined;
      if (late) return late;
      answers.push(completeItem(item, run, { parent, key }));
    }
    run.composites.add(answers);
    return answers;
  };
  return (value, run, parent) => {
    if (!(value instanceof ByteList)) return now(value, run, parent);
    const begun = value.begin();
    if (begun === undefined) return now(value.items(), run, parent);
    const goOn = () => {
      const work = value.longWork;
      return work ? inTurns(value, work, run, parent) : now(value.items(), run, parent);
    };
    return begun.then(goOn, toError);
  };
}

/** Ends the run: the reference executor answers instead. */
function rethrow(error: unknown): never {
  throw error;
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | undefined | null)?.then === 'function';
}

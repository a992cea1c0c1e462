/**
 * Answers values below which a resolver may return a promise, object by object as graphql-js would. Few objects of an answer are of this
 * kind (the root, each field), so closures are fast enough. Everything below them is projected at once.
 */
import type { FieldNode } from 'graphql';
import { stepBytes, type Work } from '../../platform/sync/turns.ts';
import { ByteList } from '../byte-list.ts';
import { ListProgram } from '../bytes/list-program.ts';
import type { DocumentMemory } from '../memory.ts';
import { BailOut, bailOut, noInfo } from '../plan/bail-out.ts';
import { type FieldPlan, isRepeatable, type ObjectPlan, type ValuePlan } from '../plan/plan.ts';
import type { Projection, ProjectionWriter } from '../plan/projection.ts';
import { ListSurroundings, type Path, type Run, type Target, type Waiting } from './run.ts';
import { JsonText, type TextCache } from './text-cache.ts';
import { listInTurns, toError } from './text-in-turns.ts';

/** The inputs of the steps of one plan, and the steps made so far: a plan may select a field in many places. */
export interface Compilation {
  /** Compiles before the first step runs. */
  writer: ProjectionWriter;
  texts: TextCache;
  memory: DocumentMemory;
  steps: Map<FieldPlan, Step>;
  /** By their projection: equal selections share a program and its texts. */
  lists: Map<Projection, Complete>;
}

/** Answers a value. Throws if the reference executor must answer it. */
type Complete = (value: unknown, run: Run, path: Path) => unknown;

/** Answers an object; the root has no path. */
export type CompleteObject = (source: unknown, run: Run, path: Path | undefined) => Record<string, unknown>;

/** Sets the answer of one field in that of its object, now or when its promise settles. */
type Step = (source: unknown, target: Target, run: Run, parent: Path | undefined) => void;

/** The function that answers an object; call it after the writer has compiled. */
export function objectSteps({ fields }: ObjectPlan, compilation: Compilation): CompleteObject {
  const steps: Step[] = [];
  for (const field of fields) {
    const step = compilation.steps.get(field) ?? createStep(field, compilation);
    steps.push(compilation.steps.getOrInsert(field, step));
  }
  return (source, run, path) => {
    const target = {};
    run.composites.add(target);
    for (const step of steps) step(source, target, run, path);
    return target;
  };
}

function createStep(field: FieldPlan, compilation: Compilation): Step {
  const { key } = field;
  if (field.kind === 'typename')
    return (_source, target, run) => {
      run.counted(key);
      run.counted(field.name);
      target[key] = field.name;
    };
  if (field.kind === 'resolver') return resolverStep(field, completion(field.value, field.nodes, compilation));
  const complete = completion(field.value, [], compilation);
  return (source, target, run, parent) => {
    const value = (source as Record<string, unknown>)[field.name];
    if (typeof value === 'function' || value instanceof Error || isPromiseLike(value)) bailOut('no data');
    const answer = complete(value, run, { parent, key });
    run.counted(key);
    target[key] = answer instanceof Promise ? bailOut('a list of a property') : answer;
  };
}

function resolverStep(field: Extract<FieldPlan, { kind: 'resolver' }>, complete: Complete): Step {
  const { key, resolve, nodes, value: plan } = field;
  const onError: Waiting['onError'] = (error, target, run, path) => {
    // The reference executor also handles an error that makes the parent null.
    if (error instanceof BailOut || !plan.nullable) throw error;
    target[key] = run.fail(error, nodes, path);
  };
  const late: Waiting = {
    onValue(answer, target, run, path) {
      if (answer instanceof Error) onError(answer, target, run, path);
      else target[key] = answer;
    },
    onError: rethrow,
  };
  const onValue: Waiting['onValue'] = (settled, target, run, path) => {
    const answer = settled instanceof Error ? settled : complete(settled, run, path);
    if (answer instanceof Error) return onError(answer, target, run, path);
    target[key] = answer instanceof Promise ? null : answer;
    if (answer instanceof Promise) run.wait(answer, target, path, late);
  };
  const waiting: Waiting = { onValue, onError };
  return (source, target, run, parent) => {
    run.counted(key);
    const path = { parent, key };
    let value: unknown;
    try {
      value = resolve(source, run.arguments[field.arguments] ?? {}, run.context, noInfo);
    } catch (error) {
      return onError(error, target, run, path);
    }
    if (!isPromiseLike(value)) return onValue(value, target, run, path);
    // Set now, so that the keys have the order of the selection.
    target[key] = null;
    run.wait(value, target, path, waiting);
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

/** Answers a value without steps of its own. A list of the service's records becomes text; in a long run, so does every object and list. */
function projected(plan: ValuePlan, compilation: Compilation): Complete {
  const projection = compilation.writer.add(plan);
  const plain: Complete = (value, run) => {
    const answer = projection.project(value instanceof ByteList ? value.items() : value, run);
    if (typeof answer === 'string') run.counted({ length: Buffer.byteLength(answer) });
    if (typeof answer !== 'object' || answer === null) return answer;
    return run.work?.isLong ? asText(answer, run) : run.countedIn(answer);
  };
  if (plan.kind !== 'list' || plan.item.kind !== 'object') return plain;
  const { lists } = compilation;
  const complete = lists.get(projection) ?? recordsCompletion(projection, plan, plan.item.object, plain, compilation);
  return lists.getOrInsert(projection, complete);
}

/** A long run retains only the text of its result. */
function asText(answer: unknown, run: Run): JsonText {
  run.assertFits(0, answer);
  run.hasTexts = true;
  return run.counted(new JsonText([Buffer.from(JSON.stringify(answer))]));
}

/** Answers lists of the service's records as text, from their bytes where a program can. */
function recordsCompletion(
  projection: Projection,
  plan: ValuePlan,
  item: ObjectPlan,
  plain: Complete,
  { texts, memory }: Compilation,
): Complete {
  const program = new ListProgram(item, memory);
  const number = ++texts.projections;
  // A cached text goes to all callers, so it must not depend on the context of one.
  const isCacheable = isRepeatable(plan);
  const cachingBytes = ({ unread }: ByteList<unknown>): Buffer | undefined =>
    isCacheable && unread?.data.isCached ? unread.data.bytes : undefined;
  const textOf = (pieces: readonly Buffer[], bytes: Buffer | undefined, isOfCaller: boolean): JsonText =>
    bytes && !isOfCaller ? texts.add(bytes, number, pieces) : new JsonText(pieces);

  const now = (list: ByteList<unknown>, run: Run): JsonText => {
    const bytes = cachingBytes(list);
    const cached = bytes && texts.find(bytes, number);
    if (cached) return run.counted(cached);
    const surroundings = new ListSurroundings(run);
    const written = program.of(list, surroundings);
    if (written) return run.counted(textOf(written, bytes, surroundings.isOfCaller));
    const made = projection.project(list.items(), surroundings);
    if (list.size > stepBytes) run.assertFits(0, made);
    const pieces = [Buffer.from(JSON.stringify(made))];
    program.observe(list.items(), list.unread);
    return run.counted(textOf(pieces, bytes, surroundings.isOfCaller));
  };
  /** Resolves to an error if the list cannot be read. */
  const inTurns = async (list: ByteList<unknown>, work: Work, run: Run): Promise<JsonText | Error> => {
    const bytes = cachingBytes(list);
    if (bytes && texts.find(bytes, number)) return now(list, run);
    const surroundings = new ListSurroundings(run);
    const pieces = await listInTurns(list, { work, program, project: projection.project, surroundings, run });
    return pieces instanceof Error ? pieces : run.counted(textOf(pieces, bytes, surroundings.isOfCaller));
  };
  return (value, run, path) => {
    if (!(value instanceof ByteList)) return plain(value, run, path);
    run.hasTexts = true;
    const begun = value.begin();
    if (begun === undefined) return now(value, run);
    return begun.then(() => {
      const work = value.longWork;
      return work ? inTurns(value, work, run) : now(value, run);
    }, toError);
  };
}

function compositeCompletion(plan: ValuePlan, nodes: FieldNode[], compilation: Compilation): Complete {
  if (plan.kind === 'list') return listCompletion(plan.item, nodes, compilation);
  if (plan.kind === 'object') return objectSteps(plan.object, compilation);
  if (plan.kind === 'leaf') return bailOut('a leaf never waits');
  const { type, objects } = plan;
  const byName = new Map(Array.from(objects, ([name, object]) => [name, objectSteps(object, compilation)]));
  return (value, run, path) => {
    const complete = byName.get(type.resolveType?.(value, run.context, noInfo, type)) ?? bailOut('type');
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
      const isStepOver = key > 0 && key % list.itemsOfStep === 0;
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

/** Makes the run bail out. */
function rethrow(error: unknown): never {
  throw error;
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | undefined | null)?.then === 'function';
}

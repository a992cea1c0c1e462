/**
 * Values below which something waits, answered object by object as graphql-js would: each field in turn, promises filled in when they
 * settle. Few objects of an answer are of this kind (the root, each field), so closures serve; all below them is projected at once.
 */
import type { FieldNode } from 'graphql';
import { ByteList } from '../byte-list.ts';
import { KeptText, type KeptTexts } from './kept-texts.ts';
import type { DocumentMemory } from '../memory.ts';
import { noInfo, GiveUp, giveUp } from '../plan/give-up.ts';
import { type FieldPlan, isRepeatable, type ObjectPlan, type ValuePlan } from '../plan/plan.ts';
import { type Projection, ProjectionWriter, type Surroundings } from '../plan/projection.ts';
import type { Path, Run } from './run.ts';
import { ListText } from '../bytes/list-program.ts';

/** What the steps of one plan are made with, and those that are made: a plan may name the same field in many places. */
export class Compilation {
  /** Compiles before the first step is taken. */
  readonly writer = new ProjectionWriter();
  readonly fragments: KeptTexts;
  readonly memory: DocumentMemory;
  readonly steps = new Map<FieldPlan, Step>();
  /** Lists of the service's records by their projection: equal selections learn together, and are one text. */
  readonly lists = new Map<Projection, Complete>();

  constructor(fragments: KeptTexts, memory: DocumentMemory) {
    this.fragments = fragments;
    this.memory = memory;
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
    if (isTypeOf && isTypeOf(source, run.context, noInfo) !== true) giveUp('type');
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
    if (typeof value === 'function' || value instanceof Error || isPromiseLike(value)) giveUp('no data');
    target[key] = complete(value, run, { parent, key });
  };
}

function resolverStep(field: Extract<FieldPlan, { kind: 'resolver' }>, complete: Complete): Step {
  const { key, resolve, nodes, value: plan } = field;
  const fail = (error: unknown, run: Run, path: Path): null => {
    // An error that empties the parent too is the reference executor's to place.
    if (error instanceof GiveUp || !plan.nullable) throw error;
    return run.fail(error, nodes, path);
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
      target[key] = settled instanceof Error ? fail(settled, run, path) : complete(settled, run, path);
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
    return nullable ? null : giveUp('null');
  };
}

/** A value without steps of its own; a list of the service's records as text. */
function projected(plan: ValuePlan, compilation: Compilation): Complete {
  const projection = compilation.writer.add(plan);
  if (plan.kind !== 'list' || plan.item.kind !== 'object') {
    return (value, run) => projection.project(value instanceof ByteList ? value.items() : value, run);
  }
  const { lists } = compilation;
  const known = lists.get(projection);
  if (known !== undefined) return known;
  const complete = listOfRecords(projection, plan.item.object, isRepeatable(plan), compilation);
  lists.set(projection, complete);
  return complete;
}

function listOfRecords(
  projection: Projection,
  item: ObjectPlan,
  isRepeatable: boolean,
  { fragments, memory }: Compilation,
): Complete {
  const listText = new ListText(item, memory);
  const number = fragments.nextProjection();
  const textOf = (list: ByteList<unknown>, surroundings: Surroundings): readonly Buffer[] => {
    const text = listText.of(list, surroundings);
    if (text !== undefined) return text;
    const items = list.items();
    const answer = Buffer.from(JSON.stringify(projection.project(items, surroundings)));
    listText.learn(list);
    return [answer];
  };
  return (value, run) => {
    if (!(value instanceof ByteList)) return projection.project(value, run);
    run.hasFragments = true;
    const { unread } = value;
    if (!isRepeatable || unread === undefined) return new KeptText(textOf(value, run));
    // Without a context: what is kept for all callers must not come from one.
    const surroundings = { arguments: run.arguments, context: noInfo };
    const make = () => textOf(value, surroundings);
    return unread.data.isKept ? fragments.of(unread.data.bytes, number, make) : new KeptText(make());
  };
}

function compositeCompletion(plan: ValuePlan, nodes: FieldNode[], compilation: Compilation): Complete {
  if (plan.kind === 'list') return listCompletion(plan.item, nodes, compilation);
  if (plan.kind === 'object') return objectSteps(plan.object, compilation);
  if (plan.kind === 'leaf') return giveUp('a leaf never waits');
  const { resolveType, type, objects } = plan;
  const byName = new Map<unknown, CompleteObject>(
    objects.map((object) => [object.type.name, objectSteps(object, compilation)]),
  );
  return (value, run, path) => {
    const complete = byName.get(resolveType(value, run.context, noInfo, type)) ?? giveUp('type');
    return complete(value, run, path);
  };
}

function listCompletion(plan: ValuePlan, nodes: FieldNode[], compilation: Compilation): Complete {
  const complete = completion(plan, nodes, compilation);
  return (value, run, parent) => {
    const list = value instanceof ByteList ? value.items() : value;
    if (!Array.isArray(list)) return giveUp('no list');
    const answers = list.map((item, key) => {
      const path = { parent, key };
      if (isPromiseLike(item)) return giveUp('a promise in a list');
      if (!(item instanceof Error)) return complete(item, run, path);
      return plan.nullable ? run.fail(item, nodes, path) : giveUp('error');
    });
    run.composites.add(answers);
    return answers;
  };
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | undefined | null)?.then === 'function';
}

/**
 * Values below which something waits, answered object by object as graphql-js would: each field in turn, promises filled in when they
 * settle. Few objects of an answer are of this kind (the root, each field), so closures serve; all below them is projected at once.
 */
import type { FieldNode } from 'graphql';
import { RecordList } from '../upstream/record-list.ts';
import { Fragment, Fragments } from './fragments.ts';
import { noInfo, Odd, odd } from './odd.ts';
import type { FieldPlan, ObjectPlan, ValuePlan } from './plan.ts';
import type { ProjectionWriter, Surroundings } from './projection.ts';
import { isRepeatable } from './repeatable.ts';
import type { Path, Run } from './run.ts';
import { ListText } from './scan/list-text.ts';

/** One for the process: bytes and projections are objects, so equal ones are the same. */
const fragments = new Fragments();

/** Answers a value. Throws where the ordinary executor has to judge it. */
export type Complete = (value: unknown, run: Run, path: Path) => unknown;

/** Answers an object; the root has no path. */
export type CompleteObject = (source: unknown, run: Run, path: Path | undefined) => Record<string, unknown>;

/** Puts the answer of one field into that of its object, now or when its promise settles. */
type Step = (source: unknown, target: Record<string, unknown>, run: Run, parent: Path | undefined) => void;

/** The function for an object. `writer` compiles before it is first called. */
export function objectSteps({ type, fields }: ObjectPlan, writer: ProjectionWriter): CompleteObject {
  const { isTypeOf } = type;
  const steps = fields.map((field) => fieldStep(field, writer));
  return (source, run, path) => {
    if (isTypeOf && isTypeOf(source, run.context, noInfo) !== true) odd('type');
    const target = {};
    run.composites.add(target);
    for (const step of steps) step(source, target, run, path);
    return target;
  };
}

function fieldStep(field: FieldPlan, writer: ProjectionWriter): Step {
  const { key } = field;
  if (field.kind === 'typename') {
    const { name } = field;
    return (_source, target) => {
      target[key] = name;
    };
  }
  if (field.kind === 'resolver') return resolverStep(field, completion(field.value, field.nodes, writer));
  const { name } = field;
  const complete = completion(field.value, [], writer);
  return (source, target, run, parent) => {
    target[key] = complete((source as Record<string, unknown>)[name], run, { parent, key });
  };
}

function resolverStep(field: Extract<FieldPlan, { kind: 'resolver' }>, complete: Complete): Step {
  const { key, resolve, nodes, value: plan } = field;
  const fail = (error: unknown, run: Run, path: Path): null => {
    // An error that empties the parent too is the ordinary executor's to place.
    if (error instanceof Odd || !plan.nullable) throw error;
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

function completion(plan: ValuePlan, nodes: FieldNode[], writer: ProjectionWriter): Complete {
  if (!plan.waits) return projected(plan, writer);
  const complete = compositeCompletion(plan, nodes, writer);
  const { nullable } = plan;
  return (value, run, path) => {
    if (value != null) return complete(value, run, path);
    return nullable ? null : odd('null');
  };
}

/** A value without steps of its own; a list of the service's records as text. */
function projected(plan: ValuePlan, writer: ProjectionWriter): Complete {
  const projection = writer.add(plan);
  if (plan.kind !== 'list' || plan.item.kind !== 'object') {
    return (value, run) => projection.project(value instanceof RecordList ? value.items() : value, run);
  }
  const listText = new ListText(plan.item.object);
  const textOf = (list: RecordList<unknown>, surroundings: Surroundings): readonly Buffer[] => {
    const text = listText.of(list, surroundings);
    if (text !== undefined) return text;
    const items = list.items();
    const answer = Buffer.from(JSON.stringify(projection.project(items, surroundings)));
    listText.learn(list);
    return [answer];
  };
  const repeats = isRepeatable(plan);
  return (value, run) => {
    if (!(value instanceof RecordList)) return projection.project(value, run);
    run.hasFragments = true;
    const { unread } = value;
    if (!repeats || unread === undefined) return new Fragment(textOf(value, run));
    // Without a context: what is kept for all callers must not come from one.
    const surroundings = { arguments: run.arguments, context: noInfo };
    const make = () => textOf(value, surroundings);
    return unread.data.isKept ? fragments.of(unread.data.bytes, projection, make) : new Fragment(make());
  };
}

function compositeCompletion(plan: ValuePlan, nodes: FieldNode[], writer: ProjectionWriter): Complete {
  if (plan.kind === 'list') return listCompletion(plan.item, nodes, writer);
  if (plan.kind === 'object') return objectSteps(plan.object, writer);
  if (plan.kind === 'leaf') return odd('a leaf never waits');
  const { resolveType, type, objects } = plan;
  const byName = new Map<unknown, CompleteObject>(
    objects.map((object) => [object.type.name, objectSteps(object, writer)]),
  );
  return (value, run, path) => {
    const complete = byName.get(resolveType(value, run.context, noInfo, type)) ?? odd('type');
    return complete(value, run, path);
  };
}

function listCompletion(plan: ValuePlan, nodes: FieldNode[], writer: ProjectionWriter): Complete {
  const complete = completion(plan, nodes, writer);
  return (list, run, parent) => {
    if (!Array.isArray(list)) return odd('no list');
    const answers = list.map((item, key) => {
      const path = { parent, key };
      if (!(item instanceof Error)) return complete(item, run, path);
      return plan.nullable ? run.fail(item, nodes, path) : odd('error');
    });
    run.composites.add(answers);
    return answers;
  };
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | undefined | null)?.then === 'function';
}

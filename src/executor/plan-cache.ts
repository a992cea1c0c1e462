/** Plans by document, operation and the values of its conditions. They live as long as their document, and count towards its memory. */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { compiledBytes, type DocumentMemory } from './memory.ts';
import type { ArgumentTable } from './plan/argument-values.ts';
import { planOperation } from './plan/plan.ts';
import { ProjectionWriter } from './plan/projection.ts';
import type { Scope } from './plan/selection.ts';
import { type Compilation, type CompleteObject, objectSteps } from './run/steps.ts';
import type { TextCache } from './run/text-cache.ts';

/** A plan that can be run. */
interface CompiledPlan {
  arguments: ArgumentTable;
  complete: CompleteObject;
}

/** By the values of the conditions. Undefined for an operation that cannot be compiled. */
type Variants = Map<string, CompiledPlan | undefined>;

export interface PlanCacheOptions {
  memoryOf: (document: DocumentNode) => DocumentMemory;
  texts: TextCache;
}

/** Further combinations of `@skip` and `@include` of an operation are not compiled: they would use the memory of its list programs. */
const variantsMax = 32;
/** Memory of a combination without its plan: one that cannot be compiled is cached too. */
const variantBytes = 512;

/** The plans of one schema. */
export function createPlanCache(schema: GraphQLSchema, options: PlanCacheOptions) {
  const documents = new WeakMap<DocumentNode, ReturnType<typeof describe>>();

  function describe(document: DocumentNode) {
    const fragments = new Map<string, FragmentDefinitionNode>();
    /** Variables that a directive names. */
    const conditionNames = new Set<string>();
    visit(document, {
      FragmentDefinition(fragment) {
        fragments.set(fragment.name.value, fragment);
      },
      Directive({ arguments: sent = [] }) {
        for (const { value } of sent) if (value.kind === Kind.VARIABLE) conditionNames.add(value.name.value);
      },
    });
    const memory = options.memoryOf(document);
    const operations = new WeakMap<OperationDefinitionNode, Variants>();
    return { memory, fragments, conditionNames: [...conditionNames], operations };
  }

  /** The plan of an operation whose variables have these values; undefined if only the reference executor can run it. */
  function find(
    document: DocumentNode,
    operation: OperationDefinitionNode,
    conditions: Scope['conditions'],
  ): CompiledPlan | undefined {
    const { operations, conditionNames, fragments, memory } = documents.getOrInsertComputed(document, describe);
    const variants = operations.getOrInsertComputed(operation, createVariants);
    // A value of another type is no condition of this operation, or cannot be compiled.
    let key = '';
    for (const name of conditionNames) key += typeof conditions[name] === 'boolean' ? `${conditions[name]},` : ',';
    if (variants.has(key) || variants.size === variantsMax) return variants.get(key);
    if (!memory.claim(variantBytes)) return undefined;
    const plan = compile({ schema, fragments, conditions }, operation, memory);
    variants.set(key, plan);
    return plan;
  }

  /** Compiles an operation for every combination of its conditions; for none if there are too many. */
  function findAll(document: DocumentNode, operation: OperationDefinitionNode): void {
    const own = new Set(operation.variableDefinitions?.map(({ variable }) => variable.name.value));
    const { conditionNames } = documents.getOrInsertComputed(document, describe);
    const names = conditionNames.filter((name) => own.has(name));
    const combinations = 2 ** names.length;
    if (combinations > variantsMax) return;
    for (let number = 0; number < combinations; number += 1) {
      const values = names.map((name, place) => [name, (number & (1 << place)) !== 0] as const);
      find(document, operation, Object.fromEntries(values));
    }
  }

  function compile(scope: Scope, operation: OperationDefinitionNode, memory: DocumentMemory): CompiledPlan | undefined {
    try {
      const plan = planOperation(scope, operation);
      const writer = new ProjectionWriter();
      const compilation: Compilation = { texts: options.texts, writer, memory, steps: new Map(), lists: new Map() };
      const complete = objectSteps(plan.root, compilation);
      const { text } = writer;
      if (!memory.claim(plan.bytes + compiledBytes(text))) return undefined;
      writer.compile(text);
      return { arguments: plan.arguments, complete };
    } catch {
      // Not compilable, or too deep for the stack, or code generation is forbidden to this process.
      return undefined;
    }
  }

  return { find, findAll };
}

const createVariants = (): Variants => new Map();

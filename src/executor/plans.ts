/** Plans by document, operation and the values of its conditions. They live as long as their document, and are counted with it. */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import type { ArgumentTable } from './plan/argument-values.ts';
import type { TextCache } from './run/text-cache.ts';
import type { Learning } from './bytes/list-program.ts';
import { compiledBytes, type DocumentMemory } from './memory.ts';
import { planOperation } from './plan/plan.ts';
import type { Scope } from './plan/selection.ts';
import { Compilation, type CompleteObject, objectSteps } from './run/steps.ts';

/** A plan that can be run. */
export interface CompiledPlan {
  arguments: ArgumentTable;
  complete: CompleteObject;
}

interface DocumentPlans {
  memory: DocumentMemory;
  fragments: Scope['fragments'];
  /** Variables that a directive names. */
  conditionNames: string[];
  /** By the values of the conditions; undefined stands for an operation that cannot be compiled. */
  operations: WeakMap<OperationDefinitionNode, Map<string, CompiledPlan | undefined>>;
}

/** Beyond this many combinations of `@skip` and `@include` an operation is not planned again. */
const variantsMax = 16;
/** Memory of a combination beside its plan: one that has none is remembered too. */
const variantBytes = 512;

/** The plans of one schema. */
export class Plans {
  readonly #schema: GraphQLSchema;
  readonly #memoryOf: (document: DocumentNode) => DocumentMemory;
  readonly #fragments: TextCache;
  readonly #learning: Readonly<Learning>;
  readonly #documents = new WeakMap<DocumentNode, DocumentPlans>();

  constructor(
    schema: GraphQLSchema,
    memoryOf: (document: DocumentNode) => DocumentMemory,
    fragments: TextCache,
    learning: Readonly<Learning>,
  ) {
    this.#schema = schema;
    this.#memoryOf = memoryOf;
    this.#fragments = fragments;
    this.#learning = learning;
  }

  /** The plan of an operation where its variables have these values; undefined where only the reference executor runs it. */
  find(
    document: DocumentNode,
    operation: OperationDefinitionNode,
    values: Scope['conditions'],
  ): CompiledPlan | undefined {
    const plans = this.#of(document);
    let variants = plans.operations.get(operation);
    if (variants === undefined) {
      variants = new Map();
      plans.operations.set(operation, variants);
    }
    const key = plans.conditionNames.map((name) => String(values[name])).join();
    if (variants.has(key) || variants.size === variantsMax) return variants.get(key);
    if (!plans.memory.claim(variantBytes)) return undefined;
    const scope = { schema: this.#schema, fragments: plans.fragments, conditions: values };
    const plan = this.#compile(scope, operation, plans.memory);
    variants.set(key, plan);
    return plan;
  }

  /** Plans an operation for every combination of its conditions, where there may be plans for all of them: else for none. */
  findAll(document: DocumentNode, operation: OperationDefinitionNode): void {
    const own = new Set(operation.variableDefinitions?.map(({ variable }) => variable.name.value));
    const names = this.#of(document).conditionNames.filter((name) => own.has(name));
    const combinations = 2 ** names.length;
    if (combinations > variantsMax) return;
    for (let number = 0; number < combinations; number += 1) {
      const values = names.map((name, place) => [name, (number & (1 << place)) !== 0] as const);
      this.find(document, operation, Object.fromEntries(values));
    }
  }

  #of(document: DocumentNode): DocumentPlans {
    let plans = this.#documents.get(document);
    if (plans === undefined) {
      plans = { memory: this.#memoryOf(document), ...describe(document) };
      this.#documents.set(document, plans);
    }
    return plans;
  }

  #compile(scope: Scope, operation: OperationDefinitionNode, memory: DocumentMemory): CompiledPlan | undefined {
    try {
      const plan = planOperation(scope, operation);
      const compilation = new Compilation(this.#fragments, memory, this.#learning);
      const complete = objectSteps(plan.root, compilation);
      const { writer } = compilation;
      const { text } = writer;
      if (!memory.claim(plan.bytes + compiledBytes(text))) return undefined;
      writer.compile(text);
      return { arguments: plan.arguments, complete };
    } catch {
      // Not compiled, or too deep for the stack, or code generation is forbidden to this process.
      return undefined;
    }
  }
}

function describe(document: DocumentNode): Omit<DocumentPlans, 'memory'> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const conditionNames = new Set<string>();
  visit(document, {
    FragmentDefinition(fragment) {
      fragments.set(fragment.name.value, fragment);
    },
    Directive({ arguments: given = [] }) {
      for (const { value } of given) if (value.kind === Kind.VARIABLE) conditionNames.add(value.name.value);
    },
  });
  return { fragments, conditionNames: [...conditionNames], operations: new WeakMap() };
}

/** Plans by document, operation and the values of its conditions. They live as long as their document, which Yoga's cache bounds. */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import type { ArgumentTable } from './arguments.ts';
import { planOperation } from './plan.ts';
import { ProjectionWriter } from './projection.ts';
import type { Scope } from './selection.ts';
import { type CompleteObject, objectSteps } from './steps.ts';

/** A plan that can be run. */
export interface CompiledPlan {
  arguments: ArgumentTable;
  complete: CompleteObject;
}

interface DocumentPlans {
  fragments: Scope['fragments'];
  /** Variables that a directive names. */
  conditionNames: string[];
  /** By the values of the conditions; undefined stands for an operation that cannot be lean. */
  operations: WeakMap<OperationDefinitionNode, Map<string, CompiledPlan | undefined>>;
}

/** Beyond this many combinations of `@skip` and `@include` an operation is not planned again. */
const variantsMax = 16;

/** The plans of one schema. */
export class Plans {
  readonly #schema: GraphQLSchema;
  readonly #documents = new WeakMap<DocumentNode, DocumentPlans>();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** The plan of an operation where its variables have these values; undefined where only the ordinary executor runs it. */
  find(
    document: DocumentNode,
    operation: OperationDefinitionNode,
    values: Scope['conditions'],
  ): CompiledPlan | undefined {
    let plans = this.#documents.get(document);
    if (plans === undefined) {
      plans = describe(document);
      this.#documents.set(document, plans);
    }
    let variants = plans.operations.get(operation);
    if (variants === undefined) {
      variants = new Map();
      plans.operations.set(operation, variants);
    }
    const key = plans.conditionNames.map((name) => String(values[name])).join();
    if (variants.has(key) || variants.size === variantsMax) return variants.get(key);
    const plan = compile({ schema: this.#schema, fragments: plans.fragments, conditions: values }, operation);
    variants.set(key, plan);
    return plan;
  }
}

function describe(document: DocumentNode): DocumentPlans {
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

function compile(scope: Scope, operation: OperationDefinitionNode): CompiledPlan | undefined {
  try {
    const plan = planOperation(scope, operation);
    const writer = new ProjectionWriter();
    const complete = objectSteps(plan.root, writer);
    writer.compile();
    return { arguments: plan.arguments, complete };
  } catch {
    // Not lean, or too deep for the stack, or code generation is forbidden to this process.
    return undefined;
  }
}

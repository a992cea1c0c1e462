/**
 * Folds an operation's selections into one value, bottom-up, each fragment once however often it is spread. Works before validation:
 * unknown and recursive fragments count as nothing.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';

/** How to count. `Scope` is the context of a selection, for example its parent type. */
export interface Fold<Value, Scope> {
  /** The value of no selections. */
  empty: Value;
  /** The value of two selections side by side. */
  join(left: Value, right: Value): Value;
  /** The value of a selection, from the value of what it encloses or spreads. */
  selection(node: SelectionNode, inner: Value, scope: Scope): Value;
  /** The scope of an operation's root selections. */
  ofOperation(operation: OperationDefinitionNode): Scope;
  /** The scope within a fragment on this type, wherever it is spread. */
  ofType(name: string): Scope;
  /** The scope within a field. */
  below(field: FieldNode, scope: Scope): Scope;
  /** Constant values of selection sets from earlier folds. */
  known?: WeakMap<SelectionSetNode, Value>;
  /** Counts reads of values that may differ in the next fold. A selection set that caused none is added to `known`. */
  uncertain?(): number;
}

/**
 * Makes the function that returns the value of an operation. Its time grows with the document's size times the number of operations. Its
 * recursion is as deep as the text's brackets, which `parseWithin` bounds; chains of fragments add nothing.
 */
export function createFold<Value, Scope>(
  fragmentsLeavesFirst: readonly FragmentDefinitionNode[],
  fold: Fold<Value, Scope>,
): (operation: OperationDefinitionNode) => Value {
  const byFragment = new Map<string, Value>();
  const uncertainFragments = new Set<string>();
  let uncertainSpreads = 0;
  for (const { name, typeCondition, selectionSet } of fragmentsLeavesFirst) {
    const before = uncertain();
    byFragment.set(name.value, sumOf(selectionSet, fold.ofType(typeCondition.name.value)));
    if (uncertain() > before) uncertainFragments.add(name.value);
  }
  return (operation) => sumOf(operation.selectionSet, fold.ofOperation(operation));

  function sumOf(set: SelectionSetNode, scope: Scope): Value {
    let value = fold.known?.get(set);
    if (value !== undefined) return value;
    value = fold.empty;
    const before = uncertain();
    for (const node of set.selections) value = fold.join(value, fold.selection(node, innerOf(node, scope), scope));
    if (uncertain() === before) fold.known?.set(set, value);
    return value;
  }

  function uncertain(): number {
    return (fold.uncertain?.() ?? 0) + uncertainSpreads;
  }

  function innerOf(node: SelectionNode, scope: Scope): Value {
    if (node.kind === Kind.FRAGMENT_SPREAD) {
      if (uncertainFragments.has(node.name.value)) uncertainSpreads += 1;
      return byFragment.get(node.name.value) ?? fold.empty;
    }
    if (node.selectionSet === undefined) return fold.empty;
    if (node.kind === Kind.FIELD) return sumOf(node.selectionSet, fold.below(node, scope));
    const { typeCondition } = node;
    return sumOf(node.selectionSet, typeCondition ? fold.ofType(typeCondition.name.value) : scope);
  }
}

/** A document's fragments, each after those it spreads. Fragments in a cycle are included, in any order. */
export function fragmentsLeavesFirst(document: DocumentNode): FragmentDefinitionNode[] {
  const unvisited = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) unvisited.set(definition.name.value, definition);
  const ordered: FragmentDefinitionNode[] = [];
  // A stack of our own: a chain of fragments can be longer than the call stack is deep.
  // A name is still to be visited; a fragment waits below the names that it spreads.
  const stack: (string | FragmentDefinitionNode)[] = [...unvisited.keys()];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    if (typeof top !== 'string') {
      ordered.push(top);
      continue;
    }
    const fragment = unvisited.get(top);
    if (fragment === undefined) continue;
    unvisited.delete(top);
    stack.push(fragment);
    visit(fragment, { FragmentSpread: ({ name }) => void stack.push(name.value) });
  }
  return ordered;
}

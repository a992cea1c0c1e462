/** Checks the shape of a parsed document, before validation, against a list of limits that each fold it into one number. */
import { type DocumentNode, Kind, type OperationDefinitionNode } from 'graphql';
import { type Fold, foldOperations, fragmentsLeavesFirst } from './fold.ts';
import { assertWithin, type Limit, type OperationLimits } from './limit.ts';

/** A limit on the shape of an operation. */
export interface StructureLimit<Scope = unknown> extends Limit, Fold<number, Scope> {
  max(limits: OperationLimits): number;
}

/**
 * Throws OPERATION_TOO_COMPLEX for the first limit, in order, that an operation of the document exceeds, whichever of them
 * is meant to run: the answer depends on the document alone and may be remembered with it.
 */
export function assertShape(document: DocumentNode, limits: OperationLimits, ordered: readonly StructureLimit[]): void {
  const operations = document.definitions.filter(isOperation);
  const fragments = fragmentsLeavesFirst(document);
  for (const limit of ordered) {
    for (const actual of foldOperations(operations, fragments, limit)) assertWithin(limit, limit.max(limits), actual);
  }
}

function isOperation(node: DocumentNode['definitions'][number]): node is OperationDefinitionNode {
  return node.kind === Kind.OPERATION_DEFINITION;
}

/**
 * The limits on the shape of an operation, in the order in which they are checked. They are the second of four steps: text
 * (`assertSource`), shape, variables (`assertVariables`), cost (`createCostCheck`). Each step is cheap because the one before it
 * passed: the parser cannot overflow on an accepted text, nor validation on an accepted shape. Text and shape depend on the
 * document alone, so their verdict may be remembered with it.
 */
import type { DocumentNode } from 'graphql';
import { aliases } from './aliases.ts';
import { chain } from './chain.ts';
import { depth } from './depth.ts';
import { introspection } from './introspection.ts';
import type { OperationLimits } from './limit.ts';
import { rootFields } from './root-fields.ts';
import { selections } from './selections.ts';
import { assertShape, type StructureLimit } from './shape.ts';

const structureLimits: readonly StructureLimit[] = [chain, depth, aliases, rootFields, introspection, selections];

/** Throws OPERATION_TOO_COMPLEX for the first limit that the shape of an operation in a parsed document exceeds. */
export function assertStructure(document: DocumentNode, limits: OperationLimits): void {
  assertShape(document, limits, structureLimits);
}

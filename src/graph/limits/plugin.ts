/** Puts the limits of one operation into Yoga's life of a request, each at the first moment at which it can be checked. */
import { type GraphQLSchema, Source } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { createCostCheck } from './cost.ts';
import type { OperationLimits } from './limit.ts';
import { assertStructure } from './limits.ts';
import { assertSource } from './source.ts';
import { assertVariables } from './variables.ts';

/** Refuses with OPERATION_TOO_COMPLEX. A document from Yoga's cache has passed the first two checks and skips them. */
export function useLimits(schema: GraphQLSchema, limits: OperationLimits): Plugin {
  const assertCost = createCostCheck(schema, limits);
  return {
    onParse({ parseFn, setParseFn }) {
      setParseFn((source: string | Source, options: unknown) => {
        assertSource(source instanceof Source ? source.body : source, limits);
        const document = parseFn(source, options);
        assertStructure(document, limits);
        return document;
      });
    },
    onExecute({ args: { document, operationName, variableValues = {} } }) {
      assertVariables(variableValues, limits);
      assertCost(document, operationName, variableValues);
    },
  };
}

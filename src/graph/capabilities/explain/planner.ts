/** Makes plans by the gateway's own pipeline, over a stand-in for the service, so that it refuses the same operations. */
import type { GraphQLError, OperationDefinitionNode } from 'graphql';
import { BufferedBytes } from '../../../platform/server/buffered-bytes.ts';
import { addressGroup } from '../../../platform/server/rate-limit/address-group.ts';
import { neverAborted } from '../../../platform/sync/abort-signal.ts';
import { Semaphore } from '../../../platform/sync/semaphore.ts';
import { attempt } from '../../../platform/sync/maybe-promise.ts';
import { nextTurn } from '../../../platform/sync/turns.ts';
import { withoutHttp } from '../../http/render.ts';
import { Capacity } from '../../operation/capacity.ts';
import type { ArrivedOperation } from '../../operation/context.ts';
import { createPreparation } from '../../operation/documents.ts';
import { createCostCheck } from '../../operation/limits/cost.ts';
import type { OperationCost } from '../../operation/limits/cost-sums.ts';
import { assertVariables, limitNames, type OperationLimits, settingOf } from '../../operation/limits/limit.ts';
import { countText } from '../../operation/limits/parse-within.ts';
import { countShape } from '../../operation/limits/structure.ts';
import type {
  IncomingRequest,
  OperationRequest,
  PipelineOptions,
  SubscriptionOperation,
  Subscriptions,
} from '../../operation/declarations.ts';
import { createPipeline } from '../../operation/pipeline.ts';
import { type Plan, uncached, type UsedLimit } from './plan.ts';
import type { PlannedReads } from './planning.ts';
import type { ReadsPlanner } from './reads-planner.ts';
import { pathOf } from './view.ts';

/** An operation that is refused for its cost is still planned, up to this many times the limits. */
const plannedOverMax = 2;
/** A limit is listed if more than this part of it is used. */
const usedRatioMin = 0.5;

const unlimited = Object.fromEntries(limitNames.map((name) => [name, Number.POSITIVE_INFINITY])) as OperationLimits;

/** Makes the plan of an operation as it was sent. Never rejects. */
export type MakePlan = (sent: OperationRequest, request: IncomingRequest, arrived: ArrivedOperation) => Promise<Plan>;

export function createPlanner(options: PipelineOptions, readsPlanner: ReadsPlanner): MakePlan {
  const { schema, limits, calendar } = options;
  const { createContext, execute, plan } = readsPlanner;
  const pipeline = createPipeline({
    ...options,
    // Plans read nothing, so they use nothing of the capacity that operations share. They are made one at a time instead.
    capacity: new Capacity(new BufferedBytes(Number.POSITIVE_INFINITY), Number.POSITIVE_INFINITY),
    createContext,
    execute,
    // Other capabilities add subscriptions after this one is attached.
    attached: {
      get subscriptions() {
        const { subscriptions } = options.attached;
        return subscriptions && { ...subscriptions, open: planEvent.bind(undefined, subscriptions) };
      },
    },
  });
  const prepare = createPreparation(options);
  const countCost = createCostCheck(schema, unlimited, calendar);
  const widened = limitNames.map((name) => [name, plannedOverMax * limits[name]]);
  const checkWidened = createCostCheck(schema, Object.fromEntries(widened) as OperationLimits, calendar);

  /** Counts and cost of an operation; both are absent for a document that is refused by itself. */
  function count({ query, operationName, variables = {} }: OperationRequest) {
    let node: OperationDefinitionNode | undefined;
    try {
      const prepared = prepare(query);
      node = prepared?.find(operationName)?.node;
      if (prepared === undefined || node === undefined || prepared.errors.length > 0) return { node };
      const { document } = prepared;
      const counts = {
        ...countText(query, limits),
        ...countShape(document, node),
        variablesMax: assertVariables(variables, limits),
      };
      return { node, document, counts, cost: countCost(document, { node, known: undefined }, variables) };
    } catch {
      return { node };
    }
  }

  const atOnce = new Semaphore(1);
  return (sent, request, arrived) => {
    // Anyone can make up keys, so addresses take turns.
    const caller = addressGroup(arrived.operation.address);
    return atOnce.run(() => nextTurn().then(() => makePlan(sent, request, arrived)), undefined, caller);
  };

  async function makePlan(...[sent, request, arrived]: Parameters<MakePlan>): Promise<Plan> {
    if (request.signal.aborted) return { reads: [], limits: [], withoutRequest: [], cache: uncached };
    const { operationName, variables: variableValues } = sent;
    const { method, headers } = request;
    // The next plan waits for the end of this one, although its caller may leave.
    const lasting = { method, headers, signal: neverAborted };
    const { data, errors = [], extensions = {} } = await pipeline(() => sent, lasting, arrived);
    const isRefused = data === undefined;
    const { node, document, counts, cost } = count(sent);
    let planned = extensions.planned as PlannedReads | undefined;
    const isTooLarge = errors[0]?.extensions.code === 'OPERATION_TOO_COMPLEX';
    const check = () => cost && isTooLarge && checkWidened(document, { node, known: undefined }, variableValues ?? {});
    if (cost && planned === undefined && (await attempt(check, () => undefined)))
      planned = await plan({ document, operationName, variableValues, request, arrived });
    // Other errors come from records that the stand-in does not have.
    const known = errors.filter(({ extensions }) => isRefused || extensions.code === 'BAD_USER_INPUT');
    const refused = new Set(known.map(({ path = [] }) => pathOf(path)));
    return {
      operation: node?.name?.value,
      type: node?.operation,
      calls: cost && { counted: cost.calls, limit: limits.upstreamCallsMax, expected: planned?.calls },
      records: cost && {
        read: cost.recordsRead,
        limit: limits.recordsReadMax,
        visited: cost.recordsVisited,
        visitedLimit: limits.recordsVisitedMax,
      },
      reads: planned?.reads ?? [],
      limits: usedLimits({ ...counts, ...(cost && usesOf(cost)) }, errors),
      withoutRequest: planned?.withoutRequest.filter((path) => !refused.has(path)) ?? [],
      cache: (known.length === 0 && node?.operation === 'query' && planned?.cache) || uncached,
      errors: known.length > 0 ? known.map(withoutHttp) : undefined,
    };
  }

  /** Limits of which more than half is used, and the one that refuses the operation. */
  function usedLimits(counts: Counts, [error]: readonly GraphQLError[]): UsedLimit[] {
    const refused = error?.extensions.limit as { name: string; max: number; actual: number } | undefined;
    const used = Object.entries(counts).flatMap(([key, used]) => {
      const limit = limits[key as keyof OperationLimits];
      return used > limit * usedRatioMin ? [{ name: settingOf(key), used, limit }] : [];
    });
    if (refused === undefined || used.some(({ name }) => name === refused.name)) return used;
    return [...used, { name: refused.name, used: refused.actual, limit: refused.max }];
  }
}

/** Runs one event of a subscription. */
async function planEvent({ sample }: Subscriptions, { args, arrived, run }: SubscriptionOperation) {
  const sampled = await sample(args);
  return 'event' in sampled ? run(sampled.event, arrived) : sampled;
}

type Counts = Partial<Record<keyof OperationLimits, number>>;

function usesOf({ calls, idsMost, recordsRead, recordsVisited }: OperationCost): Counts {
  return { idsMax: idsMost, upstreamCallsMax: calls, recordsReadMax: recordsRead, recordsVisitedMax: recordsVisited };
}

/** Entry point of this folder: shows what an operation will cost, and what it did. Without it, the rest of the gateway works the same. */
import type { PipelineOptions } from '../../operation/declarations.ts';
import { createPlanEndpoint, type PlanEndpointOptions } from './endpoint.ts';
import { createPanel } from './panel/files.ts';
import { createPlanner } from './planner.ts';
import { createReadsPlanner, type PlannerOptions } from './reads-planner.ts';
import { createReceipts } from './receipts.ts';
import { createRecentOperations } from './recent-operations.ts';

export interface ExplainOptions extends Pick<PlannerOptions, 'upstream' | 'serviceUrl'> {
  /** Whether callers get receipts on request. */
  hasReceipts: boolean;
  /** Number of operations that operators can look up; defaults to none. */
  recentMax?: number;
}

/** The gateway's own parts. */
interface ExplainParts extends Omit<PlanEndpointOptions, 'makePlan'>, Pick<PlannerOptions, 'now' | 'knownTimezones'> {
  pipelineOptions: PipelineOptions;
}

/** Adds plans, receipts and recent operations to a gateway. */
export function createExplain({ upstream, serviceUrl, hasReceipts, recentMax = 0 }: ExplainOptions) {
  const recent = recentMax > 0 ? createRecentOperations(recentMax) : undefined;
  return {
    onOperationEnd: recent?.add,
    adminPages: recent && { '/operations': recent.page },
    attach({ pipelineOptions, now, knownTimezones, ...parts }: ExplainParts) {
      const readsPlanner = createReadsPlanner({ ...pipelineOptions, now, knownTimezones, upstream, serviceUrl });
      const makePlan = createPlanner(pipelineOptions, readsPlanner);
      return {
        routes: new Map([['/graphql/plan', createPlanEndpoint({ ...parts, makePlan })]]),
        receipts: { run: hasReceipts ? createReceipts(readsPlanner) : undefined, follow: recent?.follow },
        graphiqlPlugin: createPanel(hasReceipts),
      };
    },
  };
}

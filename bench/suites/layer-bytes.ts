/** Counts the bytes that a request allocates without each layer, and in the complete gateway. */
import { type Contestant, controls, withoutOneLayer } from '../contestants.ts';
import { countAllocations } from '../harness/count.ts';
import { gatewayCore, loadCore } from '../harness/server.ts';
import type { Upstream } from '../harness/upstream.ts';
import { layerRuns } from '../lineup.ts';
import { passes } from '../passes.ts';
import type { LayerBytes } from '../results.ts';
import { toCount, workloads, type WorkloadName } from '../workloads.ts';

/** Requests of a count. Few are enough, because layers differ by more than the last stage of V8's compiler saves. */
const requests: Record<WorkloadName, { warmUps: number; requests: number }> = {
  W1: { warmUps: 1_500, requests: 50 },
  W2: { warmUps: 60, requests: 4 },
  W3: { warmUps: 30, requests: 3 },
  W4: { warmUps: 2_000, requests: 100 },
  W5: { warmUps: 2_000, requests: 200 },
};
const batches = 8;

/** Counts two contestants at a time, each with its own service, because counts do not depend on the load of the machine. */
export async function countLayers(upstreams: readonly Upstream[]): Promise<LayerBytes[]> {
  const todo = layerRuns.flatMap(([name, pass]) => {
    const isIdle = (each: Contestant) => each.isIdle?.(workloads[name], passes[pass]) === true;
    const counted = [controls[0] as Contestant, ...withoutOneLayer.filter((each) => !isIdle(each))];
    return counted.map((contestant) => ({ name, pass, contestant }));
  });
  const found: LayerBytes[] = [];
  const countNext = async (upstream: Upstream, core: string | undefined) => {
    for (let next = todo.shift(); next; next = todo.shift()) {
      const { name, pass, contestant } = next;
      const workload = toCount(workloads[name]);
      const row = { ...requests[name], workload, pass: passes[pass], batches, ...(core && { core }) };
      const bytes = await countAllocations(contestant, row, upstream);
      found.push({ workload: name, pass, contestant: contestant.name, bytes });
    }
  };
  await Promise.all(upstreams.map((upstream, at) => countNext(upstream, [gatewayCore, loadCore][at])));
  return found;
}

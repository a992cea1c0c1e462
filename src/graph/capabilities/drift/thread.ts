/** Runs compare-worker.ts in a thread of its own: what a service publishes may take minutes, and may not block the process. */
import { Worker } from 'node:worker_threads';
import { programExtension } from '../../../platform/files/is-built.ts';
import type { ComparisonInput, ComparisonResult } from './compare-worker.ts';

const timeoutMs = 30_000;
const memoryMbMax = 256;

/** What it posted last: it ends where it needs more memory, takes 30 s, or the signal aborts. Rejects where it posted nothing. */
export function compareInThread(workerData: ComparisonInput, signal?: AbortSignal): Promise<ComparisonResult> {
  return new Promise((resolve, reject) => {
    // It would report its end to no listener.
    signal?.throwIfAborted();
    const worker = new Worker(new URL(`./compare-worker${programExtension}`, import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: memoryMbMax },
    });
    const end = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
    end.addEventListener('abort', () => worker.terminate());
    let result: ComparisonResult | undefined;
    worker.on('message', (posted: ComparisonResult) => {
      result = posted;
    });
    // Its exit follows.
    worker.on('error', () => {});
    worker.once('exit', () => (result ? resolve(result) : reject(new Error('the thread ended without a result'))));
  });
}

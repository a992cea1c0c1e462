/** Runs compare-worker.ts in a thread of its own: what a service publishes may take minutes, and may not block the process. */
import { Worker } from 'node:worker_threads';
import { programExtension } from '../../../platform/files/is-built.ts';
import type { ComparisonInput, ComparisonResult } from './compare-worker.ts';

const timeoutMs = 30_000;
const memoryMbMax = 256;

/** Rejects where the comparison throws, needs more memory, takes 30 s, or when the signal aborts. */
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
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread ended without a result')));
  });
}

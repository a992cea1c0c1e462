/** Runs compare-worker.ts in a thread of its own: comparing a description may take minutes, and must not block the process. */
import { Worker } from 'node:worker_threads';
import { programExtension } from '../../../platform/files/is-built.ts';
import type { ComparisonInput, ComparisonResult } from './compare-worker.ts';

const timeoutMs = 30_000;
const memoryMbMax = 256;

/** Resolves to the last posted result. The thread ends above its memory limit, after 30 s, or on the signal. Rejects without a result. */
export function compareInThread(workerData: ComparisonInput, signal?: AbortSignal): Promise<ComparisonResult> {
  return new Promise((resolve, reject) => {
    // A signal that is already aborted calls no listener.
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
    // The event `exit` follows.
    worker.on('error', () => {});
    worker.once('exit', () => (result ? resolve(result) : reject(new Error('the thread ended without a result'))));
  });
}

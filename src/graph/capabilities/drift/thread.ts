/** Runs a file over what a service publishes in a thread of its own: hostile nesting takes minutes, and may not block the process. */
import { Worker } from 'node:worker_threads';
import { programExtension } from '../../../platform/files/is-built.ts';

const timeoutMs = 30_000;
const memoryMbMax = 256;

/** What the file posts. Rejects where it throws, needs more memory, takes 30 s, or when the signal aborts. */
export function runInThread<Result>(file: string, workerData: unknown, signal?: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(`./${file}${programExtension}`, import.meta.url), {
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

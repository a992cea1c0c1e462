/** Parses YAML that nobody vouches for, in a thread of its own: hostile nesting takes its parser minutes, and may not hold the process. */
import { Worker } from 'node:worker_threads';
import { programExtension } from '../../../platform/files/is-built.ts';

const timeoutMs = 5_000;
const memoryMbMax = 256;

/** The value of a YAML document. Rejects where it is not YAML, or not parsed within 5 s. */
export function parseYaml(text: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(`./yaml-worker${programExtension}`, import.meta.url), {
      workerData: text,
      resourceLimits: { maxOldGenerationSizeMb: memoryMbMax },
    });
    const timer = setTimeout(() => worker.terminate(), timeoutMs);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('the YAML took too long'));
    });
  });
}

/** Parses one YAML document in a thread of thread.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { parse } from 'yaml';

parentPort?.postMessage(parse(workerData, { logLevel: 'error' }));

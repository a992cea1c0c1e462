/** The thread of yaml.ts: parses its one text and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { parse } from 'yaml';

parentPort?.postMessage(parse(workerData, { logLevel: 'error' }));

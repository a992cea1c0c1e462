/** Starts and controls the prepared upstream (bench/upstream): sets its behaviour, and reads its count of calls. */
import { fileURLToPath } from 'node:url';
import type { Behaviour } from '../upstream/answers.ts';
import { Caller, getOf, textOf } from './caller.ts';
import { freePort } from '../../test/support/free-port.ts';
import { loadCore, startServer } from './server.ts';

export interface Upstream {
  url: URL;
  /** Changes its behaviour from the next call on. */
  behave(behaviour: Partial<Behaviour>): Promise<void>;
  /** Returns the calls since the last count. */
  countAndReset(): Promise<{ calls: number }>;
  /** Moves it to these cores. */
  moveTo(cores: string): void;
  stop(): Promise<void>;
}

/** Starts the prepared upstream on the core of the load. */
export async function startUpstream(): Promise<Upstream> {
  const port = await freePort();
  const main = fileURLToPath(new URL('../upstream/main.ts', import.meta.url));
  const request = async (url: URL, query: string) => {
    const caller = new Caller(url);
    try {
      return JSON.parse(textOf(await caller.send(getOf(url, `/__bench?${query}`)))) as { calls: number };
    } finally {
      caller.close();
    }
  };
  const server = await startServer(
    { command: process.execPath, args: [main], cwd: process.cwd(), env: { ...environment(), PORT: String(port) } },
    loadCore,
    port,
    async (url) => (await request(url, '')).calls === 0,
  );
  return {
    url: server.url,
    behave: async (behaviour) => {
      await request(server.url, `behaviour=${encodeURIComponent(JSON.stringify(behaviour))}`);
    },
    countAndReset: () => request(server.url, 'reset=1'),
    moveTo: server.moveTo,
    stop: server.stop,
  };
}

/** The environment of every server of a run. It has the malloc setting of this gateway's image, so that peaks of memory are comparable. */
export function environment(): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, NODE_ENV: 'production', MALLOC_ARENA_MAX: '1' };
}

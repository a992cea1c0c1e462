/** The service as a process of its own over the store of a folder, to be killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { storeAddress } from './stores.ts';

export type WritingProcess = Awaited<ReturnType<typeof startWritingProcess>>;

/** Starts it; gives its address and the demo key, which all processes read from the folder that they share. */
export async function startWritingProcess(dataDir: string) {
  const file = new URL('writing-service.ts', import.meta.url).pathname;
  const options = JSON.stringify(await storeAddress(dataDir));
  const child = spawn(process.execPath, [file, options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const [url = '', key = ''] = String(line).split(' ');
  return {
    url,
    key,
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

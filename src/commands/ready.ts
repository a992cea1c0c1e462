/**
 * Asks the gateway that the same settings started whether it is ready: exit code 0, else 1 with a sentence. It is the health check of
 * a container, in which there is no curl, so it is told of a port or host that was chosen by nobody but the settings themselves.
 */
import { ConfigError, readProcessConfig } from '../config.ts';
import { print, printError } from './command.ts';

/** Less than health checks commonly wait, so that the sentence is read. */
const timeoutMs = 2_500;
/** Who binds every interface is asked on the loopback. */
const loopbacks: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** A sentence on why it is not ready; undefined where it is. */
async function findFault(): Promise<string | undefined> {
  try {
    const { HOST, PORT } = readProcessConfig();
    const host = loopbacks[HOST] ?? (HOST.includes(':') ? `[${HOST}]` : HOST);
    const { status } = await fetch(`http://${host}:${PORT}/ready`, { signal: AbortSignal.timeout(timeoutMs) });
    return status === 200 ? undefined : `Not ready: /ready says ${status}.`;
  } catch (error) {
    return error instanceof ConfigError ? error.message : 'Not ready: nothing answers on HOST and PORT.';
  }
}

const fault = await findFault();
if (fault === undefined) print('Ready.');
else {
  printError(fault);
  process.exitCode = 1;
}

/** `npm start -- request`: runs one operation over the configured service in this process, and prints the response. */
import { text } from 'node:stream/consumers';
import { storeOptions } from '../capability.ts';
import { readApiKey } from '../config.ts';
import { folderWithoutStore } from '../field-data/store/open.ts';
import type { Gateway } from '../graph/gateway.ts';
import { readCaller } from '../graph/operation/caller.ts';
import { callOf, print, readOptions, UsageError } from '../platform/cli/command-line.ts';
import { parseRecord } from '../platform/json/is-record.ts';
import { createLog } from '../platform/log/log.ts';
import { noStore, printMade, runProgram, type StartUnserved, texts } from './command.ts';

const usage = `${callOf('request')} DOCUMENT [--variables JSON] [--operation-name NAME] [--key API_KEY]

Runs one GraphQL query or mutation without a server and prints the response as JSON. DOCUMENT is its text, or - for standard input.
It uses the API key of the environment variable FIELDGRAPH_API_KEY, or that of --key, which other users of the machine can read.
Exit codes: 0 no errors, 1 the response has errors, 2 wrong call.
A write that is refused as data, such as UnauthenticatedError, exits with 0: select __typename, and read it.
Where there is no database, it makes one, unless DEMO is off.`;

const notAcceptable = 406;

/** Runs the command. */
export const run = (startUnserved: StartUnserved) =>
  runProgram(
    usage,
    async (config) => {
      const { positionals, values } = readOptions(texts('variables', 'operation-name', 'key'));
      const [word] = positionals;
      if (word === undefined || positionals.length > 1) throw new UsageError('Give one document, in quotes.');
      const { variables: json } = values;
      const variables = json === undefined ? undefined : parseRecord(json);
      if (json !== undefined && variables === undefined)
        throw new UsageError('--variables must be a JSON object, such as {"id":"fld_demo_01"}.');
      const key = readKey(values.key);
      const query = word === '-' ? await text(process.stdin) : word;
      const log = createLog(config.LOG_LEVEL === 'silent' ? 'silent' : 'error');
      const folder = config.FIELD_DATA_URL === undefined ? await folderWithoutStore(storeOptions(config)) : undefined;
      // A new database without demo data is empty: this is not the folder that was meant.
      if (folder !== undefined && !config.DEMO) throw noStore(folder);
      const { gateway, stop } = await startUnserved(config, log);
      printMade(folder);
      try {
        const response = await send(gateway, { query, variables, operationName: values['operation-name'] }, key);
        // JSON escapes only controls below U+0020, and a terminal also obeys these.
        print(
          JSON.stringify(response, undefined, 2).replace(
            /[\x7f-\x9f]/g,
            (control) => `\\u00${control.charCodeAt(0).toString(16)}`,
          ),
        );
        if (response.errors) process.exitCode = 1;
      } finally {
        await stop();
      }
    },
    'request',
  );

/** A mask from `keys list` contains an ellipsis, which no HTTP header allows. */
function readKey(word: string | undefined): string | undefined {
  const key = word ?? readApiKey();
  if (key === undefined || readCaller(`Bearer ${key}`).error === undefined) return key;
  const name = word === undefined ? 'FIELDGRAPH_API_KEY' : '--key';
  throw new UsageError(`${name} must be a whole API key: visible ASCII characters only.`);
}

async function send(gateway: Gateway, parameters: object, key: string | undefined): Promise<{ errors?: unknown }> {
  const request = new Request('http://localhost/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(parameters),
  });
  const reply = await gateway.fetch(request);
  // The gateway's message names a header, which this command does not send: it prints one response, not a stream.
  if (reply.status === notAcceptable) throw new UsageError('A subscription needs a running gateway: docs/live.md.');
  return reply.json();
}

/** The queue as a command: `add TEXT…` stores observations while offline, `send` sends them, and `list` prints their states. */
import { settings } from '../settings.ts';
import { deliver } from './deliver.ts';
import { openQueue } from './queue.ts';
import { sendNote } from './send.ts';

const [command = 'list', ...texts] = settings.positionals;
if (!['add', 'send', 'list', 'retry-refused'].includes(command) || texts.length > 0 !== (command === 'add')) {
  console.error('Usage: npm run offline-queue -- add TEXT…, or send, list or retry-refused');
  process.exit(2);
}
const queue = openQueue(process.env.QUEUE_FILE ?? 'notes.sqlite');

if (command === 'add') {
  for (const text of texts) console.log(`queued ${queue.add({ fieldId: settings.fieldId, text })}`);
} else if (command === 'send') {
  const end = await deliver(queue, (input) => sendNote(settings, input), {
    waitFirstMs: Number(process.env.WAIT_FIRST_MS ?? 1_000),
    onOutcome: ({ input }, outcome) => {
      const detail =
        outcome.kind === 'written' ? `${outcome.id}${outcome.replayed ? ' (replayed)' : ''}` : outcome.reason;
      console.log(`${outcome.kind} ${input.idempotencyKey} ${detail}`);
    },
  });
  if (end === 'early')
    console.log('The clock of this device was fast: send again once the time of the observation has come.');
  if (end === 'locked') console.log('Set FIELDGRAPH_API_KEY and send again: the observations stay in the queue.');
} else if (command === 'retry-refused') {
  queue.retryRefused();
} else {
  const notes = queue.list();
  if (notes.length === 0)
    console.log('The queue is empty. Add an observation: npm run offline-queue -- add "Rust on the flag leaves."');
  for (const { input, state, attempts, outcome } of notes) {
    console.log(`${state} after ${attempts} attempts: ${input.text}${outcome === null ? '' : ` (${outcome})`}`);
  }
}
if (queue.list().some(({ state }) => state === 'refused'))
  console.log('After a correction, send what is refused again: npm run offline-queue -- retry-refused, then send.');
queue.close();

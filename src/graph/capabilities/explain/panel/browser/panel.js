/**
 * The panel: plans operations, requests receipts while open, and copies the operation as a command. It uses only GraphiQL's editors and
 * its JSON reader.
 */
import { curlOf } from './curl.js';
import { button, element } from './elements.js';
import { drawPlan } from './plan-view.js';
import { drawReceipt } from './receipt-view.js';

/**
 * @import { Receipt } from '../../receipt.ts'
 * @import { Operation } from './curl.js'
 */

/**
 * @typedef {{ getValue(): string }} Editor
 * @typedef {{ operation: string, name?: { value: string } }} Definition
 * @typedef {{ queryEditor?: Editor, variableEditor?: Editor, headerEditor?: Editor, operationName?: string, operations?: Definition[] }} Editors
 */

const endpoint = new URL('/graphql', location.href).href;
const planEndpoint = `${endpoint}/plan`;

/**
 * Shows the panel in `place` until the signal aborts.
 * @param {HTMLElement} place
 * @param {() => Editors} getEditors
 * @param {boolean} hasReceipts
 * @param {AbortSignal} closed
 */
export function open(place, getEditors, hasReceipts, closed) {
  const planned = element('div', { 'aria-live': 'polite' });
  const received = element('div', { 'aria-live': 'polite' });
  const copied = element('div', { role: 'status' });

  const showPlan = async () => {
    planned.replaceChildren(...(await requestPlan(getEditors)));
  };
  const copy = async () => copied.replaceChildren(await copyCommand(getEditors));

  place.replaceChildren(
    element('h2', { class: 'explain-title' }, 'Plan and receipt'),
    element('div', { class: 'buttons' }, button('Plan', showPlan), button('Copy as cURL', copy)),
    ...[copied, received, planned],
  );
  if (hasReceipts) {
    received.append(element('h3', {}, 'Receipt'), element('p', {}, 'Run the operation to see what it did.'));
    requestReceipts((...shown) => received.replaceChildren(...drawReceipt(...shown)), closed);
  } else {
    received.append(element('p', {}, 'Receipts are off. Set RECEIPTS=on to see how each read was reached, and when.'));
  }
  void showPlan();
}

/**
 * Reads the operation from the editors. Throws if variables or headers are not JSON objects.
 * @param {() => Editors} getEditors
 * @returns {Operation}
 */
function readOperation(getEditors) {
  const { queryEditor, variableEditor, headerEditor, operationName } = getEditors();
  return {
    query: queryEditor?.getValue() ?? '',
    variables: readJson('Variables', variableEditor),
    operationName: operationName || undefined,
    headers: readJson('Headers', headerEditor) ?? {},
  };
}

/**
 * @param {string} name
 * @param {Editor | undefined} editor
 */
function readJson(name, editor) {
  /** @type {any} */
  const page = globalThis;
  try {
    return page.readGraphiqlJson(editor?.getValue());
  } catch (error) {
    throw new Error(`${name} ${messageOf(error)}`);
  }
}

/** @param {() => Editors} getEditors */
async function requestPlan(getEditors) {
  try {
    const { headers, ...body } = readOperation(getEditors);
    const reply = await fetch(planEndpoint, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = await reply.json();
    if (reply.ok) return drawPlan(answer);
    throw new Error(answer.errors?.[0]?.message ?? `Status ${reply.status} without a plan.`);
  } catch (error) {
    return [element('h3', {}, 'Plan'), element('p', { class: 'errors' }, messageOf(error))];
  }
}

/** @param {() => Editors} getEditors */
async function copyCommand(getEditors) {
  let command;
  try {
    const { operations, operationName } = getEditors();
    const run = operations?.find(({ name }) => !operationName || name?.value === operationName);
    command = curlOf(endpoint, readOperation(getEditors), run?.operation === 'subscription');
    await navigator.clipboard.writeText(command);
    return element('p', {}, 'Copied. Set API_KEY in the shell before you run it.');
  } catch (error) {
    if (command === undefined) return element('p', { class: 'errors' }, messageOf(error));
    // Browsers allow the clipboard only on localhost and over HTTPS.
    return element('pre', { tabindex: '0', role: 'region', 'aria-label': 'Command' }, command);
  }
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Requests a receipt with each operation that GraphiQL sends, until the signal aborts.
 * @param {(receipt: Receipt, operation: string | undefined) => void} show
 * @param {AbortSignal} closed
 */
function requestReceipts(show, closed) {
  const send = globalThis.fetch;
  /** @type {typeof fetch} */
  const withReceipt = async (address, init) => {
    const body = readBody(address, init);
    if (body === undefined || body.operationName === 'IntrospectionQuery') return send(address, init);
    const changed = { ...body, extensions: { ...body.extensions, receipt: true } };
    const reply = await send(address, { ...init, body: JSON.stringify(changed) });
    if (!reply.headers.get('content-type')?.includes('json')) return reply;
    const copy = reply.clone();
    const answer = await copy.json().catch(() => undefined);
    if (answer?.extensions?.receipt && !closed.aborted) show(answer.extensions.receipt, body.operationName);
    return reply;
  };
  globalThis.fetch = withReceipt;
  closed.addEventListener('abort', () => {
    globalThis.fetch = send;
  });
}

/**
 * The operation of a request to the graph; undefined for any other request.
 * @param {RequestInfo | URL} address
 * @param {RequestInit | undefined} init
 */
function readBody(address, init) {
  if (new URL(String(address), location.href).href !== endpoint || typeof init?.body !== 'string') return undefined;
  return JSON.parse(init.body);
}

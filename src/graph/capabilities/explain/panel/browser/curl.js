/** Writes the operation of the editors as a shell command. It contains no header values: each may be a key. */

/**
 * @typedef {object} Operation
 * @property {string} query
 * @property {Record<string, unknown> | undefined} variables
 * @property {string | undefined} operationName
 * @property {Record<string, string>} headers as they are sent
 */

/**
 * @param {string} address
 * @param {Operation} operation
 * @param {boolean} isStream whether it is a subscription, which the graph answers only as a stream
 */
export function curlOf(address, { headers, ...body }, isStream) {
  const lines = [`curl ${quote(address)}`, `-H ${quote('content-type: application/json')}`];
  // Without `-N`, curl would collect events before it prints them.
  if (isStream) lines.push(`-N -H ${quote('accept: text/event-stream')}`);
  for (const name of Object.keys(headers)) {
    if (/^content-type$/i.test(name) || !/^[\w-]+$/.test(name)) continue;
    const isKey = /^authorization$/i.test(name);
    lines.push(`-H "${name}: ${isKey ? 'Bearer $API_KEY' : `$${name.replaceAll('-', '_').toUpperCase()}`}"`);
  }
  return [...lines, `--data-raw ${quote(JSON.stringify(body))}`].join(' \\\n  ');
}

/**
 * Quotes a text so that no POSIX shell expands it.
 * @param {string} text
 */
function quote(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

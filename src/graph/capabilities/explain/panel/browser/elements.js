/** Elements and numbers as the panel shows them. Texts are never parsed as HTML. */

/**
 * An element with its attributes and children, without the undefined ones.
 * @param {string} tag
 * @param {Record<string, string | undefined>} attributes
 * @param {(Node | string | undefined)[]} children
 */
export function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/**
 * @param {string} text
 * @param {() => unknown} press
 */
export function button(text, press) {
  const made = element('button', { type: 'button' }, text);
  made.addEventListener('click', () => void press());
  return made;
}

/**
 * Rows of names and values, without the undefined values.
 * @param {Record<string, string | undefined>} facts
 */
export function factList(facts) {
  const rows = Object.entries(facts).flatMap(([name, value]) =>
    value === undefined ? [] : [element('dt', {}, name), element('dd', {}, value)],
  );
  return element('dl', {}, ...rows);
}

/**
 * A list item that opens to show its facts. Its summary is the title and the rest of the line.
 * @param {string} title
 * @param {(Node | string)[]} line
 * @param {Parameters<typeof factList>[0]} facts
 */
export function foldedItem(title, line, facts) {
  const summary = element('summary', {}, element('b', {}, title), ...line);
  return element('li', {}, element('details', {}, summary, factList(facts)));
}

/** @param {number} count */
export const count = (count) => count.toLocaleString('en');

/**
 * `2 calls`, `1 call`
 * @param {number} number
 * @param {string} noun
 */
export const counted = (number, noun) => `${count(number)} ${noun}${number === 1 ? '' : 's'}`;

/** @param {number} ms */
export const milliseconds = (ms) => `${ms < 10 ? Math.round(ms * 10) / 10 : count(Math.round(ms))} ms`;

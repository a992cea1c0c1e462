/** Finds the first JSON error of a text. V8 states a position for some errors only, and quotes the text, which may contain secrets. */

const space = /[\t\n\r ]*/y;
const word =
  /[{}[\],:]|"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** `line 2, column 5` of the first error of a text that JSON.parse refuses. */
export function placeOfJsonError(text: string): string {
  const lines = text.slice(0, offsetOfError(text)).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}

function offsetOfError(text: string): number {
  /** Closing brackets of the open lists and objects. */
  const open: string[] = [];
  let expected: 'value' | 'first item' | 'key' | 'first key' | ':' | ', or end' | 'nothing' = 'value';
  for (let at = 0; ; ) {
    space.lastIndex = at;
    space.exec(text);
    at = space.lastIndex;
    word.lastIndex = at;
    const found = word.exec(text)?.[0];
    const isFirst = expected === 'first item' || expected === 'first key';
    const isValue = expected === 'value' || expected === 'first item';
    if (found === undefined || expected === 'nothing') return at;
    if (found === open.at(-1) && (isFirst || expected === ', or end')) {
      open.pop();
      expected = open.length === 0 ? 'nothing' : ', or end';
    } else if (isValue && (found === '{' || found === '[')) {
      open.push(found === '{' ? '}' : ']');
      expected = found === '{' ? 'first key' : 'first item';
    } else if (isValue && !/[}\],:]/.test(found[0] ?? '')) expected = open.length === 0 ? 'nothing' : ', or end';
    else if ((expected === 'key' || expected === 'first key') && found.startsWith('"')) expected = ':';
    else if (expected === ':' && found === ':') expected = 'value';
    else if (expected === ', or end' && found === ',') expected = open.at(-1) === '}' ? 'key' : 'value';
    else return at;
    at += found.length;
  }
}

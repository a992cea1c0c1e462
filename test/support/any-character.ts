import fc from 'fast-check';

const surrogatesFrom = 0xd800;
const surrogates = 0x800;

/** Any character except surrogates. The unit `binary` of fast-check is the same, but retains a table of a million characters. */
export const anyCharacter = fc.nat(0x10ffff - surrogates).map(
  (at) => String.fromCodePoint(at < surrogatesFrom ? at : at + surrogates),
  (text) => {
    if (typeof text !== 'string' || [...text].length !== 1) throw new Error('no character');
    const code = text.codePointAt(0) ?? 0;
    return code < surrogatesFrom ? code : code - surrogates;
  },
);

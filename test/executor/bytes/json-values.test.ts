/** Bytes are copied unchanged only if JSON.stringify would write the same for their parsed value. */
import '../../support/setup.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../support/any-character.ts';
import {
  copiedFloat,
  copiedInt,
  copiedString,
  lastCopied,
  numberAt,
  readFloat,
  readInt,
  readString,
  skippedNumber,
  skippedString,
  skippedValue,
} from '../../../src/executor/bytes/json-values.ts';

const runs = { numRuns: 5_000 };
/** What follows a value in an object. */
const after = '}';

/** The part of the text that the reader accepts as a value. */
function read(reader: (bytes: Buffer, start: number) => number, text: string): string | undefined {
  const bytes = Buffer.from(` ${text}${after}`);
  const end = reader(bytes, 1);
  return end === -1 ? undefined : bytes.toString('utf8', 1, end);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const numberText = fc.oneof(
  fc.double().map(String),
  fc.integer().map(String),
  fc
    .tuple(fc.integer({ min: -999, max: 999 }), fc.nat(1_000_000), fc.nat(6))
    .map(([whole, part, zeros]) => `${whole}.${part}${'0'.repeat(zeros)}`),
  fc.stringMatching(/^-?\d{0,18}\.?\d{0,18}$/),
  fc.stringMatching(/^[-+]?[01.]{1,5}([eE][-+]?\d{0,2})?$/),
);

describe('numbers', () => {
  it('are copied as JSON.stringify writes them, or not at all', () => {
    fc.assert(
      fc.property(numberText, (text) => {
        const copied = read(copiedFloat, text);
        if (copied !== text) return;
        const written = Buffer.from(` ${text}${after}`).toString('utf8', 1, lastCopied.end);
        expect(written).toBe(JSON.stringify(parsed(text)));
      }),
      runs,
    );
  });

  it.each(['0', '-3', '12.8', '12.0', '0.000001', '999999999999999', '-0.5'])('are copied: %s', (text) => {
    expect(read(copiedFloat, text)).toBe(text);
  });

  it.each(['-0', '-0.0', '0.0000001', '1e3', '1e999', '9999999999999999', '01', '1.', '.5', '-', '+1', ''])(
    'are not copied: %s',
    (text) => {
      expect(read(copiedFloat, text)).toBeUndefined();
    },
  );

  it('are copied as integers only if they are whole and have 32 bits', () => {
    expect(['0', '-12', '999999999'].map((text) => read(copiedInt, text))).toEqual(['0', '-12', '999999999']);
    for (const text of ['1.5', '1.0', '2147483648', '-0']) expect(read(copiedInt, text), text).toBeUndefined();
  });

  it('are read if and only if they are JSON, and converted from their exact value', () => {
    fc.assert(
      fc.property(numberText, (text) => {
        const isJson = typeof parsed(text) === 'number' && text === text.trim();
        expect(read(readFloat, text) === text).toBe(isJson);
        if (isJson) expect(numberAt(Buffer.from(` ${text}${after}`), 1, lastCopied.end)).toBe(parsed(text));
      }),
      runs,
    );
  });

  it.each([
    ['0.1', false],
    ['0.30000000000000004', true],
    ['1e-05', true],
    ['-0.0', true],
  ])('are rewritten unless they can be copied: %s', (text, isRewritten) => {
    expect(read(readFloat, text)).toBe(text);
    expect(lastCopied.end < 0).toBe(isRewritten);
  });

  it('are read as integers however they are written, only if they have 32 bits', () => {
    for (const text of ['7', '1.0', '12e2', '-0', '2147483647']) expect(read(readInt, text)).toBe(text);
    for (const text of ['1.5', '2147483648', '1e999', '01']) expect(read(readInt, text), text).toBeUndefined();
  });

  it('are skipped if and only if they are JSON', () => {
    fc.assert(
      fc.property(numberText, (text) => {
        const isJson = typeof parsed(text) === 'number' && text === text.trim();
        if (isJson) expect(read(skippedNumber, text)).toBe(text);
        else expect(read(skippedNumber, text)).not.toBe(text);
      }),
      runs,
    );
  });
});

const escapes = fc.constantFrom(
  '\\"',
  '\\\\',
  '\\/',
  '\\b',
  '\\n',
  '\\u00e9',
  '\\ud83d\\ude00',
  '\\ud800',
  '\\u12',
  '\\x',
  '\\',
);
const stringText = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.string({ unit: anyCharacter }) }, { weight: 1, arbitrary: escapes }), {
    maxLength: 5,
  })
  .map((parts) => `"${parts.join('')}"`)
  .filter((text) => Buffer.from(text).toString() === text);

describe('strings', () => {
  it('are copied as JSON.stringify writes them, or not at all', () => {
    fc.assert(
      fc.property(stringText, (text) => {
        const copied = read(copiedString, text);
        if (copied !== undefined) expect(copied).toBe(JSON.stringify(parsed(copied)));
      }),
      runs,
    );
  });

  it.each([
    ['skipped', skippedString],
    ['read', readString],
  ])('are %s if and only if they are JSON', (_how, reader) => {
    fc.assert(
      fc.property(stringText, (text) => {
        if (parsed(text) !== undefined) expect(read(reader, text)).toBe(text);
        else expect(read(reader, text)).not.toBe(text);
      }),
      runs,
    );
  });

  it.each([
    ['"plain"', false],
    ['"Gr\\u00f6\\u00dfe"', true],
    ['"a\\/b"', true],
  ])('are rewritten unless they can be copied: %s', (text, isRewritten) => {
    expect(read(readString, text)).toBe(text);
    expect(lastCopied.end < 0).toBe(isRewritten);
  });

  it.each(['"plain"', '"Größe, 気温"', '"a \\"quote\\"\\n"', '""'])('are copied: %s', (text) => {
    expect(read(copiedString, text)).toBe(text);
  });

  it.each(['"\\u0041"', '"\\/"', '"\t"', '"open', 'bare', ''])('are not copied: %s', (text) => {
    expect(read(copiedString, text)).toBeUndefined();
  });
});

describe('values', () => {
  it('are skipped with any white space', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('', ' ', '\t', '\r\n '), (text, space) => {
        const spaced = JSON.stringify(JSON.parse(text), null, space);
        expect(read(skippedValue, spaced)).toBe(spaced);
      }),
      runs,
    );
  });

  it('are not skipped unless they are JSON', () => {
    const characters = fc.constantFrom(...'{}[],:"1e- ', 'true', 'null', '"a"');
    fc.assert(
      fc.property(fc.array(characters, { maxLength: 8 }), (parts) => {
        const skipped = read(skippedValue, parts.join(''));
        if (skipped !== undefined) expect(parsed(skipped)).toBeDefined();
      }),
      runs,
    );
  });

  it.each(['[1,]', '{"a":1,}', '{"a" 1}', '{a:1}', '[1 2]', '{"a":', '["a', 'tru', 'nul', '[\f]'])(
    'are not skipped: %s',
    (text) => {
      expect(read(skippedValue, text)).toBeUndefined();
    },
  );
});

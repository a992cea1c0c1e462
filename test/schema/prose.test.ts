/** The language of everything that users read, as `npm run lint` checks it. */
import { describe, expect, it } from 'vitest';
import { lintProse, messagesOf } from '../support/prose.ts';

describe('the linter of prose refuses', () => {
  it.each([
    ['a word that has a standard replacement', 'A listener is told of it.', 'Incorrect term: “told”'],
    [
      'a nonstandard word in a table',
      '| Key | Meaning |\n|---|---|\n| a | kept for an hour |\n',
      'Incorrect term: “kept”',
    ],
    ['a sentence that begins with a clause', 'What is cached ends by itself.', 'begins with a clause'],
    ['a sentence of 26 words', `${'word '.repeat(25)}end.`, '26 words, at most 25'],
  ])('%s', async (_, text, found) => {
    expect(await lintProse('page.md', text)).toEqual([expect.stringContaining(`page.md:`)]);
    expect((await lintProse('page.md', text)).join()).toContain(found);
  });

  it('a message in source code, with its line', async () => {
    const [[place, text] = ['', '']] = messagesOf('a.ts', 'const ok = 1;\nfail("The caller was told of it.");');
    expect(await lintProse(place, text)).toEqual([expect.stringMatching(/^a\.ts:2: .*told/)]);
  });
});

it('the linter of prose accepts code, links and a sentence of 25 words', async () => {
  const text = `Read [the door](whoever.md) with \`kept\`. ${'word '.repeat(24)}end.\n\n\`\`\`sh\ntold asked\n\`\`\`\n`;
  expect(await lintProse('page.md', text.replace('the door', 'this page'))).toEqual([]);
});

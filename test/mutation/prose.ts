/**
 * Ignores the mutants of sentences: an empty message changes what a person reads, but no protection. Mutants of names, header values and
 * patterns are tested.
 */

/** The part of a Babel path that this plugin reads. */
interface NodePath {
  node: { type: string; value?: unknown; quasis?: { value: { raw: string } }[] };
}

const words = /[a-z]+ [a-z]+/i;

function isProse({ node: { type, value, quasis = [] } }: NodePath): boolean {
  if (type === 'StringLiteral') return words.test(String(value));
  return type === 'TemplateLiteral' && quasis.some(({ value: { raw } }) => words.test(raw));
}

/** The name by which Stryker finds its plugins. */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'prose',
    value: { shouldIgnore: (path: NodePath) => (isProse(path) ? 'prose' : undefined) },
  },
];

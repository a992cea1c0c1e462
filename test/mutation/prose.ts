/**
 * Leaves out the mutants of sentences: an empty message changes what a person reads and nothing that guards anyone. Names, header values
 * and patterns stay in.
 */

/** The part of a Babel path that is looked at. */
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

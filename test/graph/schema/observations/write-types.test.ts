/** The compiler checks the whole path of a write: from the input, through the call, to the record in the reply. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import ts from 'typescript';

const files = ['reads/add-observation', 'schema/observations/add', 'schema/observations/input'];

it.each(files)('%s.ts contains no casts, non-null assertions or `any`', (file) => {
  const path = new URL(`../../../../src/graph/${file}.ts`, import.meta.url);
  const source = ts.createSourceFile(path.pathname, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  expect(castsIn(source)).toEqual([]);
});

/** Every `as` except `as const`, every `!` and every `any`. */
function castsIn(node: ts.Node): string[] {
  const isCast = ts.isAsExpression(node) && !ts.isConstTypeReference(node.type);
  const isAsserted = isCast || ts.isNonNullExpression(node) || ts.isTypeAssertionExpression(node);
  const own = isAsserted || node.kind === ts.SyntaxKind.AnyKeyword ? [node.getText()] : [];
  return [...own, ...node.getChildren().flatMap(castsIn)];
}

/** The files of the repository, and the nodes of its TypeScript, for the checks of `npm run lint`. */
import { execFileSync } from 'node:child_process';
import ts from 'typescript';

/** The committed files under these paths, or that match these patterns. */
export function committedFiles(...paths: string[]): string[] {
  return execFileSync('git', ['ls-files', '-z', ...paths], { encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);
}

/** Whether a file was written by hand, not generated. */
export const isOwnSource = (path: string) =>
  /\.tsx?$|\.cjs$/.test(path) && !/__generated__|^src\/contract\/|^client\/types/.test(path);

/** Calls a function for each node of a file, outer nodes first. */
export function visitNodes(path: string, source: string, onNode: (node: ts.Node, file: ts.SourceFile) => void): void {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
  const visitAll = (node: ts.Node): void => {
    onNode(node, file);
    ts.forEachChild(node, visitAll);
  };
  visitAll(file);
}

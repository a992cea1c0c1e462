/** Reads Stryker's report: the outcome of each mutant, under a name that does not change when lines move. */
import { readFileSync } from 'node:fs';

export interface Mutant {
  /** Path in the tree. */
  file: string;
  line: number;
  /** The changed code in its line, with single spaces: the name of a listed survivor. */
  name: string;
  /** The same code unchanged. */
  original: string;
  status: 'killed' | 'survived' | 'ignored';
}

interface Position {
  line: number;
  column: number;
}

interface Report {
  files: Record<
    string,
    {
      source: string;
      mutants: { replacement: string; status: string; location: { start: Position; end: Position } }[];
    }
  >;
}

const statuses: Record<string, Mutant['status']> = {
  Killed: 'killed',
  // The tests notice an endless loop, and code that does not even run.
  Timeout: 'killed',
  RuntimeError: 'killed',
  Survived: 'survived',
  NoCoverage: 'survived',
  Ignored: 'ignored',
};

/** The mutants of a report, in their order. */
export function readReport(path: string): Mutant[] {
  const { files } = JSON.parse(readFileSync(path, 'utf8')) as Report;
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants.map(({ replacement, status, location: { start, end } }): Mutant => {
      const before = (lines[start.line - 1] ?? '').slice(0, start.column - 1);
      const after = (lines[end.line - 1] ?? '').slice(end.column - 1);
      const within = lines.slice(start.line - 1, end.line).join('\n');
      const become = statuses[status];
      if (become === undefined) throw new Error(`${file}:${start.line} is ${status}`);
      return {
        file,
        line: start.line,
        name: plain(before + replacement + after),
        original: plain(within),
        status: become,
      };
    });
  });
}

function plain(code: string): string {
  return code.replaceAll(/\s+/g, ' ').trim();
}

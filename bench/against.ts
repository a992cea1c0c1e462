/** An earlier commit of this gateway as a contestant, next to the working tree. It is checked out with the modules of its lockfile. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Contestant, gatewayIn } from './contestants.ts';
import { productFolder } from './harness/npm-start.ts';

export interface Checkout {
  contestant: Contestant;
  /** Removes the checked-out folder. Calling it again does nothing. */
  remove(): void;
}

/** Checks a commit out into a temporary folder, removed at the latest when this process exits. Exits with 1 if git has no such commit. */
export function checkOut(commit: string): Checkout {
  const sha = shaOf(commit);
  const parent = mkdtempSync(join(tmpdir(), 'fieldgraph-against-'));
  const folder = join(parent, sha, '/');
  let isAdded = false;
  const remove = () => {
    if (isAdded) git('worktree', 'remove', '--force', folder);
    isAdded = false;
    rmSync(parent, { recursive: true, force: true });
  };
  process.once('exit', remove);
  try {
    git('worktree', 'add', '--quiet', '--detach', folder, sha);
    isAdded = true;
    bringModules(folder);
  } catch (error) {
    remove();
    throw error;
  }
  const name = `fieldgraph@${sha}`;
  return { contestant: { name, title: `Fieldgraph at ${sha}`, kind: 'gateway', start: gatewayIn(folder) }, remove };
}

function shaOf(commit: string): string {
  try {
    return git('rev-parse', '--verify', '--short', '--end-of-options', `${commit}^{commit}`).trim();
  } catch {
    console.error(`No such commit: ${commit}.`);
    process.exit(1);
  }
}

/** Links the present modules if both lockfiles are equal. Otherwise installs those of the commit, without development dependencies. */
function bringModules(folder: string): void {
  const lockIn = (where: string) => readFileSync(join(where, 'package-lock.json'), 'utf8');
  if (lockIn(folder) === lockIn(productFolder)) {
    symlinkSync(join(productFolder, 'node_modules'), join(folder, 'node_modules'));
  } else {
    console.error('Its lockfile is another than today’s: npm ci');
    execFileSync('npm', ['ci', '--omit=dev', '--loglevel=error'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: productFolder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

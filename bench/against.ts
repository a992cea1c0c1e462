/** An earlier commit of this gateway next to today's: checked out for the run, with the modules its own lockfile names. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Contestant, gatewayIn } from './contestants.ts';
import { productFolder } from './harness/npm-start.ts';

export interface Checkout {
  contestant: Contestant;
  /** Removes the working tree; a second time does nothing. */
  remove(): void;
}

/** Checks a commit out into a temporary folder that goes with this process at the latest; ends it where git knows no such commit. */
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

/** Today's modules where both lockfiles say the same, else its own, without what only development needs. */
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

/** graphql-eslint over the printed graph. It is installed apart, by `npm ci --prefix schema/lint`. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url);
const eslint = fileURLToPath(new URL('schema/lint/node_modules/eslint/bin/eslint.js', root));
const config = 'schema/lint/eslint.config.mjs';

/** Runs the linter as `npm run lint` of schema/lint does; the code is 1 where it found something. */
async function lint(args: string[], stdin?: string): Promise<{ code: number; found: string[] }> {
  const linting = run(process.execPath, [eslint, '--config', config, '--max-warnings', '0', '-f', 'json', ...args], {
    cwd: fileURLToPath(root),
  });
  linting.child.stdin?.end(stdin);
  const { code, stdout } = await linting.then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error) => error,
  );
  const [file] = JSON.parse(stdout) as { messages: { ruleId: string; line: number; message: string }[] }[];
  return { code, found: file?.messages.map(({ ruleId, line, message }) => `${line}: ${message} (${ruleId})`) ?? [] };
}

describe.skipIf(!existsSync(eslint))('graphql-eslint', () => {
  it('finds nothing in schema/schema.graphql but the exceptions that carry a reason', async () => {
    expect(await lint(['schema/schema.graphql'])).toEqual({ code: 0, found: [] });
  });

  it('does look: a type without id and description is found', async () => {
    const graph = await readFile(new URL('schema/schema.graphql', root), 'utf8');
    const { code, found } = await lint(
      ['--stdin', '--stdin-filename', 'schema/schema.graphql'],
      `${graph}\ntype sensor { sensor_reading: Float }\n`,
    );
    expect(code).toBe(1);
    const rules = found.join('\n');
    for (const rule of ['naming-convention', 'require-description', 'strict-id-in-types'])
      expect(rules).toContain(rule);
  });
});

/** graphql-eslint over the printed graph. It is installed separately, by `npm ci --prefix schema/lint`. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const eslint = fileURLToPath(new URL('schema/lint/node_modules/eslint/bin/eslint.js', root));
const graph = 'schema/schema.graphql';

it.skipIf(!existsSync(eslint))(
  'graphql-eslint reports an added type without id and description, and nothing in the graph itself',
  async () => {
    const printed = await readFile(new URL(graph, root), 'utf8');
    const args = ['--config', 'schema/lint/eslint.config.mjs', '--max-warnings', '0', '-f', 'json', '--stdin'];
    const linting = promisify(execFile)(process.execPath, [eslint, ...args, '--stdin-filename', graph], {
      cwd: fileURLToPath(root),
    });
    linting.child.stdin?.end(`${printed}\ntype sensor { sensor_reading: Float }\n`);
    const { code, stdout } = await linting.then(
      () => expect.unreachable(),
      (error) => error,
    );
    expect(code).toBe(1);
    const [{ messages }] = JSON.parse(stdout) as [{ messages: { ruleId: string; line: number; message: string }[] }];
    const linesOfGraph = printed.split('\n').length;
    expect(messages.filter(({ line }) => !(line > linesOfGraph))).toEqual([]);
    const rules = messages.map(({ ruleId }) => ruleId);
    for (const rule of ['naming-convention', 'require-description', 'strict-id-in-types'])
      expect(rules).toContain(`@graphql-eslint/${rule}`);
  },
);

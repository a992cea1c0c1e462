/** Serves the panel of GraphiQL: scripts that run as they are in its page, without a build. */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { GraphiqlPlugin } from '../../../http/pages/graphiql.ts';
import { createTextPage } from '../../../http/pages/page.ts';

const folder = new URL('./browser/', import.meta.url);
const path = '/graphql/explain/';
const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** The panel with plans, and with receipts where they are on. */
export function createPanel(hasReceipts: boolean): GraphiqlPlugin {
  const files = readdirSync(folder).flatMap((name) => {
    const contentType = contentTypes[extname(name)];
    if (contentType === undefined) return [];
    const page = createTextPage(() => readFile(new URL(name, folder), 'utf8'), contentType);
    return [[`${path}${name}`, page] as const];
  });
  return {
    head: `<link rel="stylesheet" href="${path}panel.css"><script src="${path}plugin.js" data-receipts="${hasReceipts}"></script>`,
    files: new Map(files),
  };
}

/** Serves the panel of GraphiQL: scripts that run in its page without a build. */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { GraphiqlPlugin } from '../../../http/pages/graphiql.ts';
import { contentTypeOf, createTextPage, type Page } from '../../../http/pages/page.ts';

const folder = new URL('./browser/', import.meta.url);
const path = '/graphql/explain/';

/** The panel with plans, and with receipts where they are on. */
export function createPanel(hasReceipts: boolean): GraphiqlPlugin {
  const names = readdirSync(folder).filter((name) => /\.(?:css|js)$/.test(name));
  const pageOf = (name: string) => createTextPage(() => readFile(new URL(name, folder), 'utf8'), contentTypeOf(name));
  return {
    head: `<link rel="stylesheet" href="${path}panel.css"><script src="${path}plugin.js" data-receipts="${hasReceipts}"></script>`,
    files: new Map(names.map((name): [string, Page] => [`${path}${name}`, pageOf(name)])),
  };
}

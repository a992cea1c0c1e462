/** What every example is told: where the graph is, which field to ask about, and the API key that writes need. */
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: process.env.FIELDGRAPH_URL ?? 'http://127.0.0.1:4000/graphql' },
    field: { type: 'string', default: 'fld_demo_01' },
  },
});

/** The key comes from the environment alone: arguments can be read by every user of the machine. */
const apiKey = process.env.FIELDGRAPH_API_KEY ?? '';
const headers: Record<string, string> = apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` };

export const settings = {
  url: values.url,
  fieldId: values.field,
  headers,
  positionals,
};

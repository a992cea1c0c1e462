/** Settings of every example: the address of the graph, the field, and the API key that writes need. */
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: process.env.FIELDGRAPH_URL ?? 'http://127.0.0.1:4000/graphql' },
    field: { type: 'string', default: 'fld_demo_01' },
  },
});

/** The key is read only from the environment, because every user of the machine can read arguments. */
const apiKey = process.env.FIELDGRAPH_API_KEY ?? '';
const headers: Record<string, string> = apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` };

export const settings = {
  url: values.url,
  fieldId: values.field,
  headers,
  positionals,
};

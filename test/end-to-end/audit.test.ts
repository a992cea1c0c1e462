import { serverAudits } from 'graphql-http';
import { describe, expect, it } from 'vitest';
import { untilFileEnd } from '../support/file-end.ts';
import { startProduct } from '../support/running.ts';

const product = untilFileEnd(await startProduct());
const audits = serverAudits({ url: `${product.graphUrl}/graphql`, fetchFn: fetch });

describe('GraphQL over HTTP', () => {
  it.each(audits)('$name', async (audit) => {
    expect(await audit.fn()).toEqual({ id: audit.id, name: audit.name, status: 'ok' });
  });

  it('is audited in 61 points', () => {
    expect(audits).toHaveLength(61);
  });
});

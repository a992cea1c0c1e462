/** Names of clients in log, metrics and spans: limited in length and number, without characters that need an escape. */
import { describe, expect, it } from 'vitest';
import { readClient } from '../../../src/graph/telemetry/record.ts';
import { createLabels } from '../../../src/graph/telemetry/prometheus/labels.ts';

const client = (headers: Record<string, string>) => readClient({ get: (name) => headers[name] ?? null });

describe('the name of a client', () => {
  it('is read with its version from the graphql-client headers and from those of Apollo', () => {
    expect(client({ 'graphql-client-name': 'web', 'graphql-client-version': '1.2' })).toEqual({
      name: 'web',
      version: '1.2',
    });
    expect(client({ 'apollographql-client-name': '@org/field-app', 'apollographql-client-version': '7' })).toEqual({
      name: '@org/field-app',
      version: '7',
    });
    expect(client({ 'graphql-client-name': 'web' })).toEqual({ name: 'web', version: undefined });
  });

  it('is undefined without a header, or if no valid character is left', () => {
    expect(client({})).toBeUndefined();
    expect(client({ 'graphql-client-name': '' })).toBeUndefined();
    expect(client({ 'graphql-client-name': '"\\{}' })).toBeUndefined();
    expect(client({ 'graphql-client-version': '1' })).toBeUndefined();
  });

  it('is undefined if the name or version contains the API key of the client', () => {
    const own: Record<string, string>[] = [
      { 'graphql-client-name': 'app fds_test_1234' },
      { 'graphql-client-name': 'app', 'graphql-client-version': 'fds_test_1234' },
    ];
    for (const authorization of ['Bearer fds_test_1234', 'Bearer  fds_test_1234']) {
      for (const headers of own) expect(client({ ...headers, authorization })).toBeUndefined();
      expect(client({ 'graphql-client-name': 'app', authorization })?.name).toBe('app');
    }
  });

  it('has no character that JSON or a label must escape, and is cut to 64 characters', () => {
    expect(client({ 'graphql-client-name': 'we"b\\\n\u00e4 app' })?.name).toBe('web app');
    expect(client({ 'graphql-client-name': 'x'.repeat(8_000) })?.name).toHaveLength(64);
    expect(client({ 'graphql-client-name': 'x', 'graphql-client-version': '1'.repeat(99) })?.version).toHaveLength(32);
  });
});

describe('the label of a client', () => {
  it('is its own for the first hundred clients that ran an operation, and "other" for the rest', () => {
    const labelOf = createLabels(100, 'other');
    expect(labelOf('refused', true)).toBe('other');
    for (let index = 0; index < 100; index += 1) expect(labelOf(`c${index}`, false)).toBe(`c${index}`);
    expect(labelOf('one more', false)).toBe('other');
    expect(labelOf('c7', true)).toBe('c7');
  });
});

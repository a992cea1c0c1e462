/** What a client may call itself in log, metrics and spans: of bounded length and number, and of characters that need no escape. */
import { describe, expect, it } from 'vitest';
import { readClient } from '../../../src/graph/telemetry/record.ts';
import { createLabels } from '../../../src/graph/telemetry/prometheus/labels.ts';

const client = (headers: Record<string, string>) => readClient({ get: (name) => headers[name] ?? null });

describe('the name of a client', () => {
  it('is read of its own headers and of Apollo’s, with its version', () => {
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

  it('is none without a header, or of one in which nothing is left', () => {
    expect(client({})).toBeUndefined();
    expect(client({ 'graphql-client-name': '' })).toBeUndefined();
    expect(client({ 'graphql-client-name': '"\\{}' })).toBeUndefined();
    expect(client({ 'graphql-client-version': '1' })).toBeUndefined();
  });

  it('is none where a client names its own key', () => {
    const authorization = 'Bearer fds_test_1234';
    const own: Record<string, string>[] = [
      { 'graphql-client-name': 'app fds_test_1234' },
      { 'graphql-client-name': 'app', 'graphql-client-version': 'fds_test_1234' },
    ];
    for (const headers of own) expect(client({ ...headers, authorization })).toBeUndefined();
    expect(client({ 'graphql-client-name': 'app', authorization })?.name).toBe('app');
  });

  it('holds nothing that a line of JSON or a label would have to escape, and is cut', () => {
    expect(client({ 'graphql-client-name': 'we"b\\\n\u00e4 app' })?.name).toBe('web app');
    expect(client({ 'graphql-client-name': 'x'.repeat(8_000) })?.name).toHaveLength(64);
    expect(client({ 'graphql-client-name': 'x', 'graphql-client-version': '1'.repeat(99) })?.version).toHaveLength(32);
  });
});

describe('the label of a client', () => {
  it('is its own for the first hundred that ran something, and "other" for the rest', () => {
    const labelOf = createLabels(100, 'other');
    expect(labelOf('refused', true)).toBe('other');
    for (let index = 0; index < 100; index += 1) expect(labelOf(`c${index}`, false)).toBe(`c${index}`);
    expect(labelOf('one more', false)).toBe('other');
    expect(labelOf('c7', true)).toBe('c7');
  });
});

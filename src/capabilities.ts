/**
 * What can be taken out of the product: a folder, and its line here. Each module hands over what capability.ts describes. They are
 * in the order in which what they add is listed.
 */
export const capabilities = await Promise.all([
  import('./field-data/store/postgres/capability.ts'),
  import('./graph/explain/capability.ts'),
  import('./graph/live/capability.ts'),
  import('./graph/federation/capability.ts'),
  import('./graph/mcp/capability.ts'),
  import('./page/server/capability.ts'),
  import('./graph/telemetry/prometheus/capability.ts'),
  import('./graph/trusted-documents/capability.ts'),
  import('./graph/drift/capability.ts'),
]);

/**
 * What can be taken out of the product: a folder, and its line here. Each module hands over what capability.ts describes. They are
 * in the order in which what they add is listed.
 */
export const capabilities = await Promise.all([
  import('./field-data/store/postgres/capability.ts'),
  import('./graph/capabilities/explain/capability.ts'),
  import('./graph/capabilities/live/capability.ts'),
  import('./graph/capabilities/federation/capability.ts'),
  import('./graph/capabilities/mcp/capability.ts'),
  import('./page/server/capability.ts'),
  import('./graph/telemetry/prometheus/capability.ts'),
  import('./graph/capabilities/trusted-documents/capability.ts'),
  import('./graph/capabilities/drift/capability.ts'),
]);

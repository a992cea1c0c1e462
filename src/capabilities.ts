/**
 * The capabilities: each can be removed by deleting its folder and its line here. Each module exports the parts that capability.ts
 * describes. Their additions are listed in this order.
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

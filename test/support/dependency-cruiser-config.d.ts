declare module '*.dependency-cruiser.mjs' {
  export const rooms: readonly [name: string, files: string, allowed: readonly string[], comment: string][];
  const config: { forbidden: { name: string; comment: string }[]; options: Record<string, unknown> };
  export default config;
}

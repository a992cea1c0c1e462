/** The only conversion from names of the contract to those of the graph: snake_case to camelCase. */

/** `growth_stage` to `growthStage`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

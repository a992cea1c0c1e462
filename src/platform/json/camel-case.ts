/** The one rule between the contract's names and the graph's: snake_case there, camelCase here. */

/** `growth_stage` to `growthStage`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

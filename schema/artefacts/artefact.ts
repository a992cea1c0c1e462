/** An artefact is one file that the generator makes. */

/** A generated file that is committed. `render` may read files that artefacts before it in the list have written. */
export type Artefact = { path: string; render(): Promise<string> };

/** An artefact is one file that the generator makes. */

/** A committed file and how its text is made. `render` may read files that earlier artefacts of the list have written. */
export type Artefact = { path: string; render(): Promise<string> };

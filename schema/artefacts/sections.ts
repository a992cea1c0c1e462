/** Handwritten pages with generated sections, which comments in the page mark. */
import { readFile } from 'node:fs/promises';
import type { Artefact } from './artefact.ts';

/** The function that makes each section, by its name. */
export type Sections = Readonly<Record<string, () => string>>;

/** The page at a path with each named section replaced. Its `render` rejects if the page has no such section. */
export function page(path: string, sections: Sections): Artefact {
  return {
    path,
    async render() {
      let text = await readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
      for (const [name, make] of Object.entries(sections)) {
        const section = new RegExp(`(<!-- generated: ${name} -->\n)[\\s\\S]*?(<!-- end of generated -->)`);
        if (!section.test(text)) throw new Error(`${path} has no section "generated: ${name}"`);
        text = text.replace(section, (_, start: string, end: string) => `${start}${make()}\n${end}`);
      }
      return text;
    },
  };
}

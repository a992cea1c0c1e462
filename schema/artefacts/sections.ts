/** Parts of a page that are made from the code, between the comments that mark them; the rest is written by hand. */

/** Returns the page with each named section replaced. Throws if the page has no such section. */
export function fillSections(page: string, text: string, sections: Record<string, string>): string {
  return Object.entries(sections).reduce((filled, [name, content]) => {
    const section = new RegExp(`(<!-- generated: ${name} -->\n)[\\s\\S]*?(<!-- end of generated -->)`);
    if (!section.test(filled)) throw new Error(`${page} has no section "generated: ${name}"`);
    return filled.replace(section, (_, start: string, end: string) => `${start}${content}\n${end}`);
  }, text);
}

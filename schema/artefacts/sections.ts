/** Fills the generated sections of a handwritten page. Comments in the page mark each section. */

/** Returns the page with each named section replaced. Throws if the page has no such section. */
export function fillSections(page: string, text: string, sections: Record<string, string>): string {
  return Object.entries(sections).reduce((filled, [name, content]) => {
    const section = new RegExp(`(<!-- generated: ${name} -->\n)[\\s\\S]*?(<!-- end of generated -->)`);
    if (!section.test(filled)) throw new Error(`${page} has no section "generated: ${name}"`);
    return filled.replace(section, (_, start: string, end: string) => `${start}${content}\n${end}`);
  }, text);
}

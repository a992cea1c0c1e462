/** axe-core in a page: the rules of WCAG 2.2 A and AA and its best practices, as a list that a test can compare with nothing. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { AxeResults, RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What another theme may change: everything else is the same as before. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/** Shows the page in this theme, and waits until no colour is on its way. */
export async function setTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // Not by frames: a page with a clock of its own may draw none meanwhile.
  const isStill = () => document.getAnimations().every((each) => !(each instanceof CSSTransition));
  await page.waitForFunction(isStill, undefined, { polling: 50 });
}

/**
 * Each violation as its rule and the element it is at. `except` names rules that are not checked, for a reason the test gives; `only` those
 * that are. `within` is a selector: a scan of a whole page takes seconds, and another test makes it.
 */
export async function findViolations(
  page: Page,
  except: readonly string[] = [],
  only?: readonly string[],
  within = 'html',
): Promise<string[]> {
  // Evaluated by the debugger's protocol: the page's content security policy does not hold it back.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const options: RunOptions = {
    // Of what passes, one node a rule is looked at in full: the pages are long.
    resultTypes: ['violations'],
    ...(only
      ? { runOnly: [...only] }
      : { rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])) }),
  };
  const { violations } = await page.evaluate(
    ([place, given]): Promise<AxeResults> =>
      (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(place, given),
    [within, options] as const,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`,
    ),
  );
}

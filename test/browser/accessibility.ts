/** Runs axe-core in a page: the rules of WCAG 2.2 A and AA and axe's best practices. The list of violations is empty if all pass. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { AxeResults, RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The only rules whose result depends on the theme. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/** Shows the page in this theme, and waits until the colour transitions have ended. */
export async function setTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // Polls by time, not by frames: a page with a fake clock may draw no frame.
  const isStill = () => document.getAnimations().every((each) => !(each instanceof CSSTransition));
  await page.waitForFunction(isStill, undefined, { polling: 50 });
}

/**
 * Returns each violation with its rule and element. `except` lists rules to skip, `only` the only rules to check.
 * `within` is a selector: a scan of a whole page takes seconds, so most tests scan a part.
 */
export async function findViolations(
  page: Page,
  except: readonly string[] = [],
  only?: readonly string[],
  within = 'html',
): Promise<string[]> {
  // Evaluated over the debugging protocol, which the page's content security policy does not block.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const options: RunOptions = {
    // Of a rule that passes, axe reports one node only, which saves time: the pages are long.
    resultTypes: ['violations'],
    ...(only
      ? { runOnly: [...only] }
      : { rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])) }),
  };
  const { violations } = await page.evaluate(
    ([place, options]): Promise<AxeResults> =>
      (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(place, options),
    [within, options] as const,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`,
    ),
  );
}

/** GET /problems: every problem. GET /problems/{code}: the page that a problem's `type` links to, which says what to do about it. */
import { problemFacts } from '../../records/errors.ts';
import type { Route } from '../../requests/service-request.ts';
import { createPageRoute, escapeHtml, proseHtml } from './render-page.ts';

/** The list, in the order of their status codes, and the page of each problem. */
export function createProblemRoutes(): Route[] {
  const problems = Object.entries(problemFacts);
  const entries = problems.map(
    ([code, { status, title, advice }]) =>
      `<dt><a href="problems/${code}"><code>${code}</code></a></dt>
<dd>${status}: ${escapeHtml(title)}. ${proseHtml(advice)}</dd>`,
  );
  const list = `<h1>Problems</h1>
<p>Every refusal is a body of <code>application/problem+json</code> (RFC 9457). Its <code>code</code> is one of these, and its <code>type</code> leads to the page of the code.</p>
<dl>
${entries.join('\n')}
</dl>`;
  const pages = problems.map(([code, { status, title, advice }]) => {
    const body = `<h1>${escapeHtml(title)}</h1>
<p>HTTP ${status}, <code>${code}</code></p>
<p>${proseHtml(advice)}</p>
<p><a href="../problems">All problems</a></p>`;
    return createPageRoute(`/problems/${code}`, { title: `${code}: ${title}`, body, root: '../' });
  });
  return [createPageRoute('/problems', { title: 'Problems: Field Data Service', body: list }), ...pages];
}

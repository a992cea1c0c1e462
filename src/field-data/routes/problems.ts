/** GET /problems/{code}: the page that a problem's `type` leads to, saying what to do about it. */
import { type ProblemCode, problemFacts, ServiceProblem } from '../records/errors.ts';
import type { Route } from '../requests/exchange.ts';
import { answerWithPage, escapeHtml } from './pages.ts';

/** The route. */
export function createProblemsRoute(): Route {
  return {
    method: 'GET',
    path: '/problems/:code',
    handle(exchange, { code = '' }) {
      if (!Object.hasOwn(problemFacts, code)) throw new ServiceProblem('not_found', 'No such problem.');
      const { status, title, advice } = problemFacts[code as ProblemCode];
      const body = `<h1>${escapeHtml(title)}</h1>
<p>HTTP ${status}, <code>${code}</code></p>
<p>${withCode(escapeHtml(advice))}</p>
<p><a href="../docs">The whole description</a></p>`;
      return answerWithPage(exchange, { title: `${code}: ${title}`, body });
    },
  };
}

/** What stands in backticks, as code. */
function withCode(html: string): string {
  return html.replace(/`([^`]+)`/g, '<code>$1</code>');
}

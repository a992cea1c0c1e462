/** GET /: the start page for people. Its text on operations, keys and visibility is read from the description. */
import { callOf } from '../../../platform/cli/command-line.ts';
import { description, operations } from '../../records/description.ts';
import type { Route } from '../../requests/service-request.ts';
import { createPageRoute, escapeHtml, proseHtml } from './render-page.ts';

/** The route. */
export function createHomeRoute({ demo, readsRequireKey }: { demo: boolean; readsRequireKey: boolean }): Route {
  const first = demo
    ? `<p>Call it now, with a demo field: <a href="api/v1/weather?field_id=fld_demo_01"><code>/api/v1/weather?field_id=fld_demo_01</code></a></p>`
    : '';
  const demoKey = demo
    ? ' The demo fields have a demo key: the process prints it when it starts, and GraphiQL fills it in.'
    : '';
  const body = `<h1>Field Data Service</h1>
<p>${proseHtml(description.info.summary)}</p>
${first}
<h2>Visibility</h2>
<p>${proseHtml(paragraph('Visibility'))}</p>
<h2>API keys</h2>
<p>${proseHtml(paragraph('API keys'))}${demoKey}</p>
<p>The operator creates a key with:</p>
<pre><code>${callOf('keys', 'dist/start.cjs')} create --account acme --name app --mode test</code></pre>
<h2>Operations</h2>
<dl>
${operationsHtml(readsRequireKey)}
</dl>
<h2>More</h2>
<ul>
<li><a href="docs">Reference</a>: every parameter, property and answer, and a form to send each request</li>
<li><a href="problems">Problems</a>: each code, and what to do about it</li>
<li>The description in OpenAPI 3.1, for mocks and generated clients: <a href="openapi.json">JSON</a>, <a href="openapi.yaml">YAML</a></li>
<li><a href="sdk-release.json">SDK release descriptor</a>: which client packages exist, and what this service can do</li>
</ul>`;
  return createPageRoute('/', { title: 'Field Data Service', body });
}

/** The paragraph under a bold lead of the description. Throws if there is none. */
function paragraph(lead: string): string {
  const paragraphs = description.info.description.split('\n\n');
  const found = paragraphs.find((candidate) => candidate.startsWith(`**${lead}.** `));
  if (found === undefined) throw new Error(`The description has no paragraph "${lead}".`);
  const text = found.slice(lead.length + '**.** '.length);
  return text.replaceAll('\n', ' ').trim();
}

function operationsHtml(readsRequireKey: boolean): string {
  return [...operations]
    .filter(([name]) => name.includes(' /api/'))
    .map(([name, { operationId, summary, tags, security = [] }]) => {
      const scope = security.flatMap(({ bearerAuth = [] }) => bearerAuth);
      const isOptional = !readsRequireKey && security.some((requirement) => Object.keys(requirement).length === 0);
      const scopes = scope.length > 0 ? `, scope <code>${escapeHtml(scope.join(' '))}</code>` : '';
      const need = `API key ${isOptional ? 'optional' : 'required'}${scopes}`;
      const key = security.some((requirement) => 'bearerAuth' in requirement) ? need : 'No API key';
      // Swagger UI writes tags into its addresses with underscores for spaces.
      const anchor = `docs#/${(tags[0] ?? '').replaceAll(' ', '_')}/${operationId}`;
      return `<dt><a href="${escapeHtml(anchor)}"><code>${escapeHtml(name)}</code></a></dt>
<dd>${proseHtml(summary)}. ${key}</dd>`;
    })
    .join('\n');
}

/**
 * The chart of the README: CPU per request of each contestant divided by ours, one panel for each workload. Bars and text as SVG need no
 * library. The scale is logarithmic, because a tenfold bar would flatten all others.
 */
import { contestants } from '../contestants.ts';
import { type Figures, reference } from '../figures.ts';
import { passes } from '../passes.ts';
import type { BenchResults, WorkloadResult } from '../results.ts';
import { times } from './numbers.ts';

const width = 960;
const labelWidth = 470;
const barWidthMax = width - labelWidth - 80;
const rowHeight = 20;
const panelHead = 44;
const panelGap = 18;
const colours: Record<string, string> = { gateway: '#1a7f37', limit: '#9aa4b2', baseline: '#b35900', peer: '#4b6bfb' };

/** Returns the chart as an SVG document. */
export function drawChart(results: BenchResults): string {
  const panels = results.workloads
    .filter(({ workload, pass }) => (workload === 'W5' ? pass === 'shared' : pass === 'own'))
    .map((panel) => ({ ...panel, figures: panel.figures.filter(isDrawn) }));
  let top = 46;
  const drawn = panels.map((panel) => {
    const text = drawPanel(panel, top);
    top += panelHead + panel.figures.length * rowHeight + panelGap;
    return text;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top}" font-family="system-ui, sans-serif" font-size="12">
<title>CPU of the gateway process per request, next to its peers</title>
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="12" y="24" font-size="16" font-weight="600" fill="#1f2328">CPU of the gateway process per request, against Fieldgraph = 1x (log scale, shorter is better)</text>
${drawn.join('\n')}
</svg>
`;
}

/** Leaves out the controls: one bar of this gateway is enough. */
const isDrawn = ({ contestant }: Figures) =>
  contestant === reference || contestants.some(({ name, kind }) => name === contestant && kind !== 'gateway');

function drawPanel({ workload, title, pass, figures }: WorkloadResult, top: number): string {
  const least = Math.min(...figures.map(({ ratio }) => ratio.median));
  const most = Math.max(...figures.map(({ ratio }) => ratio.median));
  // The shortest bar has a tenth of the width, so that it is visible.
  const lengthOf = (ratio: number) =>
    most === least ? barWidthMax : barWidthMax * (0.1 + (0.9 * Math.log(ratio / least)) / Math.log(most / least));
  const rows = figures
    .toSorted((a, b) => a.ratio.median - b.ratio.median)
    .map(({ contestant, ratio: { median } }, at) => {
      const about = contestants.find(({ name }) => name === contestant);
      const y = top + panelHead + at * rowHeight;
      const weight = about?.kind === 'gateway' ? 600 : 400;
      const length = lengthOf(median);
      return `<text x="${labelWidth - 8}" y="${y}" text-anchor="end" font-weight="${weight}" fill="#1f2328">${asText(about?.title ?? contestant)}</text>
<rect x="${labelWidth}" y="${y - 11}" width="${length.toFixed(1)}" height="14" rx="2" fill="${colours[about?.kind ?? 'peer']}"/>
<text x="${(labelWidth + length + 6).toFixed(1)}" y="${y}" font-weight="${weight}" fill="#1f2328">${times(median)}</text>`;
    });
  return `<text x="12" y="${top + 14}" font-size="13" font-weight="600" fill="#1f2328">${workload}: ${asText(title)}</text>
<text x="12" y="${top + 28}" font-size="10" fill="#59636e">${asText(passes[pass].title)}</text>
${rows.join('\n')}`;
}

const asText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The theme's colours for a canvas, read from the custom properties of the page. */
import { useEffect, useState } from 'preact/hooks';

const names = ['quiet', 'grid', 'warm', 'cool', 'rain', 'growth', 'growth-quiet', 'water', 'limit'] as const;

export type Colours = Readonly<Record<(typeof names)[number], string>>;

/** Reads them through an element: a custom property contains the colours of both themes. */
function readColours(): Colours {
  const probe = document.body.appendChild(document.createElement('i'));
  // A high-contrast mode would make them one colour.
  probe.style.forcedColorAdjust = 'none';
  const colourOf = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = Object.fromEntries(names.map((name) => [name, colourOf(name)]));
  probe.remove();
  return colours as Colours;
}

/** The colours, read again when the system's theme or the person's choice changes, also for a high-contrast mode or paper. */
export function useColours(): Colours {
  const [colours, setColours] = useState(readColours);
  useEffect(() => {
    const read = () => setColours(readColours());
    const ended = new AbortController();
    for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)', 'print'])
      matchMedia(query).addEventListener('change', read, ended);
    const choice = new MutationObserver(read);
    choice.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      ended.abort();
      choice.disconnect();
    };
  }, []);
  return colours;
}

/** The colour with this opacity, from `rgb(…)`. */
export const faded = (colour: string, opacity: number): string => colour.replace(')', `, ${opacity})`);

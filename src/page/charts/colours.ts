/** The theme's colours for a canvas, read from the custom properties of the page. */
import { useEffect, useState } from 'preact/hooks';

const names = [
  ...['text', 'quiet', 'grid', 'panel', 'warm', 'cool', 'rain', 'growth', 'growth-quiet', 'water', 'limit', 'good'],
] as const;

export type Colours = Readonly<Record<(typeof names)[number], string>>;

function readColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as Colours;
}

/** The colours, read again when the system's theme or the person's choice changes. */
export function useColours(): Colours {
  const [colours, setColours] = useState(readColours);
  useEffect(() => {
    const read = () => setColours(readColours());
    const system = matchMedia('(prefers-color-scheme: dark)');
    const choice = new MutationObserver(read);
    system.addEventListener('change', read);
    choice.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      system.removeEventListener('change', read);
      choice.disconnect();
    };
  }, []);
  return colours;
}

/** The colour with this opacity, from `#rrggbb`. */
export function faded(colour: string, opacity: number): string {
  return `${colour}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`;
}

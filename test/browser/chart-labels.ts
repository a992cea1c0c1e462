/** The labels that charts draw on their canvases. No element contains them, so the drawing calls are recorded. */
import type { Page } from 'playwright-core';

/** A label and its box on the canvas. */
interface Label {
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const half = 6;

/** Records labels from the next navigation on. */
export async function recordLabels(page: Page): Promise<void> {
  await page.addInitScript((halfHeight) => {
    const drawn = new Map<HTMLCanvasElement, Label[]>();
    Object.assign(globalThis, { drawn });
    const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.clearRect = function (...rectangle) {
      drawn.set(this.canvas, []);
      clearRect.apply(this, rectangle);
    };
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
      fillText.call(this, text, x, y, ...rest);
      const { width } = this.measureText(text);
      const from = x - { center: width / 2, right: width, end: width, left: 0, start: 0 }[this.textAlign];
      const middle =
        y +
        { top: 1, hanging: 1, middle: 0, bottom: -1, alphabetic: -1, ideographic: -1 }[this.textBaseline] * halfHeight;
      const matrix = this.getTransform();
      const corners = [from, from + width].flatMap((cornerX) =>
        [middle - halfHeight, middle + halfHeight].map((cornerY) => matrix.transformPoint({ x: cornerX, y: cornerY })),
      );
      const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
      const box = { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
      drawn.set(this.canvas, [...(drawn.get(this.canvas) ?? []), { text, ...box }]);
    };
  }, half);
}

/** The labels of each chart that is shown. */
export function labelsOf(page: Page): Promise<Label[][]> {
  return page.evaluate(() => [
    ...(globalThis as unknown as { drawn: Map<HTMLCanvasElement, Label[]> }).drawn
      .entries()
      .filter(([canvas]) => canvas.isConnected)
      .map(([, labels]) => labels),
  ]);
}

/** Pairs of labels that overlap, and labels that the canvas cuts off on the left. */
export function collisionsOf(charts: readonly (readonly Label[])[]): string[] {
  return charts.flatMap((labels) => [
    ...labels.filter(({ left }) => left < 0).map(({ text }) => `${text} is cut off`),
    ...labels.flatMap((one, at) =>
      labels
        .slice(at + 1)
        .filter(
          (other) =>
            one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom,
        )
        .map((other) => `${one.text} covers ${other.text}`),
    ),
  ]);
}

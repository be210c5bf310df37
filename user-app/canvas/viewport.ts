import { apart, middleOf, type Point, type Size, toScreen, toSheet, type View, within } from './geometry';

/** Fit of a sheet into the viewport, and its smallest scale. */
export interface Fit {
  /** Free space kept at each side and above and below of a fitted sheet, px. */
  margin: (viewport: Size) => Point;
  /** The largest scale a sheet is fitted at. */
  largestScale: number;
  /** The smallest scale the sheet is shown at, given the one it fits at. */
  smallestScale: (fitted: number) => number;
}

const largestScale = 8;
/** Free space kept around a point that is brought into sight, px. */
const revealMargin = 32;

/** Position of the sheet on the screen: fit, zoom, pan and pinch. It follows the window until the user moves it. */
export class Viewport {
  readonly #fit: Fit;
  #sheet: Size;
  #size: Size = { width: 0, height: 0 };
  #view: View = { scale: 1, x: 0, y: 0 };
  #isFitted = true;

  constructor(sheet: Size, fit: Fit) {
    this.#sheet = sheet;
    this.#fit = fit;
  }

  get view(): View {
    return this.#view;
  }

  get size(): Size {
    return this.#size;
  }

  get middle(): Point {
    return middleOf(this.#size);
  }

  toSheet(screen: Point): Point {
    return toSheet(this.#view, screen);
  }

  toScreen(place: Point): Point {
    return toScreen(this.#view, place);
  }

  /** Shows another sheet, fitted. */
  lay(sheet: Size): void {
    this.#sheet = sheet;
    this.fit();
  }

  resize(size: Size): void {
    const { width, height } = this.#size;
    this.#size = size;
    if (this.#isFitted || width === 0) this.fit();
    else this.pan((size.width - width) / 2, (size.height - height) / 2);
  }

  /** The whole sheet in the middle of the viewport. */
  fit(): void {
    const scale = this.#fittedScale;
    const { width, height } = this.#sheet;
    const { x, y } = this.middle;
    this.#view = { scale, x: x - (width * scale) / 2, y: y - (height * scale) / 2 };
    this.#isFitted = true;
  }

  /** Zooms by `factor` around a point of the screen, which stays where it is. */
  zoom(factor: number, around: Point = this.middle): void {
    const { scale: before, x, y } = this.#view;
    const scale = within(before * factor, this.#fit.smallestScale(this.#fittedScale), largestScale);
    const ratio = scale / before;
    this.#show({ scale, x: around.x - (around.x - x) * ratio, y: around.y - (around.y - y) * ratio });
  }

  pan(dx: number, dy: number): void {
    this.#show({ ...this.#view, x: this.#view.x + dx, y: this.#view.y + dy });
  }

  /** One of two fingers moved from `before` to `after` while the other stays. */
  pinch(before: Point, after: Point, other: Point): void {
    const spread = (point: Point) => Math.max(1, apart(point, other));
    this.pan((after.x - before.x) / 2, (after.y - before.y) / 2);
    this.zoom(spread(after) / spread(before), { x: (after.x + other.x) / 2, y: (after.y + other.y) / 2 });
  }

  /** Brings a place of the sheet into sight. */
  reveal(place: Point): void {
    const { x, y } = this.toScreen(place);
    const shift = (at: number, length: number) => {
      const margin = Math.min(revealMargin, length / 4);
      return within(at, margin, length - margin) - at;
    };
    const dx = shift(x, this.#size.width);
    const dy = shift(y, this.#size.height);
    if (dx !== 0 || dy !== 0) this.pan(dx, dy);
  }

  get #fittedScale(): number {
    const { width, height } = this.#size;
    const { x, y } = this.#fit.margin(this.#size);
    const scale = Math.min(
      (width - x * 2) / this.#sheet.width,
      (height - y * 2) / this.#sheet.height,
      this.#fit.largestScale,
    );
    return scale > 0 && Number.isFinite(scale) ? scale : 1;
  }

  /** Keeps the middle of the viewport over the sheet, so that it cannot be lost. */
  #show({ scale, x, y }: View): void {
    const { x: middleX, y: middleY } = this.middle;
    this.#view = {
      scale,
      x: within(x, middleX - this.#sheet.width * scale, middleX),
      y: within(y, middleY - this.#sheet.height * scale, middleY),
    };
    this.#isFitted = false;
  }
}

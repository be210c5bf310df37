export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Whole pixels, from `x`,`y` up to but without `x + width`, `y + height`. */
export interface Rect extends Point, Size {}

/** How the picture lies in the viewport: screen = image × scale + shift, CSS pixels. */
export interface View extends Point {
  scale: number;
}

const smallestScale = 0.1;
const largestScale = 8;
/** Free space around a fitted picture, px; at the sides of a wide viewport there are tools. */
const fitMargin = 24;
const sideMargin = 68;
const wideViewport = 640;

export const apart = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y);

export function toImage(view: View, screen: Point): Point {
  return { x: (screen.x - view.x) / view.scale, y: (screen.y - view.y) / view.scale };
}

export function toScreen(view: View, image: Point): Point {
  return { x: image.x * view.scale + view.x, y: image.y * view.scale + view.y };
}

/** The whole picture in the middle of the viewport; small pictures are not enlarged beyond their pixels twice. */
export function fittedView(image: Size, viewport: Size): View {
  const margin = Math.min(fitMargin, viewport.width / 10, viewport.height / 10);
  const side = viewport.width >= wideViewport ? sideMargin : margin;
  const scale = Math.min((viewport.width - side * 2) / image.width, (viewport.height - margin * 2) / image.height, 2);
  const kept = scale > 0 && Number.isFinite(scale) ? scale : 1;
  return {
    scale: kept,
    x: (viewport.width - image.width * kept) / 2,
    y: (viewport.height - image.height * kept) / 2,
  };
}

/** The view zoomed by `factor` around a point of the screen, which stays where it is. */
export function zoomedView(view: View, factor: number, around: Point, fitScale: number): View {
  const least = Math.min(smallestScale, fitScale);
  const scale = Math.min(largestScale, Math.max(least, view.scale * factor));
  const ratio = scale / view.scale;
  return { scale, x: around.x - (around.x - view.x) * ratio, y: around.y - (around.y - view.y) * ratio };
}

/** Keeps the middle of the viewport over the picture, so that it cannot be lost. */
export function keptView(view: View, image: Size, viewport: Size): View {
  const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
  const middleX = viewport.width / 2;
  const middleY = viewport.height / 2;
  return {
    scale: view.scale,
    x: within(view.x, middleX - image.width * view.scale, middleX),
    y: within(view.y, middleY - image.height * view.scale, middleY),
  };
}

export const emptyRect: Rect = { x: 0, y: 0, width: 0, height: 0 };

export function isEmptyRect({ width, height }: Rect): boolean {
  return width <= 0 || height <= 0;
}

export function joined(a: Rect, b: Rect): Rect {
  if (isEmptyRect(a)) return b;
  if (isEmptyRect(b)) return a;
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

/** The pixels of the picture that a box of any coordinates touches. */
export function clipped(left: number, top: number, right: number, bottom: number, size: Size): Rect {
  const x = Math.max(0, Math.floor(left));
  const y = Math.max(0, Math.floor(top));
  return {
    x,
    y,
    width: Math.max(0, Math.min(size.width, Math.ceil(right)) - x),
    height: Math.max(0, Math.min(size.height, Math.ceil(bottom)) - y),
  };
}

/** A box with free space around it, as far as the picture goes. */
export function widened(box: Rect, by: number, size: Size): Rect {
  if (isEmptyRect(box)) return emptyRect;
  return clipped(box.x - by, box.y - by, box.x + box.width + by, box.y + box.height + by, size);
}

export function wholeOf({ width, height }: Size): Rect {
  return { x: 0, y: 0, width, height };
}

const within = (value: number, most: number) => Math.min(most, Math.max(0, value));

export function onPicture({ x, y }: Point, { width, height }: Size): Point {
  return { x: within(x, width), y: within(y, height) };
}

/** The box between two corners; a square when asked. */
export function boxOf(a: Point, b: Point, size: Size, isSquare = false): Rect {
  const side = Math.max(Math.abs(b.x - a.x), Math.abs(b.y - a.y));
  const end = isSquare ? { x: a.x + Math.sign(b.x - a.x) * side, y: a.y + Math.sign(b.y - a.y) * side } : b;
  const from = onPicture({ x: Math.min(a.x, end.x), y: Math.min(a.y, end.y) }, size);
  const to = onPicture({ x: Math.max(a.x, end.x), y: Math.max(a.y, end.y) }, size);
  return { ...from, width: to.x - from.x, height: to.y - from.y };
}

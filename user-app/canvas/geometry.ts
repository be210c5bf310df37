export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Point, Size {}

/** Position of the sheet, a picture or paper, in the viewport: screen = sheet × scale + shift, CSS pixels. */
export interface View extends Point {
  scale: number;
}

export const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

export const apart = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y);

export const middleOf = ({ width, height }: Size): Point => ({ x: width / 2, y: height / 2 });

export function toSheet(view: View, screen: Point): Point {
  return { x: (screen.x - view.x) / view.scale, y: (screen.y - view.y) / view.scale };
}

export function toScreen(view: View, place: Point): Point {
  return { x: place.x * view.scale + view.x, y: place.y * view.scale + view.y };
}

/** The place of the sheet that is nearest to a point. */
export function onSheet({ x, y }: Point, { width, height }: Size): Point {
  return { x: within(x, 0, width), y: within(y, 0, height) };
}

/** The box between two corners. */
export function boxOf(a: Point, b: Point): Box {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(b.x - a.x),
    height: Math.abs(b.y - a.y),
  };
}

/** The far corner of the square that starts at `from` and goes towards `to`. */
export function squareCorner(from: Point, to: Point): Point {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const side = Math.max(Math.abs(dx), Math.abs(dy));
  return { x: from.x + (Math.sign(dx) || 1) * side, y: from.y + (Math.sign(dy) || 1) * side };
}

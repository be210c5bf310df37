export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Point, Size {}

/** How the paper lies in the viewport: screen = paper × scale + shift, CSS pixels. */
export interface View extends Point {
  scale: number;
}

/** Shapes of the paper; the longer side is what the engine keeps when a picture is saved. */
export const papers = {
  '4:3': { width: 1024, height: 768 },
  '1:1': { width: 1024, height: 1024 },
  '16:9': { width: 1024, height: 576 },
  '3:4': { width: 768, height: 1024 },
} as const satisfies Record<string, Size>;
export type Aspect = keyof typeof papers;
export const aspectNames = Object.keys(papers) as Aspect[];

const largestScale = 8;
const fitMargin = 12;

export const apart = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y);

export function toPaper(view: View, { x, y }: Point): Point {
  return { x: (x - view.x) / view.scale, y: (y - view.y) / view.scale };
}

/** The whole paper in the middle of the viewport. */
export function fittedView(paper: Size, viewport: Size): View {
  const fit = Math.min(
    (viewport.width - fitMargin * 2) / paper.width,
    (viewport.height - fitMargin * 2) / paper.height,
  );
  const scale = fit > 0 && Number.isFinite(fit) ? fit : 0.1;
  return {
    scale,
    x: (viewport.width - paper.width * scale) / 2,
    y: (viewport.height - paper.height * scale) / 2,
  };
}

/** Zoomed by `factor` around a point of the screen that stays where it is; never smaller than half of what fits. */
export function zoomedView(view: View, factor: number, around: Point, fitScale: number): View {
  const scale = Math.min(largestScale, Math.max(fitScale / 2, view.scale * factor));
  const ratio = scale / view.scale;
  return { scale, x: around.x - (around.x - view.x) * ratio, y: around.y - (around.y - view.y) * ratio };
}

/** Keeps the middle of the viewport over the paper, so that it cannot be lost. */
export function keptView(view: View, paper: Size, viewport: Size): View {
  return {
    scale: view.scale,
    x: within(view.x, viewport.width / 2 - paper.width * view.scale, viewport.width / 2),
    y: within(view.y, viewport.height / 2 - paper.height * view.scale, viewport.height / 2),
  };
}

/** What two fingers that went from `from` to `to` do to the view. */
export function pinchedView(view: View, from: readonly [Point, Point], to: readonly [Point, Point]): View {
  const before = middle(...from);
  const after = middle(...to);
  const factor = apart(...to) / Math.max(1, apart(...from));
  const scale = Math.min(largestScale, Math.max(0.05, view.scale * factor));
  const ratio = scale / view.scale;
  return { scale, x: after.x - (before.x - view.x) * ratio, y: after.y - (before.y - view.y) * ratio };
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

export function onPaper({ x, y }: Point, { width, height }: Size): Point {
  return { x: within(x, 0, width), y: within(y, 0, height) };
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
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

/** The far corner of a square, or the end of a line at a multiple of 45°, towards `to`. */
export function straightened(from: Point, to: Point, isLine: boolean): Point {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  if (!isLine) {
    const side = Math.max(Math.abs(dx), Math.abs(dy));
    return { x: from.x + (Math.sign(dx) || 1) * side, y: from.y + (Math.sign(dy) || 1) * side };
  }
  const angle = (Math.round(Math.atan2(dy, dx) / (Math.PI / 4)) * Math.PI) / 4;
  const length = dx * Math.cos(angle) + dy * Math.sin(angle);
  return { x: from.x + Math.cos(angle) * length, y: from.y + Math.sin(angle) * length };
}

/** The largest box of the picture's shape inside the paper, at most `share` of it, in the middle. */
export function placedBox(picture: Size, paper: Size, share = 1): Box {
  const scale = Math.min(paper.width / picture.width, paper.height / picture.height) * share;
  const width = picture.width * scale;
  const height = picture.height * scale;
  return { x: (paper.width - width) / 2, y: (paper.height - height) / 2, width, height };
}

export function isInside({ x, y }: Point, box: Box): boolean {
  return x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height;
}

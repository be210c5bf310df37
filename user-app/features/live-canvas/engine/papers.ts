import type { Box, Point, Size } from '../../../canvas/geometry';
import type { Fit } from '../../../canvas/viewport';

/** Shapes of the paper; the longer side is what the engine keeps when a picture is saved. */
export const papers = {
  '4:3': { width: 1024, height: 768 },
  '1:1': { width: 1024, height: 1024 },
  '16:9': { width: 1024, height: 576 },
  '3:4': { width: 768, height: 1024 },
} as const satisfies Record<string, Size>;
export type Aspect = keyof typeof papers;
export const aspectNames = Object.keys(papers) as Aspect[];

/** Paper fills the viewport, whatever its size, and is never smaller than half of what fits. */
export const paperFit: Fit = {
  margin: () => ({ x: 12, y: 12 }),
  largestScale: Number.POSITIVE_INFINITY,
  smallestScale: (fitted) => fitted / 2,
};

/** The end of a line at a multiple of 45°, towards `to`. */
export function lineEnd(from: Point, to: Point): Point {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
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

import type { Size } from '../../../canvas/geometry';
import type { Fit, Viewport } from '../../../canvas/viewport';
import type { PreviewView } from './preview';
import { clipped } from './rect';

/** Free space around a fitted picture, px; at the sides of a wide viewport there are tools. */
const fitMargin = 24;
const sideMargin = 68;
const wideViewport = 640;

/** Small pictures are not enlarged beyond their pixels twice. */
export const pictureFit: Fit = {
  margin: ({ width, height }) => {
    const margin = Math.min(fitMargin, width / 10, height / 10);
    return { x: width >= wideViewport ? sideMargin : margin, y: margin };
  },
  largestScale: 2,
  smallestScale: (fitted) => Math.min(0.1, fitted),
};

/** The part of a picture that is seen. */
export function sightOf(viewport: Viewport, picture: Size): PreviewView {
  const from = viewport.toSheet({ x: 0, y: 0 });
  const to = viewport.toSheet({ x: viewport.size.width, y: viewport.size.height });
  return { scale: viewport.view.scale, area: clipped(from.x, from.y, to.x, to.y, picture) };
}

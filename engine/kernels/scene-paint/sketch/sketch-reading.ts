import { boxBlur, type Size } from '../../../base/blur.ts';
import { type Component, distanceInside, growLabels, labelComponents } from '../../../base/components.ts';
import { bytesOf } from '../../../base/map-plane.ts';
import { smoothstep } from '../../../base/scalar.ts';
import { busyness, disorderOf, unitOf } from '../reading/busyness.ts';

/** Viewpoint of a drawing. */
export type SketchView = 'street' | 'above' | 'room';

type RegionKind = 'floor' | 'sky' | 'lawn' | 'paving' | 'pane' | 'panel' | 'wall';

/** Regions of a line drawing and their kinds. */
export interface SketchReading {
  /** Region of each pixel, at least 0. */
  labels: Int32Array;
  kinds: RegionKind[];
  /** 1 where the sky is. */
  sky: Uint8Array;
  /** Row at which the sky's wash has faded, pixels. */
  horizon: number;
  /** 0–1: scribbled all over, as foliage is drawn. */
  plants: Float32Array;
  /** Distance to the nearest line, pixels. */
  distance: Float32Array;
}

/**
 * Reads a drawing: regions are what a ball of a few pixels can roll through without crossing a line, so that small gaps
 * do not leak (trapped ball: Zhang et al., "Vectorizing cartoon animations", TVCG 2009); what they are is told by place
 * and shape.
 *
 * @param ink 0 paper … 1 line
 */
export function readSketch(ink: Float32Array, size: Size, view: SketchView): SketchReading {
  const { width, height } = size;
  const unit = unitOf(size);
  const isPaper = bytesOf(ink, (value) => (value < 0.22 ? 1 : 0));
  const distance = distanceInside(isPaper, size);
  const plants = scribbles(ink, size);
  const ball = Math.max(1.5, 2.2 * unit);
  const isOpen = bytesOf(distance, (far, i) => (far > ball && plants[i]! < 0.4 ? 1 : 0));
  const { labels, components } = labelComponents(isOpen, size);
  for (let i = 0; i < labels.length; i++) {
    if (labels[i]! >= 0 && components[labels[i]!]!.area < 14 * unit * unit) labels[i] = -1;
  }
  growLabels(labels, size);
  for (let i = 0; i < labels.length; i++) if (labels[i]! < 0) labels[i] = 0;
  const kinds = components.map((region) => kindOf(region, size, view));
  const sky = bytesOf(labels, (label) => (kinds[label] === 'sky' ? 1 : 0));
  let horizon = 0;
  for (let i = 0; i < sky.length; i++) if (sky[i]) horizon = Math.max(horizon, Math.floor(i / width));
  return { labels, kinds, sky, horizon: Math.min(height * 0.75, Math.max(height * 0.3, horizon)), plants, distance };
}

/** Crowns as they are scribbled, 0–1: busy without a direction over more room than where strokes meet. */
export function scribbles(ink: Float32Array, size: Size): Float32Array {
  const unit = unitOf(size);
  const paper = ink.map((value) => 1 - value);
  const busy = boxBlur(busyness(paper, size), size, Math.round(13 * unit));
  const disorder = disorderOf(paper, size);
  const core = busy.map((value, i) => smoothstep(0.022, 0.05, value) * smoothstep(0.42, 0.6, disorder[i]!));
  const reach = Math.max(2, Math.round(12 * unit));
  const around = boxBlur(boxBlur(core, size, reach), size, reach);
  const crowns = around.map((value) => smoothstep(0.16, 0.4, value));
  const { labels, components } = labelComponents(
    bytesOf(crowns, (value) => (value > 0.05 ? 1 : 0)),
    size,
  );
  // Two strokes that cross are as busy, on less room.
  const least = Math.max(2600 * unit * unit, 0.006 * ink.length);
  return crowns.map((value, i) => (labels[i]! >= 0 && components[labels[i]!]!.area > least ? value : 0));
}

function kindOf(region: Component, size: Size, view: SketchView): RegionKind {
  return view === 'room' ? kindIndoors(region, size) : kindOutdoors(region, size, view);
}

interface RegionShape {
  wide: number;
  high: number;
  /** Of the picture. */
  share: number;
  /** Fills six tenths of its box. */
  isBox: boolean;
  /** Touches the picture's lower edge. */
  isAtBottom: boolean;
}

function shapeOf({ area, left, top, right, bottom }: Component, { width, height }: Size): RegionShape {
  const wide = right - left + 1;
  const high = bottom - top + 1;
  return {
    wide,
    high,
    share: area / (width * height),
    isBox: area > wide * high * 0.6,
    isAtBottom: bottom >= height - 3,
  };
}

function kindIndoors(region: Component, size: Size): RegionKind {
  const { share, isBox, isAtBottom } = shapeOf(region, size);
  if (isAtBottom && region.y > size.height * 0.58) return 'floor';
  return isBox && share < 0.05 && share > 0.0015 ? 'panel' : 'wall';
}

function kindOutdoors(region: Component, size: Size, view: SketchView): RegionKind {
  const { width, height } = size;
  const { top, y } = region;
  const { wide, high, share, isBox, isAtBottom } = shapeOf(region, size);
  if (view === 'street' && top <= 2 && y < height * 0.5 && wide > width * 0.12) return 'sky';
  if (isAtBottom && y > height * 0.6) return share > 0.05 ? 'paving' : 'lawn';
  if (view === 'above' && share > 0.03) return 'lawn';
  if (top > height * 0.62 && wide > high * 1.6) return share > 0.004 ? 'paving' : 'wall';
  if (isBox && share < 0.012 && wide < high * 2.6 && high > height * 0.03) return 'pane';
  return isBox && share < 0.06 && share > 0.003 ? 'panel' : 'wall';
}

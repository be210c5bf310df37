import type { GreyMask } from '#shared/domain/mask-edge';
import type { Size } from '../../../canvas/geometry';
import { marked } from './bitmap';
import type { Change } from './change';
import { reduced } from './grey-mask';
import { isEmptyRect, type Rect, wholeOf, widened } from './rect';
import { type Refinement, refine } from './refine';
import { forEachSpan } from './span-codec';

/** A part of a refined mask, pixel by pixel. */
export interface PreviewPart {
  /** Picture pixels. */
  area: Rect;
  /** Of the size of `area`. */
  mask: GreyMask;
}

/** A refined mask to look at. */
export interface Preview {
  /** The whole picture, every `step`-th pixel. */
  whole: GreyMask;
  step: number;
  /** Part shown in detail; absent when the whole is exact enough. */
  part: PreviewPart | undefined;
  /** Fraction of the picture that is changed, 0–1. */
  coverage: number;
}

export interface PreviewWish {
  refinement: Refinement;
  /** 1 for every pixel of the whole, 2 for every other one. */
  step: number;
  /** Part wanted pixel by pixel besides. */
  part: Rect | undefined;
}

/** A part of the picture on the screen. */
export interface PreviewView {
  /** Pixels of the screen for one of the picture. */
  scale: number;
  /** Picture pixels. */
  area: Rect;
}

/** Smaller masks are always refined pixel by pixel. */
const smallestReduced = 1_500_000;
const largestStep = 4;
/** Pixels of the screen around the visible part that are worked out with it. */
const margin = 96;

/** Preview that has to be computed to show a part of the picture exactly. */
export function wishFor(refinement: Refinement, size: Size, { scale, area }: PreviewView): PreviewWish {
  if (size.width * size.height < smallestReduced) return { refinement, step: 1, part: undefined };
  const step = Math.min(largestStep, Math.floor(0.9 / scale));
  if (step > 1) return { refinement, step, part: undefined };
  const part = isEmptyRect(area) ? undefined : widened(area, margin / scale, size);
  return { refinement, step: largestStep, part };
}

/** Returns true when what was asked for shows a part of the picture as exactly as it can be seen. */
export function isEnough({ step, part }: PreviewWish, size: Size, sight: PreviewView): boolean {
  const wanted = wishFor({ grow: 0, feather: 0, areHolesFilled: false }, size, sight);
  if (!wanted.part) return step <= wanted.step;
  return step === 1 || (part !== undefined && holds(part, sight.area));
}

function holds(outer: Rect, { x, y, width, height }: Rect): boolean {
  const isAcross = x >= outer.x && x + width <= outer.x + outer.width;
  return isAcross && y >= outer.y && y + height <= outer.y + outer.height;
}

/** Blocks in which wide fades are worked out; parts begin and end with whole ones. */
const block = 4;

/** A part of the refined mask, the same to the pixel as cut out of the whole. Holes have to be filled before. */
export function refinePart(mask: GreyMask, refinement: Refinement, area: Rect): GreyMask {
  const near = widened(area, Math.abs(refinement.grow) + refinement.feather + block * 4, mask);
  const x = near.x - (near.x % block);
  const y = near.y - (near.y % block);
  const end = (at: number, length: number) => Math.min(length, Math.ceil(at / block) * block);
  const width = end(near.x + near.width, mask.width) - x;
  const height = end(near.y + near.height, mask.height) - y;
  const refined = refine(cut(mask, { x, y, width, height }), { ...refinement, areHolesFilled: false });
  return cut(refined, { ...area, x: area.x - x, y: area.y - y });
}

function cut(mask: GreyMask, { x, y, width, height }: Rect): GreyMask {
  const data = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const from = (y + row) * mask.width + x;
    data.set(mask.data.subarray(from, from + width), row * width);
  }
  return { width, height, data };
}

/** @param filled gives the mask with its holes filled; called only when a part is wanted and holes are to be filled */
export function previewOf(mask: GreyMask, wish: PreviewWish, filled: () => GreyMask): Preview {
  const { refinement, step, part: area } = wish;
  const areFilled = refinement.areHolesFilled && area !== undefined;
  const source = areFilled ? filled() : mask;
  const areHolesFilled = refinement.areHolesFilled && !areFilled;
  const whole = refine(reduced(source, step), { ...refinement, areHolesFilled }, step);
  let count = 0;
  for (let at = 0; at < whole.data.length; at += 1) if ((whole.data[at] as number) > 127) count += 1;
  return {
    // A copy, because the preview is patched and must not share memory with the mask.
    whole: whole.data === source.data ? { ...whole, data: whole.data.slice() } : whole,
    step,
    part: area && { area, mask: refinePart(source, refinement, area) },
    coverage: count / Math.max(1, whole.data.length),
  };
}

/** Shows a change of the painted mask in a preview at once; its fine edge follows. */
export function patchPreview({ whole, step, part }: Preview, change: Change, mask: GreyMask): void {
  patchLayer(whole, wholeOf(mask), step, change, mask);
  if (part) patchLayer(part.mask, part.area, 1, change, mask);
}

function patchLayer(layer: GreyMask, area: Rect, step: number, change: Change, mask: GreyMask): void {
  const { data, width } = layer;
  if (change.kind === 'invert') {
    for (let at = 0; at < data.length; at += 1) data[at] = marked - (data[at] as number);
    return;
  }
  const half = step >> 1;
  // The first sample at or after a place of the picture.
  const sampleAt = (place: number) => Math.max(0, Math.ceil((place - half) / step));
  forEachSpan(change.spans, (from, to) => {
    const row = Math.floor(from / mask.width);
    const y = (row - area.y - half) / step;
    if (y < 0 || y >= layer.height || !Number.isInteger(y)) return;
    const left = from - row * mask.width - area.x;
    const first = Math.min(width, sampleAt(left));
    const end = Math.min(width, sampleAt(left + to - from));
    if (end > first) data.fill(mask.data[from] as number, y * width + first, y * width + end);
  });
}

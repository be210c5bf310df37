import type { ImageFormat } from '#shared/contract/image';
import { needsWatermark } from '#shared/domain/watermark';

/** Request for a view of a picture. Sides in pixels. */
export interface AskedView {
  w?: number | undefined;
  h?: number | undefined;
  fit: 'inside' | 'cover' | 'contain';
  format?: ImageFormat | undefined;
  /** 1–100. */
  quality: number;
  /** Rather small than with the brand watermark. */
  isClean: boolean;
}

/** Plan for a copy of the stored file. */
export interface CopyPlan {
  /** Pixels; the picture keeps its size when there is neither. */
  resize: { width?: number; height?: number; fit: AskedView['fit'] } | undefined;
  format: ImageFormat;
  /** 1–100; 0 where the format has none. */
  quality: number;
  isMarked: boolean;
  /** Pixels of the copy, at most. */
  pixels: number;
  /** Number of the content for the metadata that tell a generated picture; absent where it was not generated. */
  producedAs?: string;
}

interface Stored {
  width: number;
  height: number;
  format: ImageFormat;
  type: number;
}

/**
 * Copies are made in these sizes and qualities only, rounded up, so that there are few of each picture and what one
 * screen asked for serves the next. Pixels of the longer asked side.
 */
const sideSteps = [160, 320, 480, 640, 960, 1280, 1600, 1920, 2560, 3840, 7680] as const;
/** The longest side that copies are made in and that is no longer than `side`, at least the smallest. Pixels. */
export const sideWithin = (side: number): number => sideSteps.findLast((step) => step <= side) ?? sideSteps[0];
const qualitySteps = [60, 80, 90, 100] as const;
/** Proportions of a cut-out are rounded to this part of its longer side; 16:9, 3:2 and 4:3 are among them. */
const proportionSteps = 48;

/** Of a type that is marked, nothing larger is shown without the mark. Pixels. */
const unmarkedSide = 1280;

/** Quality of a copy to keep. */
const keptQuality = 95;

/** Plan for a view; null when the stored file serves. Nothing is enlarged. */
export function planView(stored: Stored, asked: AskedView): CopyPlan | null {
  const format = asked.format ?? stored.format;
  const isMarkedType = needsWatermark(stored.type);
  let resize = stepped(stored, asked);
  let size = sizeOf(stored, resize);
  const isTooLarge = isMarkedType && Math.max(size.width, size.height) > unmarkedSide;
  if (isTooLarge && asked.isClean) {
    const scale = unmarkedSide / Math.max(size.width, size.height);
    resize = {
      width: Math.round(size.width * scale),
      height: Math.round(size.height * scale),
      fit: resize?.fit ?? 'inside',
    };
    size = sizeOf(stored, resize);
  }
  const isMarked = isTooLarge && !asked.isClean;
  if (!resize && !isMarked && format === stored.format) return null;
  const quality = format === 'png' ? 0 : roundUp(asked.quality, qualitySteps);
  return { resize, format, quality, isMarked, pixels: size.width * size.height };
}

/** The longer side of what a link shows, pixels. */
const sharedSide = 1920;

/** Plan for a link that anybody may open: never the stored file, and marked at any size if the type is. */
export function planShared(stored: Stored, asked: { w?: number | undefined; format: ImageFormat }): CopyPlan {
  const side = Math.min(asked.w ?? sharedSide, sharedSide);
  const resize = stepped(stored, { w: side, h: side, fit: 'inside', quality: keptQuality, isClean: false });
  const { width, height } = sizeOf(stored, resize);
  const quality = asked.format === 'png' ? 0 : 90;
  return { resize, format: asked.format, quality, isMarked: needsWatermark(stored.type), pixels: width * height };
}

/**
 * Plan for a download; null when the stored file serves.
 * @param producedAs number of a generated picture, which its copy's metadata name
 */
export function planDownload(stored: Stored, format: ImageFormat, producedAs?: string): CopyPlan | null {
  const isMarked = needsWatermark(stored.type);
  if (!isMarked && format === stored.format && producedAs === undefined) return null;
  const quality = format === 'png' ? 0 : keptQuality;
  const copy = { resize: undefined, format, quality, isMarked, pixels: stored.width * stored.height };
  return producedAs === undefined ? copy : { ...copy, producedAs };
}

/** The copy's name beside others of the same file. */
export function nameOf({ resize, format, quality, isMarked, producedAs }: CopyPlan): string {
  const size = resize ? `${resize.width ?? ''}x${resize.height ?? ''}${resize.fit}` : 'full';
  return `${size}-${quality}${isMarked ? '-mark' : ''}${producedAs ? `-${producedAs}` : ''}.${format}`;
}

function stepped({ width, height }: Stored, { w, h, fit }: AskedView): CopyPlan['resize'] {
  if (w === undefined && h === undefined) return undefined;
  if (fit === 'inside' || w === undefined || h === undefined) {
    // Only the side that binds counts: the other follows from the picture.
    const isBoundByWidth = (w ?? Number.POSITIVE_INFINITY) / width <= (h ?? Number.POSITIVE_INFINITY) / height;
    const side = roundUp((isBoundByWidth ? w : h) as number, sideSteps);
    if (side >= (isBoundByWidth ? width : height)) return undefined;
    return isBoundByWidth ? { width: side, fit: 'inside' } : { height: side, fit: 'inside' };
  }
  const long = roundUp(Math.max(w, h), sideSteps);
  const share = Math.ceil((Math.min(w, h) / Math.max(w, h)) * proportionSteps - 1e-6) / proportionSteps;
  const box = w >= h ? { width: long, height: long * share } : { width: long * share, height: long };
  const scale = fit === 'cover' ? Math.min(1, width / box.width, height / box.height) : 1;
  const side = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return { width: side(box.width), height: side(box.height), fit };
}

/** Size of a copy, pixels. */
export function sizeOf(
  stored: { width: number; height: number },
  resize: CopyPlan['resize'],
): { width: number; height: number } {
  const { width, height } = stored;
  if (!resize) return { width, height };
  if (resize.fit !== 'inside') return { width: resize.width ?? width, height: resize.height ?? height };
  const scale = Math.min(1, (resize.width ?? width) / width, (resize.height ?? height) / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** The first step that is not below; above the last one the value stays, and no picture is that large. */
function roundUp(value: number, steps: readonly number[]): number {
  return steps.find((step) => step >= value) ?? Math.max(value, 8192);
}

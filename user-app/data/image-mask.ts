import { useEffect, useState } from 'react';
import { api } from '../lib/api';
import { imageUrl, uploadedImage, uploadImage } from './image';

export interface PictureSize {
  width: number;
  height: number;
}

/** One byte a pixel, rows from the top: 255 where something is chosen, else 0. */
interface MaskPixels extends PictureSize {
  data: Uint8Array<ArrayBuffer>;
}

const unreadable = '图片读取失败，请刷新页面';

async function loaded(src: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = src;
  await image.decode().catch(() => {
    throw new Error(unreadable);
  });
  return image;
}

/** Size of a stored picture, pixels. Known without a request for those uploaded in this window. */
export async function readPictureSize(imageId: string): Promise<PictureSize> {
  const known = uploadedImage(imageId);
  if (known) return { width: known.width, height: known.height };
  const { naturalWidth, naturalHeight } = await loaded(imageUrl(imageId));
  return { width: naturalWidth, height: naturalHeight };
}

/** Reads the first channel of a picture. Grey pictures have no alpha, so a canvas gives their values exactly. */
async function pixelsOf(src: string): Promise<MaskPixels> {
  const image = await loaded(src);
  const { naturalWidth: width, naturalHeight: height } = image;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error(unreadable);
  context.drawImage(image, 0, 0);
  const { data: colours } = context.getImageData(0, 0, width, height);
  const data = new Uint8Array(width * height);
  for (let at = 0; at < data.length; at += 1) data[at] = (colours[at * 4] as number) > 127 ? 255 : 0;
  return { width, height, data };
}

/** A stored mask at its full size. */
export function readMask(imageId: string): Promise<MaskPixels> {
  return pixelsOf(imageUrl(imageId));
}

interface StoredMask {
  imageId: string;
  /** Fraction of the picture that is chosen, 0–1. */
  coverage: number;
}

const coverages = new Map<string, number>();
/** Width at which coverage is measured, px: the share does not depend on the size. */
const coverageWidth = 256;

/** A share of a picture in words, without the sign: whole per cent, finer below one. */
export function percentOf(coverage: number): string {
  return (coverage * 100).toFixed(coverage > 0 && coverage < 0.01 ? 2 : 0);
}

/** Share of its picture that a mask covers, 0–1; undefined while unknown. */
export function useMaskCoverage(imageId: string | undefined): number | undefined {
  const [measured, setMeasured] = useState<StoredMask>();
  const known = imageId === undefined ? undefined : coverages.get(imageId);
  useEffect(() => {
    if (imageId === undefined || coverages.has(imageId)) return;
    let isWanted = true;
    pixelsOf(imageUrl(imageId, coverageWidth)).then(
      ({ data }) => {
        const coverage = data.reduce((sum, value) => sum + (value === 0 ? 0 : 1), 0) / data.length;
        coverages.set(imageId, coverage);
        if (isWanted) setMeasured({ imageId, coverage });
      },
      // The coverage stays unknown, and the field shows the mask without a percentage.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [imageId]);
  return known ?? (measured?.imageId === imageId ? measured?.coverage : undefined);
}

/** Number of pixels outside a stored mask; undefined until they are counted. */
export function usePixelsOutside(imageId: string | undefined): number | undefined {
  const [counted, setCounted] = useState<{ imageId: string; outside: number }>();
  useEffect(() => {
    if (imageId === undefined) return;
    let isWanted = true;
    readMask(imageId).then(
      ({ data }) => {
        const outside = data.reduce((sum, value) => sum + (value === 0 ? 1 : 0), 0);
        if (isWanted) setCounted({ imageId, outside });
      },
      // The number stays unknown, and the line is shown without it.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [imageId]);
  return counted?.imageId === imageId ? counted?.outside : undefined;
}

/** Sends a mask. Throws like {@link uploadImage}. */
export async function uploadMask(png: Blob, coverage: number): Promise<string> {
  const { imageId } = await uploadImage(new File([png], 'mask.png', { type: 'image/png' }));
  coverages.set(imageId, coverage);
  return imageId;
}

interface ClickMaskRequest {
  imageId: string;
  /** Picture pixels. */
  points: readonly { x: number; y: number; isInside: boolean }[];
  box: { x: number; y: number; width: number; height: number } | undefined;
}

interface ClickMask extends MaskPixels {
  area: number;
  /** 0–1. */
  score: number;
}

/** Asks what lies under the points; one to three proposals from small to large. */
export async function clickMask({ imageId, points, box }: ClickMaskRequest, signal: AbortSignal): Promise<ClickMask[]> {
  const labelled = points.map(({ x, y, isInside }) => ({ x, y, label: isInside ? (1 as const) : (0 as const) }));
  const request = { imageId, points: labelled, ...(box ? { box } : {}) };
  const { candidates } = await api.clickMask(request, { signal });
  return Promise.all(candidates.map(async ({ mask, area, score }) => ({ ...(await pixelsOf(mask)), area, score })));
}

import type { ImageFormat } from '../contract/image.ts';

export interface ImageSize {
  /** Pixels, 16–8192; the server never enlarges. */
  w?: number;
  /** Pixels, 16–8192. */
  h?: number;
  fit?: 'inside' | 'cover' | 'contain';
  format?: ImageFormat;
  /** 1–100. */
  quality?: number;
  /** To be read rather than looked at: the server keeps it small instead of drawing the brand watermark. */
  clean?: boolean;
}

/** Quality that images are asked for in (docs/RULES.md R54). */
const defaultQuality = 100;

/**
 * Pixels of the small pictures of the gallery: its walls, strips and covers ask for one width, so that one copy serves
 * them all, and the house's pictures come with theirs.
 */
export const galleryWidth = 480;
/** Pixels a wall asks for where its cards need more. */
export const galleryWidths = [galleryWidth, 640, 960] as const;

const smallestSide = 16;
const largestSide = 8192;

/**
 * The address of a stored image in a size and format: WebP where the browser reads it, else JPEG, quality 100
 * (docs/RULES.md R54). Sizes are rounded and kept within what the server takes. Takes an image's `url` or its plain id;
 * what a URL already asks for is replaced. `data:` and `blob:` addresses come back as they are.
 */
export function imageUrl(image: string, size: ImageSize = {}, isWebpSupported = true): string {
  if (/^(data|blob):/i.test(image)) return image;
  const address = image.includes('/') ? image : `/api/images/${encodeURIComponent(image)}`;
  const [beforeHash = ''] = address.split('#');
  const [path = '', query = ''] = beforeHash.split('?');
  const wanted = new URLSearchParams(query);
  const { w, h, fit, clean, format = isWebpSupported ? 'webp' : 'jpg', quality = defaultQuality } = size;
  if (w !== undefined) wanted.set('w', String(side(w)));
  if (h !== undefined) wanted.set('h', String(side(h)));
  if (fit !== undefined) wanted.set('fit', fit);
  wanted.set('format', format);
  wanted.set('quality', String(between(quality, 1, 100)));
  if (clean) wanted.set('clean', 'true');
  return `${path}?${wanted}`;
}

/** The same image for screens of one, two and three device pixels, as `srcset` (`… 320w, … 640w`). */
export function imageSourceSet(
  image: string,
  width: number,
  size: Omit<ImageSize, 'w' | 'h'> = {},
  isWebpSupported = true,
): string {
  const widths = [...new Set([1, 2, 3].map((density) => side(width * density)))];
  return widths.map((w) => `${imageUrl(image, { ...size, w }, isWebpSupported)} ${w}w`).join(', ');
}

function side(pixels: number): number {
  return between(pixels, smallestSide, largestSide);
}

function between(value: number, lowest: number, highest: number): number {
  return Math.min(highest, Math.max(lowest, Math.round(value)));
}

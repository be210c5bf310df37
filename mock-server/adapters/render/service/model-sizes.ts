import type { Size } from '../result-size.ts';

/** The size of a list whose proportion is nearest to the wanted one. */
export function nearestSize(sizes: readonly Size[], wanted: Size): Size {
  const distance = ({ width, height }: Size) => Math.abs(Math.log((width * wanted.height) / (height * wanted.width)));
  return sizes.reduce((best, size) => (distance(size) < distance(best) ? size : best));
}

export interface SizeRange {
  /** Pixels of the whole picture, millions. */
  megapixels: number;
  /** Sides are multiples of this many pixels. */
  multiple: number;
  shortest: number;
  longest: number;
}

/** A size of about so many pixels in the wanted proportion, as far as the range of sides allows. */
export function sizeWithin({ megapixels, multiple, shortest, longest }: SizeRange, wanted: Size): Size {
  const scale = Math.sqrt((megapixels * 1e6) / (wanted.width * wanted.height));
  const sideOf = (side: number) =>
    Math.min(longest, Math.max(shortest, Math.floor((side * scale) / multiple) * multiple));
  return { width: sideOf(wanted.width), height: sideOf(wanted.height) };
}

import type { Size } from '../../base/blur.ts';
import { lumaPlane, type RgbBytes } from '../../base/colour.ts';
import { coloursOf } from './colours.ts';
import { packFeatures } from './features.ts';
import { hashesOf, type PictureHashes } from './hashes.ts';
import { layoutOf } from './layout.ts';

export { colourLikeness, edgeLength, featureLength, layoutLikeness } from './features.ts';
export { bitCount, hammingDistance } from './hashes.ts';

/** Hashes, colours and features for the search for similar pictures. */
export interface Likeness extends PictureHashes {
  /** Bit n: the colour at place n of `galleryColours`. */
  colourBits: number;
  /** See `features.ts`. */
  features: Uint8Array;
}

/** Longest side of the copy that is measured, pixels. */
export const measuredSide = 128;

/** @param rgb a copy of the picture whose longest side is {@link measuredSide} */
export function likenessOf(rgb: RgbBytes, size: Size): Likeness {
  const luma = lumaPlane(rgb);
  const colours = coloursOf(rgb);
  return {
    ...hashesOf(luma, size),
    colourBits: colours.colourBits,
    features: packFeatures(layoutOf(luma, size), colours),
  };
}

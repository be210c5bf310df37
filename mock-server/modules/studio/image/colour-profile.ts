import sharp from 'sharp';
import { rasterHead } from './raster-file.ts';

/** Samples from 0 to 255 per channel of the colours that are tried. */
const steps = [0, 64, 128, 192, 255];
/** Largest shift of a colour that is invisible to the eye, of 255. */
const unnoticed = 2;

/**
 * Returns true when a picture looks different without its profile. sRGB comes in many profiles of different makers, so
 * the profile is judged by its effect on some colours. A profile that cannot be used changes nothing.
 */
export async function changesColours(icc: Uint8Array, channels: 1 | 3): Promise<boolean> {
  const swatch = Buffer.from(
    channels === 1 ? steps : steps.flatMap((r) => steps.flatMap((g) => steps.flatMap((b) => [r, g, b]))),
  );
  const head = rasterHead({ width: swatch.length / channels, height: 1, channels, icc });
  const seen = await sharp(Buffer.concat([head, swatch]))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined);
  if (!seen) return false;
  const grow = seen.info.channels / channels;
  return seen.data.some((value, index) => Math.abs(value - (swatch[Math.floor(index / grow)] as number)) > unnoticed);
}

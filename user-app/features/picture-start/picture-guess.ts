import type { PictureKind } from '#shared/domain/picture-kind';

/** Side of the small copy that is looked at, pixels. */
export const guessSide = 96;

/** Of 255: a pixel whose channels differ by more has a colour. */
const colourful = 24;
/** Of 255: as light as paper. */
const paper = 225;

/**
 * Probable kind of a picture, by the shares of coloured pixels and of pixels as light as paper. A drawing on paper may
 * be of a building or a plan: that is left to the person.
 *
 * @param rgba pixels of a small copy, 4 bytes each
 */
export function guessPictureKind(rgba: Uint8ClampedArray | Uint8Array): PictureKind {
  const pixels = rgba.length / 4;
  let coloured = 0;
  let light = 0;
  for (let at = 0; at < rgba.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = [rgba[at], rgba[at + 1], rgba[at + 2]];
    const most = Math.max(red, green, blue);
    const least = Math.min(red, green, blue);
    if (most - least > colourful) coloured += 1;
    if (least > paper) light += 1;
  }
  if (coloured / pixels > 0.12) return 'photo';
  if (light / pixels > 0.5) return 'lines';
  return 'model';
}

/** The same of a file; undefined where the browser cannot draw it. */
export async function guessKindOfFile(file: Blob): Promise<PictureKind | undefined> {
  try {
    const small = await createImageBitmap(file, { resizeWidth: guessSide, resizeHeight: guessSide });
    const canvas = document.createElement('canvas');
    canvas.width = guessSide;
    canvas.height = guessSide;
    const context = canvas.getContext('2d');
    context?.drawImage(small, 0, 0);
    small.close();
    return context ? guessPictureKind(context.getImageData(0, 0, guessSide, guessSide).data) : undefined;
  } catch {
    return undefined;
  }
}

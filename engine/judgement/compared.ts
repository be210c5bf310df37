import type { Size } from '../base/blur.ts';
import type { Mask } from '../base/mask.ts';
import { openPicture, readPixels } from '../base/picture-file.ts';
import type { JudgedPixels } from './judged-picture.ts';

/** Longest side at which outputs are compared, pixels. */
export const longestSide = 1536;
/** Proportions that differ by less are the same. */
const sameProportion = 0.02;

export interface PicturePart extends Size {
  left: number;
  top: number;
}

/** Files and the place in the base that an output is compared with. */
export interface ComparedFiles {
  base: { file: string; width: number; height: number };
  part?: PicturePart | undefined;
  mask?: string | undefined;
}

export interface Compared {
  base: JudgedPixels;
  result: JudgedPixels;
  mask?: Mask;
}

/** Base, result and mask at sizes at which they are compared: those of the result's proportion in one frame. */
export async function readCompared({ base, part, mask }: ComparedFiles, file: string): Promise<Compared> {
  const result = await readPixels({ file }, { maxSide: longestSide, alpha: 'onWhite' });
  const shown = part ?? base;
  const isAlike = Math.abs((result.width * shown.height) / (result.height * shown.width) - 1) < sameProportion;
  const factor = Math.min(1, longestSide / Math.max(shown.width, shown.height));
  const own = { width: Math.round(shown.width * factor), height: Math.round(shown.height * factor) };
  const size = isAlike && result.width <= own.width ? { width: result.width, height: result.height } : own;
  const isLarger = isAlike && result.width > own.width;
  const compared = isLarger ? await readAt(file, size) : result;
  return {
    base: await readAt(base.file, size, part),
    result: compared,
    ...(mask && { mask: await readMaskAt(mask, size, part) }),
  };
}

export async function readAt(file: string, { width, height }: Size, part?: PicturePart): Promise<JudgedPixels> {
  const opened = openPicture(file).toColourspace('srgb').flatten({ background: '#ffffff' });
  const { data, info } = await (part ? opened.extract(part) : opened)
    .resize({ width, height, fit: 'fill' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { rgb: info.channels === 3 ? data : threefold(data), width, height };
}

function threefold(grey: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: grey.length * 3 }, (_, i) => grey[(i / 3) | 0]!);
}

export async function readMaskAt(file: string, size?: Size, part?: PicturePart): Promise<Mask> {
  const opened = openPicture(file, { isProfileIgnored: true }).flatten({ background: '#000000' });
  const cut = part ? opened.extract(part) : opened;
  const sized = size ? cut.resize({ ...size, fit: 'fill', kernel: 'nearest' }) : cut;
  return new Uint8Array(await sized.toColourspace('b-w').extractChannel(0).raw().toBuffer());
}

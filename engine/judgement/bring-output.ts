import path from 'node:path';
import sharp from 'sharp';
import type { Size } from '../base/blur.ts';
import { chosenLevel, type Mask, pasteBack } from '../base/mask.ts';
import { readPixels } from '../base/picture-file.ts';
import { type JudgedBase, judgedBase } from './check-structure.ts';
import type { ClassLook } from './class-change.ts';
import { type Compared, longestSide, readAt, readMaskAt } from './compared.ts';
import type { Following } from './follow-base.ts';
import { bringToBase } from './judge-result.ts';
import type { JudgedPixels } from './judged-picture.ts';
import type { OutputQuestion } from './output-question.ts';

/** Pictures to compare, with the lines of the base. */
interface ComparedToLines extends Compared {
  judged: JudgedBase;
}

interface BroughtFile {
  file: string;
  size: Size;
  /** False where the output lay in its frame already, and nothing was pasted. */
  isChanged: boolean;
  /** Share of the frame that the output does not show, 0–1. */
  unshown: number;
  /** 255 where the output shows something; absent where it does everywhere. */
  covered?: Mask | undefined;
  /** The pictures to compare, where they have been read in a size for it. */
  compared?: ComparedToLines | undefined;
}

/**
 * Brings an output to the frame of its base, and to its colours where they are promised; one whose place is not found
 * is scaled alone.
 */
export async function bringOutput(
  question: OutputQuestion,
  frame: Size,
  look: ClassLook | undefined,
): Promise<BroughtFile> {
  const base = await readAt(question.base.file, frame, question.part);
  const given = await readPixels({ file: question.result }, { alpha: 'onWhite' });
  const mask = question.mask ? await readMaskAt(question.mask, frame, question.part) : undefined;
  const follows = await followingOf(question, base, look);
  const judged = judgedBase(base);
  const brought = bringToBase(base, given, { follows, judged });
  const isAsGiven = given.width === frame.width && given.height === frame.height;
  const isUntouched = !brought || (brought.registration.isInPlace && !follows);
  if (isUntouched && isAsGiven && !mask)
    return {
      file: question.result,
      size: frame,
      isChanged: false,
      unshown: 0,
      compared: comparedOf(judged, base, given),
    };
  const framed = brought && isOfSize(brought, frame) ? brought : await readAt(question.result, frame);
  const rgb = mask ? pasteBack(base.rgb, framed.rgb, mask) : framed.rgb;
  const file = path.join(question.folder, `${question.name}-brought.png`);
  await sharp(rgb, { raw: { ...frame, channels: 3 } })
    .png({ compressionLevel: 3, adaptiveFiltering: true })
    .toFile(file);
  const covered = brought?.covered;
  const hidden = covered ? covered.filter((level) => level < chosenLevel).length / covered.length : 0;
  const compared = comparedOf(judged, base, { rgb, ...frame }, mask);
  return { file, size: frame, isChanged: true, unshown: hidden, covered, compared };
}

/** Pictures that have been read, if they are no larger than those that are compared. */
function comparedOf(
  judged: JudgedBase,
  base: JudgedPixels,
  result: JudgedPixels,
  mask?: Mask,
): ComparedToLines | undefined {
  if (Math.max(base.width, base.height) > longestSide) return undefined;
  return { judged, base, result, ...(mask && { mask }) };
}

/** Share of a class from which on it is there. */
const there = 0.5;

async function followingOf(
  { follows }: OutputQuestion,
  base: JudgedPixels,
  look: ClassLook | undefined,
): Promise<Following | undefined> {
  if (!follows) return undefined;
  const { what, isSkyNew } = follows;
  if (!isSkyNew) return { what };
  const looked = await look?.(base).catch(() => undefined);
  const sky = looked?.shares.get('sky');
  if (!looked || !sky) return undefined;
  const levels = Uint8Array.from(sky, (share) => (share >= there ? 255 : 0));
  return { what, except: sizedMask(levels, looked, base) };
}

/** A mask at another size, by its nearest pixels. */
export function sizedMask(mask: Mask, from: Size, { width, height }: Size): Mask {
  const columns = Int32Array.from({ length: width }, (_, x) => Math.floor(((x + 0.5) * from.width) / width));
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const row = Math.floor(((Math.floor(i / width) + 0.5) * from.height) / height);
    return mask[row * from.width + columns[i % width]!]!;
  });
}

/** The mask at the size of the base, with all that the output does not show: there the picture is the base itself. */
export function withUnshown(mask: Mask | undefined, covered: Mask, from: Size, size: Size): Mask {
  return sizedMask(covered, from, size).map((level, i) => Math.max(mask?.[i] ?? 0, 255 - level));
}

const isOfSize = (picture: Size, { width, height }: Size) => picture.width === width && picture.height === height;

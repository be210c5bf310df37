import path from 'node:path';
import sharp from 'sharp';
import type { ChangeArea, Measured } from '#shared/domain/judgement';
import type { Size } from '../base/blur.ts';
import { labelComponents } from '../base/components.ts';
import { chosenLevel, type Mask, pasteBack } from '../base/mask.ts';
import { openPicture, readPixels } from '../base/picture-file.ts';
import { clamp } from '../base/scalar.ts';
import { toBaseFrame } from './base-frame.ts';
import type { ChangeBox } from './changes.ts';
import { checkStructure } from './check-structure.ts';
import { type ClassLook, classChange } from './class-change.ts';
import { changedOutside, colourChange, shareApart } from './colour-change.ts';
import { shareInRectangles } from './hard-rectangles.ts';
import type { HeatMap } from './heat-map.ts';
import { bringToBase, judgeResult } from './judge-result.ts';
import type { JudgedPixels } from './judged-picture.ts';
import type { Registration } from './register.ts';

// Decoded pictures are used once; a cache would only hold memory.
sharp.cache(false);
sharp.concurrency(1);

/** A finished output and what is to be held against it. Files are absolute paths. */
export interface OutputQuestion {
  /** File of the output; never written to. */
  result: string;
  /** Folder for the files that judging makes; their names begin with `name`. */
  folder: string;
  name: string;
  base: { file: string; width: number; height: number };
  /** The part of the base that the output shows, pixels of the base; the whole when absent. */
  part?: PicturePart | undefined;
  /** File of a mask of the base's size: only chosen pixels were to change. */
  mask?: string | undefined;
  /** True where the colours are not the base's to compare. */
  areColoursApart: boolean;
  /** True where things were asked for, so that new lines do not count. */
  expectsNew: boolean;
  /**
   * Kinds of things that base and output are held against each other by: `leaps` those that became something else,
   * `reader` also how much of the base nobody is sure of, for outputs that were painted by such a reading.
   */
  things?: 'leaps' | 'reader' | undefined;
  /** True for pictures of which one thing was cut out. */
  isCutout: boolean;
  /** Size that the output is brought to, in the frame of the base; it stays as it is when absent. */
  frame?: Size | undefined;
}

export interface PicturePart extends Size {
  left: number;
  top: number;
}

/** A file and its size, pixels. */
export interface PictureFile extends Size {
  file: string;
}

export interface OutputJudgement {
  measured: Measured;
  areas: ChangeArea[];
  /** PNG whose opacity says how many lines are broken at a place; absent where lines are not judged. */
  heat?: PictureFile;
  /** PNG of the output in the frame of the base; absent where it lay there already. */
  brought?: PictureFile;
}

/** Longest side at which outputs are compared, pixels. */
const longestSide = 1536;
/** Largest mask whose outside is compared pixel by pixel. */
const mostPixels = 24e6;
/** Proportions that differ by less are the same. */
const sameProportion = 0.02;

/**
 * Measures an output beside its base, and brings it to the base where a frame is asked for.
 * @param look tells the things in pictures; they are not compared when it is absent or cannot
 */
export async function judgeOutput(question: OutputQuestion, look?: ClassLook): Promise<OutputJudgement> {
  const { isCutout, areColoursApart } = question;
  if (isCutout) return { measured: { apart: await apartOf(question.result) }, areas: [] };
  const brought = question.frame && (await bring(question, question.frame));
  const compared = brought?.compared ?? (await readCompared(question, brought?.file ?? question.result));
  const measured: Measured = {
    ...(brought && { unshown: brought.unshown }),
    ...(await outsideOf(question, brought?.file ?? question.result)),
  };
  const answer = brought?.isChanged ? { brought: { file: brought.file, ...brought.size } } : {};
  const { base, result, mask } = compared;
  const outside = brought?.covered ? withUnshown(mask, brought.covered, brought.size, base) : mask;
  // An output that was brought to its base lies in the base's frame, so it is not registered again, which takes longer than the check.
  const judge: typeof judgeResult = brought ? checkStructure : judgeResult;
  const check = judge(base, result, { ...(outside && { outside }), expectsNew: question.expectsNew });
  const frame = frameOf(base, result, check.registration);
  const framed = check.registration ? toBaseFrame(base, result, check.registration) : asBase(base, result);
  return {
    measured: {
      structure: check.score,
      ...measured,
      ...(framed && look && (await thingsOf(question, look, base, framed))),
      ...(framed &&
        !areColoursApart && { ...colourChange(base, framed, mask), rectangles: shareInRectangles(base, framed) }),
    },
    areas: check.boxes.map((box) => areaOf(box, base, frame)),
    heat: await writeHeat(question, check.heat, frame),
    ...answer,
  };
}

async function thingsOf(
  { things }: OutputQuestion,
  look: ClassLook,
  base: JudgedPixels,
  result: JudgedPixels,
): Promise<Measured> {
  if (!things) return {};
  const looked = await Promise.all([look(base), look(result)]).catch(() => undefined);
  if (!looked) return {};
  const { leaps, unsure } = classChange(...looked);
  return { leaps, ...(things === 'reader' && { unsure }) };
}

/** The result where it has the base's size although its place was not found. */
function asBase(base: JudgedPixels, result: JudgedPixels): JudgedPixels | undefined {
  return base.width === result.width && base.height === result.height ? result : undefined;
}

interface Compared {
  base: JudgedPixels;
  result: JudgedPixels;
  mask?: Mask;
}

/** Base, result and mask at sizes at which they are compared: those of the result's proportion in one frame. */
async function readCompared({ base, part, mask }: OutputQuestion, file: string): Promise<Compared> {
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

async function readAt(file: string, { width, height }: Size, part?: PicturePart): Promise<JudgedPixels> {
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

async function readMaskAt(file: string, size?: Size, part?: PicturePart): Promise<Mask> {
  const opened = openPicture(file, { isProfileIgnored: true }).flatten({ background: '#000000' });
  const cut = part ? opened.extract(part) : opened;
  const sized = size ? cut.resize({ ...size, fit: 'fill', kernel: 'nearest' }) : cut;
  return new Uint8Array(await sized.toColourspace('b-w').extractChannel(0).raw().toBuffer());
}

/** Share of the unchosen pixels that differ, where output and base have one size. */
async function outsideOf({ base, mask }: OutputQuestion, file: string): Promise<Measured> {
  if (!mask || base.width * base.height > mostPixels) return {};
  const result = await readPixels({ file }, { alpha: 'onWhite' });
  if (result.width !== base.width || result.height !== base.height) return {};
  const before = await readAt(base.file, base);
  return { changedOutside: changedOutside(before, result, await readMaskAt(mask)) };
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
  compared?: Compared | undefined;
}

/** Brings an output to the frame of its base; one whose place is not found is scaled alone. */
async function bring(question: OutputQuestion, frame: Size): Promise<BroughtFile> {
  const base = await readAt(question.base.file, frame, question.part);
  const given = await readPixels({ file: question.result }, { alpha: 'onWhite' });
  const mask = question.mask ? await readMaskAt(question.mask, frame, question.part) : undefined;
  const brought = bringToBase(base, given);
  const isAsGiven = given.width === frame.width && given.height === frame.height;
  if ((!brought || brought.registration.isInPlace) && isAsGiven && !mask)
    return { file: question.result, size: frame, isChanged: false, unshown: 0, compared: comparedOf(base, given) };
  const framed = brought && isOfSize(brought, frame) ? brought : await readAt(question.result, frame);
  const rgb = mask ? pasteBack(base.rgb, framed.rgb, mask) : framed.rgb;
  const file = path.join(question.folder, `${question.name}-brought.png`);
  await sharp(rgb, { raw: { ...frame, channels: 3 } })
    .png({ compressionLevel: 3, adaptiveFiltering: true })
    .toFile(file);
  const covered = brought?.covered;
  const hidden = covered ? covered.filter((level) => level < chosenLevel).length / covered.length : 0;
  const compared = comparedOf(base, { rgb, ...frame }, mask);
  return { file, size: frame, isChanged: true, unshown: hidden, covered, compared };
}

/** Pictures that have been read, if they are no larger than those that are compared. */
function comparedOf(base: JudgedPixels, result: JudgedPixels, mask?: Mask): Compared | undefined {
  if (Math.max(base.width, base.height) > longestSide) return undefined;
  return { base, result, ...(mask && { mask }) };
}

/** The mask at the size of the base, with all that the output does not show: there the picture is the base itself. */
function withUnshown(mask: Mask | undefined, covered: Mask, from: Size, { width, height }: Size): Mask {
  const columns = Int32Array.from({ length: width }, (_, x) => Math.floor(((x + 0.5) * from.width) / width));
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const row = Math.floor(((Math.floor(i / width) + 0.5) * from.height) / height);
    return Math.max(mask?.[i] ?? 0, 255 - covered[row * from.width + columns[i % width]!]!);
  });
}

const isOfSize = (picture: Size, { width, height }: Size) => picture.width === width && picture.height === height;

/** The frame of the base in that of the result, shares of the result's width and height. */
interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

function frameOf(base: Size, result: Size, registration: Registration | undefined): Frame {
  if (!registration || registration.isInPlace) return { left: 0, top: 0, width: 1, height: 1 };
  const { scaleX, scaleY, shiftX, shiftY } = registration;
  const [width, height] = [(base.width * scaleX) / result.width, (base.height * scaleY) / result.height];
  return {
    left: 0.5 + shiftX / result.width - width / 2,
    top: 0.5 + shiftY / result.height - height / 2,
    width,
    height,
  };
}

/** Writes the map in the frame of the result. */
async function writeHeat({ folder, name }: OutputQuestion, heat: HeatMap, frame: Frame): Promise<PictureFile> {
  const { width, height } = heat;
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor((((y + 0.5) / height - frame.top) / frame.height) * height);
    for (let x = 0; x < width; x++, i++) {
      const column = Math.floor((((x + 0.5) / width - frame.left) / frame.width) * width);
      const isShown = row >= 0 && row < height && column >= 0 && column < width;
      rgba.set([226, 44, 24, isShown ? heat.levels[row * width + column]! : 0], i * 4);
    }
  }
  const file = path.join(folder, `${name}-heat.png`);
  await sharp(rgba, { raw: { width, height, channels: 4 } })
    .png()
    .toFile(file);
  return { file, width, height };
}

/** Share of what was cut out that lies apart from its largest piece, 0–1; 0 for pictures without transparency. */
async function apartOf(file: string): Promise<number> {
  const { data, info } = await openPicture(file)
    .ensureAlpha()
    .extractChannel(3)
    .resize({ width: 512, height: 512, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isMember = Uint8Array.from(data, (level) => Number(level >= chosenLevel));
  return shareApart(labelComponents(isMember, info).components.map(({ area }) => area));
}

const share = (value: number) => Math.round(value * 1e4) / 1e4;

function areaOf({ kind, x, y, width, height }: ChangeBox, size: Size, frame: Frame): ChangeArea {
  const across = (value: number) => clamp(frame.left + (frame.width * value) / size.width, 0, 1);
  const down = (value: number) => clamp(frame.top + (frame.height * value) / size.height, 0, 1);
  const [left, top] = [across(x), down(y)];
  return {
    kind,
    x: share(left),
    y: share(top),
    width: share(across(x + width) - left),
    height: share(down(y + height) - top),
  };
}

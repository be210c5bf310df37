import path from 'node:path';
import sharp from 'sharp';
import type { ChangeArea, Measured } from '#shared/domain/judgement';
import type { Size } from '../base/blur.ts';
import { labelComponents } from '../base/components.ts';
import { chosenLevel, type Mask } from '../base/mask.ts';
import { openPicture, readPixels } from '../base/picture-file.ts';
import { clamp } from '../base/scalar.ts';
import { toBaseFrame } from './base-frame.ts';
import { bringOutput, withUnshown } from './bring-output.ts';
import type { ChangeBox } from './changes.ts';
import { checkStructureOf, type JudgedBase, judgedBase } from './check-structure.ts';
import { type ClassLook, classChange } from './class-change.ts';
import { changedOutside, colourChange, shareApart } from './colour-change.ts';
import { type Compared, readAt, readCompared, readMaskAt } from './compared.ts';
import { emptyParts } from './empty-parts.ts';
import { grainChange } from './grain-change.ts';
import { shareInRectangles } from './hard-rectangles.ts';
import type { HeatMap } from './heat-map.ts';
import { judgeResultOf } from './judge-result.ts';
import type { JudgedPixels } from './judged-picture.ts';
import { seamAlong } from './mask-seam.ts';
import type { OutputQuestion } from './output-question.ts';
import type { Registration } from './register.ts';

// Decoded pictures are used once; a cache would only hold memory.
sharp.cache(false);
sharp.concurrency(1);

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

/** Largest mask whose outside is compared pixel by pixel. */
const mostPixels = 24e6;

/**
 * Measures an output beside its base, and brings it to the base where a frame is asked for.
 * @param look tells the things in pictures; they are not compared when it is absent or cannot
 */
export async function judgeOutput(question: OutputQuestion, look?: ClassLook): Promise<OutputJudgement> {
  const { isCutout, areColoursApart } = question;
  if (isCutout) return { measured: await cutoutOf(question.result), areas: [] };
  const brought = question.frame && (await bringOutput(question, question.frame, look));
  const compared: Compared & { judged?: JudgedBase } =
    brought?.compared ?? (await readCompared(question, brought?.file ?? question.result));
  const measured: Measured = {
    ...(brought && { unshown: brought.unshown }),
    ...(await outsideOf(question, brought?.file ?? question.result)),
  };
  const answer = brought?.isChanged ? { brought: { file: brought.file, ...brought.size } } : {};
  const { base, result, mask } = compared;
  const shown = brought?.covered ? withUnshown(mask, brought.covered, brought.size, base) : mask;
  const empty = question.model && (await emptyParts(question.model, base));
  const outside = empty && shown ? empty.map((level, i) => Math.max(level, shown[i]!)) : (empty ?? shown);
  // An output that was brought to its base lies in the base's frame, so it is not registered again, which takes longer than the check.
  const judge: typeof judgeResultOf = brought ? checkStructureOf : judgeResultOf;
  const asked = { ...(outside && { outside }), expectsNew: question.expectsNew };
  const check = judge(compared.judged ?? judgedBase(base), result, asked);
  const frame = frameOf(base, result, check.registration);
  const framed = check.registration ? toBaseFrame(base, result, check.registration) : asBase(base, result);
  return {
    measured: {
      structure: check.score,
      ...measured,
      ...(framed && effectOf(question, base, framed, mask)),
      ...(isHeldToMore(question) && { standing: check.score }),
      ...(framed && look && (await thingsOf(question, look, base, framed))),
      ...(framed &&
        !areColoursApart && { ...colourChange(base, framed, mask), rectangles: shareInRectangles(base, framed) }),
    },
    areas: check.boxes.map((box) => areaOf(box, base, frame)),
    heat: await writeHeat(question, check.heat, frame),
    ...answer,
  };
}

/** Returns true where nothing new was asked for, in a whole picture that is no drawing. */
function isHeldToMore({ areColoursApart, expectsNew, mask }: OutputQuestion): boolean {
  return !areColoursApart && !expectsNew && !mask;
}

/** Measures whether what was asked for was done. */
function effectOf({ wish }: OutputQuestion, base: JudgedPixels, result: JudgedPixels, mask?: Mask): Measured {
  const seam = mask && { seam: seamAlong(base, result, mask) };
  if (!wish) return { ...seam };
  const grain = grainChange(base, result, mask);
  if (!grain) return { ...seam };
  const { correlation, same, ratio } = grain;
  const effects: Record<typeof wish, Measured> = {
    surfaces: { oldGrain: correlation },
    mood: { film: same },
    clearer: { crisp: ratio },
  };
  return { ...seam, ...effects[wish] };
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

/** Share of the unchosen pixels that differ, where output and base have one size. */
async function outsideOf({ base, mask }: OutputQuestion, file: string): Promise<Measured> {
  if (!mask || base.width * base.height > mostPixels) return {};
  const result = await readPixels({ file }, { alpha: 'onWhite' });
  if (result.width !== base.width || result.height !== base.height) return {};
  const before = await readAt(base.file, base);
  return { changedOutside: changedOutside(before, result, await readMaskAt(mask)) };
}

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

/** Longest side at which cut-outs are looked at, pixels. */
const cutoutSide = 512;
/** Levels of opacity between which a pixel is half transparent. */
const [clear, solid] = [10, 245];

/** Pieces and rim of what was cut out; 0 for pictures without transparency. */
async function cutoutOf(file: string): Promise<Measured> {
  const { data, info } = await openPicture(file)
    .ensureAlpha()
    .extractChannel(3)
    .resize({ width: cutoutSide, height: cutoutSide, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isMember = Uint8Array.from(data, (level) => Number(level >= chosenLevel));
  const half = data.filter((level) => level > clear && level < solid).length;
  const border = borderOf(isMember, info);
  return {
    apart: shareApart(labelComponents(isMember, info).components.map(({ area }) => area)),
    rim: border === 0 ? 0 : ((half / border) * 1000) / Math.max(info.width, info.height),
  };
}

/** Number of members with a neighbour to the right or below, or a place there, that is none. */
function borderOf(isMember: Uint8Array, { width, height }: Size): number {
  let border = 0;
  for (let y = 0; y < height - 1; y++)
    for (let x = 0, i = y * width; x < width - 1; x++, i++)
      if (isMember[i] !== isMember[i + 1] || isMember[i] !== isMember[i + width]) border++;
  return border;
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

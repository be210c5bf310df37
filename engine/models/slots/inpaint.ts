import { bytesOf, floatsOf } from '../../base/map-plane.ts';
import { chosenLevel, type Mask } from '../../base/mask.ts';
import type { ModelRunner, SlotModel } from '../../base/models.ts';
import { byteOf } from '../../base/scalar.ts';
import { cut, putBack, sizeOf } from '../../kernels/fill/hole-window.ts';
import { cutSquare, holesOf, pasteHoles, putSquare, type Square, squareOf } from './holes.ts';
import { finite, isImage, isOpenOr, planesOf, shapeOf, testPicture, toPicture } from './image-tensor.ts';
import type { InpaintAdapter, SlotPicture, SlotUse } from './slot-adapter.ts';

/** Fills the holes of one picture as the network sees it; whatever it makes of the rest. */
type Forward = (use: SlotUse, picture: SlotPicture, isHole: Mask) => Promise<Uint8Array>;

/**
 * MI-GAN with its pipeline in the graph (Picsart-AI-Research/MI-GAN, scripts/create_onnx_pipeline.py): bytes, 255 keeps
 * and 0 is the hole; it crops one box a call, so holes that lie apart are calls of their own.
 */
const miGan: InpaintAdapter = {
  slot: 'inpaint',
  name: 'mi-gan',
  label: 'MI-GAN',
  matches: ({ inputs, outputs }) =>
    inputs.length === 2 &&
    [3, 1].every((channels) => inputs.some(({ type, dims }) => type === 'uint8' && dims[1] === channels)) &&
    outputs.length === 1 &&
    outputs[0]!.type === 'uint8',
  async fill(use, picture, mask) {
    const filled = Uint8Array.from(picture.rgb);
    const holes = holesOf(mask, picture);
    for (const [index, { box }] of holes.entries()) {
      use.signal?.throwIfAborted();
      const part = { ...sizeOf(box), rgb: cut(picture.rgb, picture, box, 3) };
      putBack(filled, picture, box, await forwardBytes(use, part, cut(mask, picture, box, 1)), 3);
      use.onProgress?.((index + 1) / holes.length);
    }
    return pasteHoles(picture, filled, mask);
  },
  selfTest: (runner, model) => testPolarity(runner, model, forwardBytes),
};

const forwardBytes: Forward = async (use, { rgb, width, height }, isHole) => {
  const { inputs } = await shapeOf(use.runner, use.model.file);
  const image = inputs.find(({ dims }) => dims[1] === 3)!.name;
  const mask = inputs.find(({ dims }) => dims[1] === 1)!.name;
  const area = width * height;
  const planes = new Uint8Array(area * 3);
  for (let i = 0; i < area * 3; i++) planes[(i % 3) * area + Math.floor(i / 3)] = rgb[i]!;
  const [hole, keep] = use.model.options?.maskOne === 'hole' ? [255, 0] : [0, 255];
  const feeds = {
    [image]: { dims: [1, 3, height, width], data: planes },
    [mask]: {
      dims: [1, 1, height, width],
      data: bytesOf(isHole, (level) => (level >= chosenLevel ? hole : keep)),
    },
  };
  const answer = Object.values(await use.runner.run(use.model.file, feeds, use.signal && { signal: use.signal }))[0]!;
  return bytesOf(rgb, (_, i) => Number(answer.data[(i % 3) * area + Math.floor(i / 3)]));
};

/** Side LaMa was exported for, pixels. */
const lamaSide = 512;
/** The part of a refined square that is taken, its middle half. */
const refinedShare = 0.5;
/** Most squares that refine one large hole. */
const mostRefined = 24;

/**
 * LaMa (advimman/lama) as Carve-Photos/lama and opencv/opencv_zoo export it: picture 0–1, mask with 1 for the hole, 512²;
 * whether it answers 0–1 or 0–255 is seen from the answer.
 */
const lama: InpaintAdapter = {
  ...lamaFamily(async (use, picture, isHole) => {
    const { inputs } = await shapeOf(use.runner, use.model.file);
    const [image, mask] = [3, 1].map((channels) => inputs.find((input) => isImage(input, channels))!.name);
    const dims = (channels: number) => [1, channels, lamaSide, lamaSide];
    const levels = planesOf(picture, picture).map((level) => level / 255);
    const holes = floatsOf(isHole, (level) => (level >= chosenLevel ? 1 : 0));
    return { [image!]: { dims: dims(3), data: levels }, [mask!]: { dims: dims(1), data: holes } };
  }),
  name: 'lama',
  label: 'LaMa',
  matches: ({ inputs, outputs }) =>
    inputs.length === 2 &&
    [3, 1].every((channels) => inputs.some((input) => isImage(input, channels) && takesLamaSide(input))) &&
    outputs.length === 1 &&
    isImage(outputs[0]!, 3),
};

/** LaMa with one input (card g-ronimo/lama): the picture without what is missing, and the mask as fourth channel. */
const lamaFourChannels: InpaintAdapter = {
  ...lamaFamily(async (use, picture, isHole) => {
    const { inputs } = await shapeOf(use.runner, use.model.file);
    const area = lamaSide * lamaSide;
    const data = new Float32Array(area * 4);
    data.set(planesOf(picture, picture).map((level, i) => (isHole[i % area]! >= chosenLevel ? 0 : level / 255)));
    for (let i = 0; i < area; i++) data[area * 3 + i] = isHole[i]! >= chosenLevel ? 1 : 0;
    return { [inputs[0]!.name]: { dims: [1, 4, lamaSide, lamaSide], data } };
  }),
  name: 'lama-four-channels',
  label: 'LaMa（单输入）',
  matches: ({ inputs, outputs }) =>
    inputs.length === 1 &&
    isImage(inputs[0]!, 4) &&
    takesLamaSide(inputs[0]!) &&
    outputs.length === 1 &&
    isImage(outputs[0]!, 3),
};

function takesLamaSide({ dims }: { dims: ReadonlyArray<number | string> }) {
  return isOpenOr(dims[2]!, lamaSide) && isOpenOr(dims[3]!, lamaSide);
}

type LamaInputs = (use: SlotUse, picture: SlotPicture, isHole: Mask) => Promise<Parameters<ModelRunner['run']>[1]>;

function lamaFamily(inputsOf: LamaInputs): Pick<InpaintAdapter, 'slot' | 'fill' | 'selfTest'> {
  const forward: Forward = async (use, picture, isHole) => {
    const feeds = await inputsOf(use, picture, isHole);
    const answer = Object.values(await use.runner.run(use.model.file, feeds, use.signal && { signal: use.signal }))[0]!;
    const values = finite(answer.data);
    const range = values.some((value) => value > 1.5) ? 1 : 255;
    const area = picture.width * picture.height;
    return bytesOf(picture.rgb, (_, i) => byteOf(values[(i % 3) * area + Math.floor(i / 3)]! * range));
  };
  return {
    slot: 'inpaint',
    fill: (use, picture, mask) => fillBySquares(use, picture, mask, forward),
    selfTest: (runner, model) => testPolarity(runner, model, forward),
  };
}

async function fillBySquares(use: SlotUse, picture: SlotPicture, mask: Mask, forward: Forward) {
  const filled = Uint8Array.from(picture.rgb);
  const holes = holesOf(mask, picture);
  for (const [index, { box, side }] of holes.entries()) {
    await fillSquare(use, { ...picture, rgb: filled }, mask, squareOf(box, picture, lamaSide), forward);
    if (side > lamaSide) await refine(use, { ...picture, rgb: filled }, mask, box, forward);
    use.onProgress?.((index + 1) / holes.length);
  }
  return pasteHoles(picture, filled, mask);
}

/** Fills the holes within one square of the picture, in place, at the size of the network. */
async function fillSquare(use: SlotUse, picture: SlotPicture, mask: Mask, square: Square, forward: Forward) {
  use.signal?.throwIfAborted();
  const own = { width: square.side, height: square.side };
  const rgb = cutSquare(picture.rgb, picture, square, 3);
  const isHole = cutSquare(mask, picture, square, 1);
  const seen = { width: lamaSide, height: lamaSide };
  const planes = planesOf({ ...own, rgb }, seen);
  const area = lamaSide * lamaSide;
  const small = bytesOf(planes, (_, i) => byteOf(planes[(i % 3) * area + Math.floor(i / 3)]!));
  // Reduced as floats; a pixel that is missing in part counts as missing.
  const hole = bytesOf(toPicture(Float32Array.from(isHole), own, seen), (level) => (level >= 32 ? 255 : 0));
  const answer = planesOf({ ...seen, rgb: await forward(use, { ...seen, rgb: small }, hole) }, own);
  for (let i = 0; i < isHole.length; i++) {
    if (isHole[i]! < chosenLevel) continue;
    for (let channel = 0; channel < 3; channel++) rgb[i * 3 + channel] = byteOf(answer[channel * isHole.length + i]!);
  }
  putSquare(picture.rgb, picture, square, rgb);
}

/** A large hole once more, part by part over what the first pass made of it: finer, with its shapes kept. */
async function refine(
  use: SlotUse,
  picture: SlotPicture,
  mask: Mask,
  box: Parameters<typeof squareOf>[0],
  forward: Forward,
) {
  const { width, height } = sizeOf(box);
  let step = lamaSide * refinedShare;
  while (Math.ceil(width / step) * Math.ceil(height / step) > mostRefined) step *= 1.25;
  const side = Math.round(step / refinedShare);
  // As fine as the first pass was already.
  if (side >= Math.max(width, height)) return;
  for (let top = box.top; top < box.bottom; top += step) {
    for (let left = box.left; left < box.right; left += step) {
      const middle = { left, top, right: Math.min(box.right, left + step), bottom: Math.min(box.bottom, top + step) };
      const part = onlyWithin(mask, picture.width, middle);
      if (!part) continue;
      const square = { left: Math.round(left - step / 2), top: Math.round(top - step / 2), side };
      await fillSquare(use, picture, part, square, forward);
    }
  }
}

/** The holes of a rectangle alone; undefined where it has none. */
function onlyWithin(mask: Mask, width: number, { left, top, right, bottom }: Parameters<typeof squareOf>[0]) {
  const part = new Uint8Array(mask.length);
  let isAny = false;
  for (let y = Math.floor(top); y < Math.floor(bottom); y++) {
    for (let x = Math.floor(left); x < Math.floor(right); x++) {
      const level = mask[y * width + x]!;
      part[y * width + x] = level;
      isAny ||= level >= chosenLevel;
    }
  }
  return isAny ? part : undefined;
}

/** Mean difference outside the hole that a network with the right polarity stays below, grey levels. */
const mostChange = 12;

/** Polarity: what lies outside a small hole stays as it was. */
async function testPolarity(runner: ModelRunner, model: SlotModel, forward: Forward): Promise<string | undefined> {
  const picture = testPicture({ width: lamaSide, height: lamaSide });
  const area = lamaSide * lamaSide;
  const isHole = new Uint8Array(area);
  for (let y = 230; y < 280; y++) isHole.fill(255, y * lamaSide + 230, y * lamaSide + 280);
  const result = await forward({ runner, model }, picture, isHole);
  let [change, count] = [0, 0];
  for (let i = 0; i < area * 3; i++) {
    if (isHole[Math.floor(i / 3)]) continue;
    change += Math.abs(result[i]! - picture.rgb[i]!);
    count++;
  }
  return change / count > mostChange
    ? '模型改动了蒙版以外的画面：蒙版的黑白方向可能相反，或文件与类型不符。'
    : undefined;
}

export const inpaintAdapters = [miGan, lama, lamaFourChannels];

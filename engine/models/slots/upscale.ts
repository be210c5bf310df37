import type { Size } from '../../base/blur.ts';
import { ModelUnavailable, type Tensor } from '../../base/models.ts';
import { resamplePlane } from '../../base/resample.ts';
import { byteOf } from '../../base/scalar.ts';
import { finite, fixedSize, isImage, isOpen, runOne, shapeOf, sizeOfTensor, testPicture } from './image-tensor.ts';
import type { SlotPicture, SlotUse, UpscaleAdapter } from './slot-adapter.ts';

/** Side of a tile where the file takes any size, pixels; also a multiple of what window networks ask for. */
const openSide = 256;
/** By how much neighbouring tiles overlap, pixels of the input; a quarter of a small tile at most. */
const overlapOf = (side: number) => Math.min(32, Math.floor(side / 16) * 4);
/** Larger factors are no enlarger's. */
const largestScale = 8;

/**
 * Any network that takes a picture and gives one, 0–1: the Real-ESRGAN family (xinntao/Real-ESRGAN), SwinIR, and those
 * that only restore, whose factor is 1. Tiles overlap, are mirrored at the borders, and are blended over half of the
 * overlap; the outer quarter on each side is dropped.
 */
const imageToImage: UpscaleAdapter = {
  slot: 'upscale',
  name: 'image-to-image',
  label: '图像超分辨率',
  matches: ({ inputs, outputs }) =>
    inputs.length === 1 && outputs.length === 1 && isImage(inputs[0]!, 3) && isImage(outputs[0]!, 3),
  scaleOf: async (use) => (await probe(use)).scale,
  enlarge,
  async selfTest(runner, model) {
    const { scale, mean } = await probe({ runner, model });
    if (Math.abs(mean - testMean()) > 60) return '模型改变了试验图的整体明暗，可能需要别的数值范围。';
    return scale > largestScale ? `模型的放大倍数为 ${scale}，超过上限 ${largestScale}。` : undefined;
  },
};

const testMean = () =>
  testPicture({ width: 64, height: 64 }).rgb.reduce((sum, level) => sum + level, 0) / (64 * 64 * 3);

interface Probe {
  /** Size of the tiles the file takes. */
  tile: Size;
  scale: number;
  /** Mean level of the answer to the picture of tests, 0–255. */
  mean: number;
}

/** Runs one small tile and looks at what comes out. */
async function probe(use: SlotUse): Promise<Probe> {
  const { inputs } = await shapeOf(use.runner, use.model.file);
  const fixed = fixedSize(inputs[0]!);
  const size = fixed ?? { width: 64, height: 64 };
  const answer = await answerOf(use, tensorOfTile(testPicture(size), { left: 0, top: 0, ...size }));
  const out = sizeOfTensor(answer);
  const scale = out.width / size.width;
  if (!Number.isInteger(scale) || out.height !== size.height * scale) {
    throw new ModelUnavailable('broken file', '模型输出的尺寸不是输入的整数倍，不能用来放大图片。');
  }
  const values = finite(answer.data);
  const mean = (values.reduce((sum, value) => sum + value, 0) / values.length) * 255;
  return { tile: fixed ?? { width: openSide, height: openSide }, scale, mean };
}

async function answerOf(use: SlotUse, input: Tensor): Promise<Tensor> {
  return Object.values(await runOne(use, input))[0]!;
}

/** A part of the picture, which may begin before it and end behind it. */
interface Part extends Size {
  left: number;
  top: number;
}

async function enlarge(use: SlotUse, picture: SlotPicture, wanted: number): Promise<SlotPicture> {
  const { inputs } = await shapeOf(use.runner, use.model.file);
  const { tile: largest } = await probe(use);
  const isAnySize = isOpen(inputs[0]!.dims[2]);
  const columns = partsOf(picture.width, largest.width, isAnySize);
  const rows = partsOf(picture.height, largest.height, isAnySize);
  const out = { width: picture.width * wanted, height: picture.height * wanted };
  const rgb = new Uint8Array(out.width * out.height * 3);
  let done = 0;
  for (const [top, row] of rows.starts.entries()) {
    for (const [left, column] of columns.starts.entries()) {
      use.signal?.throwIfAborted();
      const part = { left: column, top: row, width: columns.side, height: rows.side };
      const answer = await answerOf(use, tensorOfTile(picture, part));
      const isFirst = { column: left === 0, row: top === 0 };
      blend({ rgb, ...out }, tilePlanes(answer, part, wanted), part, wanted, isFirst);
      done++;
      use.onProgress?.(done / (rows.starts.length * columns.starts.length));
    }
  }
  return { ...out, rgb };
}

/** Side of the tiles and their offsets along one edge, pixels; the first offset is negative by half an overlap. */
function partsOf(length: number, largest: number, isAnySize: boolean) {
  const around = overlapOf(largest);
  const whole = Math.ceil((length + around) / 8) * 8;
  const side = isAnySize ? Math.min(largest, whole) : largest;
  const step = side - around;
  const count = Math.max(1, Math.ceil(length / step));
  return { side, starts: Array.from({ length: count }, (_, index) => index * step - around / 2) };
}

/** The part as 1×3×H×W, 0–1, mirrored beyond the borders. */
function tensorOfTile({ rgb, width, height }: SlotPicture, part: Part): Tensor {
  const area = part.width * part.height;
  const data = new Float32Array(area * 3);
  for (let y = 0, i = 0; y < part.height; y++) {
    const row = mirrored(part.top + y, height) * width;
    for (let x = 0; x < part.width; x++, i++) {
      const at = (row + mirrored(part.left + x, width)) * 3;
      for (let channel = 0; channel < 3; channel++) data[channel * area + i] = rgb[at + channel]! / 255;
    }
  }
  return { dims: [1, 3, part.height, part.width], data };
}

/** A place beyond the border as that before it, without the border's own pixel twice. */
function mirrored(place: number, length: number): number {
  if (length === 1) return 0;
  const period = 2 * (length - 1);
  const within = ((place % period) + period) % period;
  return within < length ? within : period - within;
}

/** The three planes of the answer, 0–1, at `wanted` times the part's size. */
function tilePlanes(answer: Tensor, part: Size, wanted: number): Float32Array[] {
  const from = sizeOfTensor(answer);
  const to = { width: part.width * wanted, height: part.height * wanted };
  const values = finite(answer.data);
  const area = from.width * from.height;
  return [0, 1, 2].map((channel) => {
    const plane = values.subarray(channel * area, (channel + 1) * area);
    return from.width === to.width && from.height === to.height ? plane : resamplePlane(plane, from, to);
  });
}

/**
 * Lays a tile into the result. What lies beyond the seam's band is dropped; within the band the tile comes in over what
 * its left and upper neighbours have left there, so no sums of floats are kept.
 */
function blend(
  { rgb, width, height }: SlotPicture,
  planes: readonly Float32Array[],
  part: Part,
  scale: number,
  isFirst: { column: boolean; row: boolean },
): void {
  const dropped = (axis: number) => (overlapOf(axis) / 4) * scale;
  const tile = { width: part.width * scale, height: part.height * scale };
  const [cutX, cutY] = [dropped(part.width), dropped(part.height)];
  const weightAt = (place: number, cut: number, isEdge: boolean) =>
    isEdge ? 1 : Math.min(1, (place - cut + 0.5) / (2 * cut));
  for (let y = cutY; y < tile.height - cutY; y++) {
    const row = part.top * scale + y;
    if (row < 0 || row >= height) continue;
    const down = weightAt(y, cutY, isFirst.row);
    for (let x = cutX; x < tile.width - cutX; x++) {
      const column = part.left * scale + x;
      if (column < 0 || column >= width) continue;
      const weight = down * weightAt(x, cutX, isFirst.column);
      const at = (row * width + column) * 3;
      for (let channel = 0; channel < 3; channel++) {
        const level = planes[channel]![y * tile.width + x]! * 255;
        const before = rgb[at + channel]!;
        rgb[at + channel] = byteOf(weight === 1 ? level : before + (level - before) * weight);
      }
    }
  }
}

export const upscaleAdapters = [imageToImage];

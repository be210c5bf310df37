import type { Size } from '../../base/blur.ts';
import {
  type ModelRunner,
  type ModelShape,
  ModelUnavailable,
  type Tensor,
  type TensorData,
  type TensorShape,
} from '../../base/models.ts';
import { resamplePlane } from '../../base/resample.ts';
import { clamp } from '../../base/scalar.ts';
import type { SlotPicture, SlotUse } from './slot-adapter.ts';

/** Normalisation of levels 0–255 for a network: `(level / 255 - mean) / deviation`, per channel. */
export interface Normalise {
  mean: readonly [number, number, number];
  deviation: readonly [number, number, number];
}

/** Levels 0–1. */
export const unitRange: Normalise = { mean: [0, 0, 0], deviation: [1, 1, 1] };

/** Mean and deviation of ImageNet, as torchvision's models were trained with. */
export const imageNet: Normalise = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] };

/** Red, green and blue one after the other, 0–255, resampled to `to`; overshoot is clipped. */
export function planesOf({ rgb, width, height }: SlotPicture, to: Size): Float32Array<ArrayBuffer> {
  const area = to.width * to.height;
  const planes = new Float32Array(area * 3);
  const own = new Float32Array(width * height);
  for (let channel = 0; channel < 3; channel++) {
    for (let i = 0; i < own.length; i++) own[i] = rgb[i * 3 + channel]!;
    const plane = planes.subarray(channel * area, (channel + 1) * area);
    if (width === to.width && height === to.height) plane.set(own);
    else resamplePlane(own, { width, height }, to, 'catmullRom', plane);
  }
  for (let i = 0; i < planes.length; i++) planes[i] = clamp(planes[i]!, 0, 255);
  return planes;
}

/** A picture as 1×3×H×W of `to`, normalised. */
export function imageTensor(picture: SlotPicture, to: Size, { mean, deviation }: Normalise): Tensor {
  const data = planesOf(picture, to);
  const area = to.width * to.height;
  for (let i = 0; i < data.length; i++) {
    const channel = Math.floor(i / area);
    data[i] = (data[i]! / 255 - mean[channel]!) / deviation[channel]!;
  }
  return { dims: [1, 3, to.height, to.width], data };
}

/**
 * The file's shape.
 * @throws ModelUnavailable where an input is of half precision
 */
export async function shapeOf(runner: ModelRunner, file: string): Promise<ModelShape> {
  const shape = await runner.describe(file);
  const refusal = refusedShape(shape);
  if (refusal) throw new ModelUnavailable('refused input', refusal);
  return shape;
}

/** Why no adapter takes a file of this shape whatever it is, in Chinese. */
export function refusedShape({ inputs }: ModelShape): string | undefined {
  const half = inputs.find(({ type }) => type === 'float16');
  return half && `模型的输入“${half.name}”是半精度（float16），暂不支持，请换用 float32 或 int8 版本的文件。`;
}

/**
 * Runs a file that takes one tensor and gives what `outputs` names, all when absent.
 * @throws ModelUnavailable when it gives numbers that are none
 */
export async function runOne({ runner, model, signal }: SlotUse, input: Tensor, outputs?: readonly string[]) {
  const { inputs } = await shapeOf(runner, model.file);
  signal?.throwIfAborted();
  return runner.run(
    model.file,
    { [inputs[0]!.name]: input },
    { ...(outputs && { outputs }), ...(signal && { signal }) },
  );
}

/** Values as floats. @throws ModelUnavailable where one is not a number */
export function finite(data: TensorData): Float32Array {
  const values = data instanceof Float32Array ? data : Float32Array.from(data as Int32Array, Number);
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) {
      throw new ModelUnavailable('broken file', '模型给出了无效的数值，可能与它的类型不符，已改用内置算法。');
    }
  }
  return values;
}

/** True when a value is a picture of so many channels in floats; sizes and batch may be open. */
export function isImage({ type, dims }: TensorShape, channels: number): boolean {
  return type === 'float32' && dims.length === 4 && isOpenOr(dims[0]!, 1) && dims[1] === channels;
}

/** True when a dimension is this, or any. */
export function isOpenOr(size: number | string, wanted: number): boolean {
  return isOpen(size) || size === wanted;
}

export function isOpen(size: number | string | undefined): boolean {
  return typeof size !== 'number' || size < 1;
}

/** Height and width of a picture's tensor where both are fixed; the last two dimensions. */
export function fixedSize({ dims }: TensorShape): Size | undefined {
  const [height, width] = dims.slice(-2);
  return isOpen(height) || isOpen(width) ? undefined : { width: width as number, height: height as number };
}

/** Height and width of what came out: the last two dimensions. */
export function sizeOfTensor({ dims }: Tensor): Size {
  const [height, width] = dims.slice(-2);
  return { width: width!, height: height! };
}

/** The size within a square of `side` that keeps the proportion, both sides multiples of `multiple`. */
export function fitSize({ width, height }: Size, side: number, multiple = 1): Size {
  const factor = side / Math.max(width, height);
  const fitted = (length: number) => Math.max(multiple, Math.round((length * factor) / multiple) * multiple);
  return { width: fitted(width), height: fitted(height) };
}

/** A map of the network at the size of the picture. */
export function toPicture(map: Float32Array, from: Size, to: Size): Float32Array {
  return from.width === to.width && from.height === to.height
    ? Float32Array.from(map)
    : resamplePlane(map, from, to, 'catmullRom');
}

/** A picture that tests itself: colour runs across and down, with a light disc in the middle. */
export function testPicture({ width, height }: Size, disc?: { radius: number }): SlotPicture {
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const x = i % width;
    const y = Math.floor(i / width);
    const isDisc = disc && (x - width / 2) ** 2 + (y - height / 2) ** 2 <= disc.radius ** 2;
    if (isDisc) rgb.fill(255, i * 3, i * 3 + 3);
    else if (!disc) rgb.set([60 + (x / width) * 120, 60 + (y / height) * 120, 110], i * 3);
  }
  return { width, height, rgb };
}

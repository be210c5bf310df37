import type { Size } from '../../base/blur.ts';
import { type ModelRunner, ModelUnavailable } from '../../base/models.ts';
import type { WallView } from './wall-views.ts';

/** The network that finds windows on walls seen squarely, and who runs it. */
export interface WindowNetwork {
  runner: ModelRunner;
  /** Absolute path of the ONNX file: input `image`, outputs `kinds` and `middles` at half size. */
  file: string;
  signal?: AbortSignal;
}

/** Answer of the network for a view, at half its size; 0–1 each. */
export interface WallAnswer extends Size {
  window: Float32Array;
  /** Confidence that a point is in the middle of a window: middles are apart even where windows touch. */
  middle: Float32Array;
}

/** The network works on sizes that are multiples of this, pixels. */
const step = 32;
/** Numbers of the network's kinds: other, wall, window, door. */
const kindCount = 4;
const windowKind = 2;

/**
 * Shows a wall to the network.
 *
 * @param planes red, green, blue, 0–1, of `size`
 * @param scale of what is shown to the view
 * @throws ModelUnavailable; `signal.reason` when aborted
 */
export async function askFinder(
  { runner, file, signal }: WindowNetwork,
  planes: readonly Float32Array[],
  size: Size,
  view: WallView,
  scale: number,
): Promise<WallAnswer> {
  const fitted = (length: number) => Math.max(step, Math.ceil((length * scale) / step) * step);
  const shown = { width: fitted(view.width), height: fitted(view.height) };
  const data = photographWall(planes, size, view, shown, scale);
  const inputs = { image: { dims: [1, 3, shown.height, shown.width], data } };
  const answer = await runner.run(file, inputs, { outputs: ['kinds', 'middles'], ...(signal && { signal }) });
  const half = { width: shown.width / 2, height: shown.height / 2 };
  const count = half.width * half.height;
  const kinds = answer.kinds?.data;
  const middle = answer.middles?.data;
  const isWhole = kinds?.length === kindCount * count && middle?.length === count;
  if (!isWhole || !(kinds instanceof Float32Array) || !(middle instanceof Float32Array)) {
    throw new ModelUnavailable('refused input', '寻找窗户的模型给出的结果不完整。');
  }
  return { ...half, window: kinds.subarray(windowKind * count, (windowKind + 1) * count), middle };
}

/** The wall as the network takes pictures; black where the picture ends. */
function photographWall(
  planes: readonly Float32Array[],
  { width, height }: Size,
  view: WallView,
  shown: Size,
  scale: number,
): Float32Array {
  const count = shown.width * shown.height;
  const image = new Float32Array(3 * count).fill((0 - mean) / spread);
  const [a, b, c, d, e, f, g, h, k] = view.toPicture as unknown as number[];
  for (let y = 0, i = 0; y < shown.height; y++) {
    const v = (y + 0.5) / scale;
    for (let x = 0; x < shown.width; x++, i++) {
      const u = (x + 0.5) / scale;
      const depth = g! * u + h! * v + k!;
      const column = (a! * u + b! * v + c!) / depth - 0.5;
      const row = (d! * u + e! * v + f!) / depth - 0.5;
      if (!(column >= 0 && row >= 0 && column < width - 1 && row < height - 1)) continue;
      const [left, top] = [Math.floor(column), Math.floor(row)];
      const [across, down] = [column - left, row - top];
      const at = top * width + left;
      for (let channel = 0; channel < 3; channel++) {
        const plane = planes[channel]!;
        const above = plane[at]! + (plane[at + 1]! - plane[at]!) * across;
        const below = plane[at + width]! + (plane[at + width + 1]! - plane[at + width]!) * across;
        image[channel * count + i] = (above + (below - above) * down - mean) / spread;
      }
    }
  }
  return image;
}

const [mean, spread] = [0.45, 0.25];

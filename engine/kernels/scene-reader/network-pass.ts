import type { Size } from '../../base/blur.ts';
import { floatsOf } from '../../base/map-plane.ts';
import { type ModelRunner, ModelUnavailable, type Tensors } from '../../base/models.ts';
import { resamplePlane } from '../../base/resample.ts';
import { sceneClasses } from '../scene/scene-reading.ts';
import { imageOf, mirrored, shownSize, withMirrored } from './shown-picture.ts';

/** Answer of the network for a picture, as planes of its own size. */
export interface NetworkAnswer extends Size {
  /** 0–1 per point, in the order of `sceneClasses`; as many as the network knows. */
  shares: Float32Array[];
  /** Logarithm of the distance in units of half a metre. */
  logDepth: Float32Array;
}

/**
 * Asks the network at several sizes, each for the picture and its mirror image, and takes the mean.
 *
 * @param planes red, green, blue, 0–1, of `size`
 * @param out the size of the answer, pixels
 * @param sides long sides at which the picture is shown to the network, pixels, with their weights
 * @throws ModelUnavailable
 */
export async function askNetwork(
  runner: ModelRunner,
  file: string,
  planes: readonly Float32Array[],
  size: Size,
  out: Size,
  sides: ReadonlyArray<{ side: number; weight: number }>,
  signal?: AbortSignal,
): Promise<NetworkAnswer> {
  let shares: Float32Array[] | undefined;
  const logDepth = new Float32Array(out.width * out.height);
  const total = sides.reduce((sum, { weight }) => sum + weight, 0);
  for (const { side, weight } of sides) {
    const shown = shownSize(size, side);
    const image = imageOf(planes, size, shown);
    const look = async (isMirrored: boolean) => {
      const data = isMirrored ? mirrored(image, shown.width) : image;
      const inputs = { image: { dims: [1, 3, shown.height, shown.width], data } };
      const answer = await runner.run(file, inputs, { outputs: ['classes', 'depth'], ...(signal && { signal }) });
      return planesOf(answer, shown);
    };
    const straight = await look(false);
    const turned = await look(true);
    const share = weight / total / 2;
    shares ??= straight.classes.map(() => new Float32Array(out.width * out.height));
    for (const [index, plane] of straight.classes.entries()) {
      const both = withMirrored(plane, turned.classes[index]!, shown.width);
      add(shares[index]!, resamplePlane(both, shown, out, 'catmullRom'), share);
    }
    const half = { width: shown.width / 2, height: shown.height / 2 };
    add(
      logDepth,
      resamplePlane(withMirrored(straight.depth, turned.depth, half.width), half, out, 'catmullRom'),
      share,
    );
  }
  return {
    ...out,
    shares: shares!.map((plane) => floatsOf(plane, (value) => Math.max(0, value))),
    logDepth: floatsOf(logDepth, (value) => 2 * value + 5),
  };
}

function planesOf({ classes, depth }: Tensors, shown: Size) {
  const count = shown.width * shown.height;
  const known = classes?.dims[1] ?? 0;
  const shares = classes?.data;
  const distances = depth?.data;
  const isWhole =
    known > 0 &&
    known <= sceneClasses.length &&
    shares?.length === known * count &&
    distances !== undefined &&
    distances.length * 4 === count;
  if (!isWhole || !(shares instanceof Float32Array) || !(distances instanceof Float32Array)) {
    throw new ModelUnavailable('refused input', '识别图面的模型给出的结果不完整。');
  }
  return {
    classes: Array.from({ length: known }, (_, index) => shares.subarray(index * count, (index + 1) * count)),
    depth: distances,
  };
}

function add(sum: Float32Array, plane: Float32Array, weight: number): void {
  for (let i = 0; i < sum.length; i++) sum[i]! += weight * plane[i]!;
}

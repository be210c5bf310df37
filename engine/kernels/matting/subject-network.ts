import type { Size } from '../../base/blur.ts';
import type { RgbBytes } from '../../base/colour.ts';
import { floatsOf } from '../../base/map-plane.ts';
import { type ModelRunner, ModelUnavailable } from '../../base/models.ts';
import { resamplePlane } from '../../base/resample.ts';
import { clamp } from '../../base/scalar.ts';
import { imageOf, mirrored, shownSize, withMirrored } from '../scene-reader/shown-picture.ts';

/** The network that finds a picture's subject, and who runs it. */
export interface SubjectNetwork {
  runner: ModelRunner;
  /** Absolute path of the ONNX file: input `image`, output `subject`. */
  file: string;
  signal?: AbortSignal;
}

/** Long sides at which the network sees the picture: small ones know the whole, large ones the edges. */
const shownSides = [192, 256];

/**
 * Probability that each pixel belongs to the picture's subject: the mean of several passes and their mirror images.
 *
 * @param rgb 8-bit sRGB of `size`
 * @returns 0–1 per pixel of `size`
 * @throws ModelUnavailable; `signal.reason` when aborted
 */
export async function subjectByNetwork(
  rgb: RgbBytes,
  size: Size,
  { runner, file, signal }: SubjectNetwork,
): Promise<Float32Array> {
  const count = size.width * size.height;
  const planes = [0, 1, 2].map((channel) => {
    const plane = new Float32Array(count);
    for (let i = 0; i < count; i++) plane[i] = rgb[i * 3 + channel]! / 255;
    return plane;
  });
  const sum = new Float32Array(count);
  for (const side of shownSides) {
    const shown = shownSize(size, side);
    const image = imageOf(planes, size, shown);
    const look = async (data: Float32Array) => {
      const inputs = { image: { dims: [1, 3, shown.height, shown.width], data } };
      const { subject } = await runner.run(file, inputs, { outputs: ['subject'], ...(signal && { signal }) });
      if (!(subject?.data instanceof Float32Array) || subject.data.length !== shown.width * shown.height) {
        throw new ModelUnavailable('refused input', '寻找主体的模型给出的结果不完整。');
      }
      return subject.data;
    };
    const both = withMirrored(await look(image), await look(mirrored(image, shown.width)), shown.width);
    const large = resamplePlane(both, shown, size, 'catmullRom');
    for (let i = 0; i < count; i++) sum[i]! += large[i]!;
  }
  return floatsOf(sum, (value) => clamp(value / (2 * shownSides.length), 0, 1));
}

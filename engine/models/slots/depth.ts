import type { Size } from '../../base/blur.ts';
import type { TensorShape } from '../../base/models.ts';
import { clamp } from '../../base/scalar.ts';
import {
  finite,
  fitSize,
  fixedSize,
  imageNet,
  imageTensor,
  isImage,
  isOpenOr,
  type Normalise,
  runOne,
  shapeOf,
  sizeOfTensor,
  testPicture,
  toPicture,
  unitRange,
} from './image-tensor.ts';
import type { DepthAdapter, SlotPicture, SlotUse } from './slot-adapter.ts';

/** Longer sides cost more than they show, pixels. */
const longestSide = 700;
/** Short side the networks were trained on, pixels. */
const trainedSide = 518;
/** Side of a patch of the transformer, pixels. */
const patch = 14;

/**
 * Depth Anything, 1 and 2: inverse relative depth. Pre-processing of DepthAnything/Depth-Anything-V2 as
 * fabio-sim/Depth-Anything-ONNX exports it: short side 518, both sides multiples of 14, ImageNet; fixed files stretch.
 */
const depthAnything: DepthAdapter = {
  ...depthFamily(imageNet),
  name: 'depth-anything',
  label: 'Depth Anything',
  matches({ inputs, outputs }) {
    const [input, output] = [inputs[0], outputs[0]];
    if (inputs.length !== 1 || outputs.length !== 1 || !isImage(input!, 3) || !isDepthMap(output!)) return false;
    const size = fixedSize(input!);
    if (size) return size.width % patch === 0 && size.height % patch === 0;
    return output!.dims.length === 3 || /depth/i.test(output!.name);
  },
};

/** MiDaS 2.1 small: the official converter (isl-org/MiDaS, tf/make_onnx_model.py) keeps normalising inside the graph. */
const midas: DepthAdapter = {
  ...depthFamily(unitRange),
  name: 'midas',
  label: 'MiDaS',
  matches({ inputs, outputs }) {
    const [input, output] = [inputs[0], outputs[0]];
    if (inputs.length !== 1 || outputs.length !== 1 || !isImage(input!, 3)) return false;
    const size = fixedSize(input!);
    return isDepthMap(output!) && output!.dims.length === 3 && (size?.width === 256 || size?.width === 384);
  },
};

function isDepthMap({ type, dims }: TensorShape) {
  return type === 'float32' && isOpenOr(dims[0]!, 1) && (dims.length === 3 || (dims.length === 4 && dims[1] === 1));
}

function depthFamily(normalise: Normalise): Pick<DepthAdapter, 'slot' | 'nearness' | 'selfTest'> {
  return {
    slot: 'depth',
    nearness: (use, picture) => nearness(use, picture, normalise),
    async selfTest(runner, model) {
      const found = await nearness({ runner, model }, testPicture({ width: 112, height: 84 }), normalise);
      const isFlat = found.every((level) => level === found[0]);
      return isFlat ? '模型对试验图给出的深度处处相同，可能不是深度模型。' : undefined;
    },
  };
}

async function nearness(use: SlotUse, picture: SlotPicture, normalise: Normalise) {
  const { inputs } = await shapeOf(use.runner, use.model.file);
  const size = fixedSize(inputs[0]!) ?? patchedSize(picture);
  const answer = Object.values(await runOne(use, imageTensor(picture, size, normalise)))[0]!;
  const map = stretch(finite(answer.data));
  return toPicture(map, sizeOfTensor(answer), picture).map((level) => clamp(level, 0, 1));
}

/** Short side as trained, unless the long one becomes too long. */
function patchedSize(picture: Size): Size {
  const long = Math.max(picture.width, picture.height);
  const short = Math.min(picture.width, picture.height);
  return fitSize(picture, Math.min(longestSide, (long / short) * trainedSide), patch);
}

/** 2nd to 98th percentile to 0–1: single points at infinity or before the lens do not flatten the rest. */
function stretch(map: Float32Array): Float32Array {
  const sorted = Float32Array.from(map).sort();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!;
  const [low, high] = [at(0.02), at(0.98)];
  const span = high - low;
  return map.map((level) => (span > 1e-6 ? clamp((level - low) / span, 0, 1) : 0));
}

export const depthAdapters = [depthAnything, midas];

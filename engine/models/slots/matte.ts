import { guidedFilterColour } from '../../base/guided-filter-colour.ts';
import type { ModelShape, Tensor } from '../../base/models.ts';
import { clamp } from '../../base/scalar.ts';
import {
  finite,
  fitSize,
  fixedSize,
  imageNet,
  imageTensor,
  isImage,
  type Normalise,
  runOne,
  shapeOf,
  sizeOfTensor,
  testPicture,
  toPicture,
} from './image-tensor.ts';
import type { MatteAdapter, SlotPicture, SlotUse } from './slot-adapter.ts';

/** Parameters of one family of networks for matting. */
interface MatteFamily {
  name: string;
  label: string;
  normalise: Normalise;
  /** Step from the raw map to opacity: stretching to its range, a sigmoid, or none. */
  activation: 'stretch' | 'sigmoid' | 'none';
  /** Square side where the file takes any size; absent: short side 512, sides multiples of 32. */
  side?: number;
  matches(shape: ModelShape): boolean;
}

const half: Normalise['mean'] = [0.5, 0.5, 0.5];

const sideOf = ({ inputs }: ModelShape) => (inputs[0] ? fixedSize(inputs[0])?.width : undefined);

const families: MatteFamily[] = [
  {
    // xuebinqin/U-2-Net as danielgatis/rembg runs it; levels by 255, not by the picture's own maximum.
    name: 'u2net',
    label: 'U²-Net',
    normalise: imageNet,
    activation: 'stretch',
    side: 320,
    matches: (shape) => sideOf(shape) === 320,
  },
  {
    // xuebinqin/DIS, also RMBG 1.4.
    name: 'isnet',
    label: 'IS-Net',
    normalise: { mean: half, deviation: [1, 1, 1] },
    activation: 'stretch',
    side: 1024,
    matches: (shape) => sideOf(shape) === 1024 && !isBiRefNet(shape) && !isImgly(shape),
  },
  {
    // imgly/background-removal-js: (level - 128) / 256.
    name: 'isnet-imgly',
    label: 'IS-Net（IMG.LY）',
    normalise: { mean: [128 / 255, 128 / 255, 128 / 255], deviation: [256 / 255, 256 / 255, 256 / 255] },
    activation: 'none',
    side: 1024,
    matches: (shape) => sideOf(shape) === 1024 && isImgly(shape),
  },
  {
    // ZhengPeng7/BiRefNet: logits.
    name: 'birefnet',
    label: 'BiRefNet',
    normalise: imageNet,
    activation: 'sigmoid',
    side: 1024,
    matches: (shape) => isBiRefNet(shape),
  },
  {
    // ZHKKKe/MODNet, onnx/inference_onnx.py; people only.
    name: 'modnet',
    label: 'MODNet',
    normalise: { mean: half, deviation: half },
    activation: 'none',
    matches: (shape) => sideOf(shape) === undefined && shape.outputs.length === 1 && !isBiRefNet(shape),
  },
];

function isBiRefNet({ inputs, outputs }: ModelShape) {
  return inputs[0]?.name === 'input_image' || outputs[0]?.name === 'output_image';
}

function isImgly({ inputs, outputs }: ModelShape) {
  return inputs[0]?.name === 'input' && outputs.length === 1 && outputs[0]!.name === 'output';
}

/** One picture in, maps of one channel out, none of which says that it is depth. */
function isMatteShape({ inputs, outputs }: ModelShape) {
  const isAlike = inputs.length === 1 && isImage(inputs[0]!, 3) && outputs.length > 0;
  return isAlike && outputs.every((output) => isImage(output, 1) && !/depth/i.test(output.name));
}

export const matteAdapters: MatteAdapter[] = families.map((family) => ({
  slot: 'matte',
  name: family.name,
  label: family.label,
  matches: (shape) => isMatteShape(shape) && family.matches(shape),
  matte: (use, picture) => matte(use, picture, family),
  async selfTest(runner, model) {
    const found = await matte({ runner, model }, testPicture({ width: 160, height: 120 }, { radius: 40 }), family);
    const isRest = found && found[0]! > 0.5 && found[60 * 160 + 80]! < 0.5;
    return isRest ? '模型把背景当成了主体，可能与所选类型不符。' : undefined;
  },
}));

/** Less difference between the most and the least is no subject, only noise. */
const leastSpan = 0.05;

async function matte(use: SlotUse, picture: SlotPicture, family: MatteFamily): Promise<Float32Array | undefined> {
  const { inputs, outputs } = await shapeOf(use.runner, use.model.file);
  const square = fixedSize(inputs[0]!) ?? (family.side ? { width: family.side, height: family.side } : undefined);
  const short = Math.min(picture.width, picture.height) / Math.max(picture.width, picture.height);
  const size = square ?? fitSize(picture, Math.min(1024, 512 / short), 32);
  const name = outputs[0]!.name;
  const answer = (await runOne(use, imageTensor(picture, size, family.normalise), [name]))[name]!;
  const opacity = opacityOf(answer, family);
  if (!opacity) return undefined;
  const alpha = toPicture(opacity, sizeOfTensor(answer), picture);
  for (let i = 0; i < alpha.length; i++) alpha[i] = clamp(alpha[i]!, 0, 1);
  return refine(picture, alpha, Math.max(picture.width / size.width, picture.height / size.height));
}

function opacityOf({ data }: Tensor, { activation }: MatteFamily): Float32Array | undefined {
  const raw = finite(data);
  const isRange = raw.every((value) => value >= -0.01 && value <= 1.01);
  // A family whose answers are opacities may come as an export that ends before the sigmoid.
  const values = activation === 'sigmoid' || !isRange ? raw.map((value) => 1 / (1 + Math.exp(-value))) : raw;
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const isEmpty = high - low < leastSpan && (activation === 'stretch' || high < 0.5);
  if (isEmpty) return undefined;
  return activation === 'stretch' ? values.map((value) => (value - low) / (high - low)) : values;
}

/** Edges of a map that was enlarged follow those of the picture, within the width of its cells; the rest stays. */
function refine(picture: SlotPicture, alpha: Float32Array, cell: number): Float32Array {
  if (cell <= 1.2) return alpha;
  const guided = guidedFilterColour(picture.rgb, alpha, picture, Math.max(2, Math.round(cell * 1.5)), 1e-4);
  for (let i = 0; i < alpha.length; i++) {
    const unsure = clamp(4 * alpha[i]! * (1 - alpha[i]!) * 2, 0, 1);
    alpha[i] = clamp(alpha[i]! + (guided[i]! - alpha[i]!) * unsure, 0, 1);
  }
  return alpha;
}

import type { Size } from '../../base/blur.ts';
import { type ModelShape, ModelUnavailable, type Tensor, type TensorShape } from '../../base/models.ts';
import {
  finite,
  fitSize,
  fixedSize,
  imageNet,
  imageTensor,
  isImage,
  isOpenOr,
  type Normalise,
  planesOf,
  runOne,
  shapeOf,
  testPicture,
  unitRange,
} from './image-tensor.ts';
import { type DecoderKind, decode } from './segment-decoder.ts';
import type { SegmentAdapter, SlotPicture } from './slot-adapter.ts';

/** Long side networks of this kind were trained on, pixels. */
const trainedSide = 1024;

/** facebookresearch/segment-anything: mean and deviation of levels 0–255. */
const samNormalise: Normalise = {
  mean: [123.675 / 255, 116.28 / 255, 103.53 / 255],
  deviation: [58.395 / 255, 57.12 / 255, 57.375 / 255],
};

/** Parameters of one family of networks for segmentation. */
interface SegmentFamily {
  name: string;
  label: string;
  decoder: DecoderKind;
  matchesEncoder(shape: ModelShape): boolean;
  matchesDecoder(names: readonly string[]): boolean;
  /** Size of what the network sees of a picture, without padding. */
  frameOf(picture: Size): Size;
  input(picture: SlotPicture, frame: Size): Tensor;
  /** Name the decoder gives each output of the encoder. */
  nameFor(output: TensorShape): string | undefined;
}

const singleDecoder: DecoderKind = { masks: /^masks$/, scores: /iou|score/, isPadded: true };

const samDecoderInputs = [
  'image_embeddings',
  'point_coords',
  'point_labels',
  'mask_input',
  'has_mask_input',
  'orig_im_size',
];

const hasAll = (names: readonly string[], wanted: readonly string[]) => wanted.every((name) => names.includes(name));

/** An embedding of 256 channels on a grid of 64²; exports leave some of it open. */
const isEmbedding = ({ dims, type }: TensorShape) =>
  type === 'float32' &&
  dims.length === 4 &&
  isOpenOr(dims[1]!, 256) &&
  isOpenOr(dims[2]!, 64) &&
  isOpenOr(dims[3]!, 64);

const onlyEmbedding = ({ outputs }: ModelShape) => outputs.length === 1 && isEmbedding(outputs[0]!);

const isSquare = ({ inputs }: ModelShape) => fixedSize(inputs[0]!)?.width === trainedSide;

const families: SegmentFamily[] = [
  {
    // vietanhdev/samexporter: rows of raw pixels, normalising and padding in the graph.
    name: 'sam-raw',
    label: 'SAM / MobileSAM（samexporter）',
    decoder: singleDecoder,
    matchesEncoder: (shape) => {
      const dims = shape.inputs[0]!.dims;
      return dims.length === 3 && isOpenOr(dims[2]!, 3) && onlyEmbedding(shape);
    },
    matchesDecoder: (names) => hasAll(names, samDecoderInputs),
    frameOf: (picture) => fitSize(picture, trainedSide),
    input(picture, frame) {
      const planes = planesOf(picture, frame);
      const area = frame.width * frame.height;
      const data = new Float32Array(area * 3);
      for (let i = 0; i < data.length; i++) data[i] = planes[(i % 3) * area + Math.floor(i / 3)]!;
      return { dims: [frame.height, frame.width, 3], data };
    },
    nameFor: () => 'image_embeddings',
  },
  {
    // wkentaro/osam: normalised outside, then padded with zeros to the right and below.
    name: 'sam-padded',
    label: 'SAM（osam）',
    decoder: singleDecoder,
    matchesEncoder: (shape) => isImage(shape.inputs[0]!, 3) && isSquare(shape) && onlyEmbedding(shape),
    matchesDecoder: (names) => hasAll(names, samDecoderInputs),
    frameOf: (picture) => fitSize(picture, trainedSide),
    input: (picture, frame) => padded(imageTensor(picture, frame, samNormalise)),
    nameFor: () => 'image_embeddings',
  },
  {
    // yformer/EfficientSAM: levels 0–1 of any size.
    name: 'efficient-sam',
    label: 'EfficientSAM',
    decoder: { masks: /masks$/, scores: /iou|score/, isPadded: false },
    matchesEncoder: (shape) => isImage(shape.inputs[0]!, 3) && !fixedSize(shape.inputs[0]!) && onlyEmbedding(shape),
    matchesDecoder: (names) => names.includes('batched_point_coords'),
    frameOf: (picture) => fitSize(picture, Math.min(trainedSide, Math.max(picture.width, picture.height))),
    input: (picture, frame) => imageTensor(picture, frame, unitRange),
    nameFor: () => 'image_embeddings',
  },
  {
    // SAM 2 and 2.1 (samexporter): stretched, with two maps of finer features.
    name: 'sam2',
    label: 'SAM 2',
    decoder: { masks: /^masks$/, scores: /iou|score/, isPadded: false },
    matchesEncoder: (shape) =>
      isImage(shape.inputs[0]!, 3) && isSquare(shape) && new Set(shape.outputs.map(sam2Name)).size === 3,
    matchesDecoder: (names) => names.includes('high_res_feats_0'),
    frameOf: () => ({ width: trainedSide, height: trainedSide }),
    input: (picture, frame) => imageTensor(picture, frame, imageNet),
    nameFor: sam2Name,
  },
];

/** SAM 2's outputs by their channels; exports order them differently. */
function sam2Name({ dims }: TensorShape): string | undefined {
  return { 32: 'high_res_feats_0', 64: 'high_res_feats_1', 256: 'image_embed' }[Number(dims[1])];
}

function padded({ data, dims }: Tensor): Tensor {
  const [, , height, width] = dims as [number, number, number, number];
  const out = new Float32Array(trainedSide * trainedSide * 3);
  for (let row = 0; row < 3 * height; row++) {
    const channel = Math.floor(row / height);
    const line = (data as Float32Array).subarray(row * width, (row + 1) * width);
    out.set(line, (channel * trainedSide + (row % height)) * trainedSide);
  }
  return { dims: [1, 3, trainedSide, trainedSide], data: out };
}

/** Overlap with the disc that a pair which belongs together reaches, 0–1. */
const leastOverlap = 0.8;

export const segmentAdapters: SegmentAdapter[] = families.map((family) => {
  const adapter: SegmentAdapter = {
    slot: 'segment',
    name: family.name,
    label: family.label,
    isPair: true,
    matches: (shape, pair) =>
      shape.inputs.length === 1 &&
      shape.inputs[0]!.type === 'float32' &&
      family.matchesEncoder(shape) &&
      (!pair || family.matchesDecoder(pair.inputs.map(({ name }) => name))),
    async encode(use, picture) {
      const frame = family.frameOf(picture);
      const { outputs } = await shapeOf(use.runner, use.model.file);
      const answer = await runOne(use, family.input(picture, frame));
      const tensors: Record<string, { dims: readonly number[]; data: Float32Array }> = {};
      for (const output of outputs) {
        const { dims, data } = answer[output.name]!;
        const name = family.nameFor({ ...output, dims });
        if (!name) throw new ModelUnavailable('refused input', '编码器的输出与这类分割模型不符。');
        tensors[name] = { dims, data: finite(data) };
      }
      return { picture: { width: picture.width, height: picture.height }, frame, tensors };
    },
    decode: (use, embedding, prompt) => decode(use, embedding, prompt, family.decoder),
    async selfTest(runner, model) {
      const picture = testPicture({ width: 256, height: 192 }, { radius: 50 });
      const embedding = await adapter.encode({ runner, model }, picture);
      const points = [{ x: 128, y: 96, isInside: true }];
      const found = await adapter.decode({ runner, model }, embedding, { points });
      const best = Math.max(0, ...found.map(({ mask }) => overlapWithDisc(mask, picture)));
      return best > leastOverlap
        ? undefined
        : '编码器与解码器不是一对：点选试验图中的圆，没有得到这个圆。请放入同一型号的两个文件。';
    },
  };
  return adapter;
});

/** Intersection over union of a mask with the disc of the picture. */
function overlapWithDisc(mask: Uint8Array, { rgb }: SlotPicture): number {
  let [both, either] = [0, 0];
  for (let i = 0; i < mask.length; i++) {
    const [isFound, isDisc] = [mask[i]! > 0, rgb[i * 3]! > 0];
    if (isFound && isDisc) both++;
    if (isFound || isDisc) either++;
  }
  return either ? both / either : 0;
}

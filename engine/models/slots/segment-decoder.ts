import { bytesOf } from '../../base/map-plane.ts';
import { ModelUnavailable, type Tensor, type TensorShape, type Tensors } from '../../base/models.ts';
import { finite, shapeOf, sizeOfTensor, toPicture } from './image-tensor.ts';
import type { SegmentCandidate, SegmentEmbedding, SegmentPrompt, SlotUse } from './slot-adapter.ts';

/** Labels of points: part of it, not part of it, the box's first and last corner, nothing. */
const labels = { inside: 1, outside: 0, first: 2, last: 3, padding: -1 } as const;

/** Inputs and outputs of a family's decoder. */
export interface DecoderKind {
  /** Output of the masks and of their scores: the first of these names the file has. */
  masks: RegExp;
  scores: RegExp;
  /** Networks trained with a point for “no box” get one. */
  isPadded: boolean;
}

/** One pass of the decoder: masks of the picture's size, best first. */
export async function decode(
  { runner, model, signal }: SlotUse,
  { picture, frame, tensors }: SegmentEmbedding,
  prompt: SegmentPrompt,
  kind: DecoderKind,
): Promise<SegmentCandidate[]> {
  if (!model.pair) throw new ModelUnavailable('broken file', '分割模型缺少解码器文件，请把成对的两个文件放在一起。');
  const { inputs, outputs } = await shapeOf(runner, model.pair);
  const points = pointsOf(prompt, kind.isPadded).map(([x, y, label]) => ({
    x: (x * frame.width) / picture.width,
    y: (y * frame.height) / picture.height,
    label,
  }));
  const feeds: Record<string, Tensor> = {};
  for (const input of inputs) feeds[input.name] = feedOf(input, { points, frame, tensors });
  const answer = await runner.run(model.pair, feeds, signal && { signal });
  const nameOf = (pattern: RegExp) => outputs.find(({ name }) => pattern.test(name))?.name;
  const [masks, scores] = [nameOf(kind.masks), nameOf(kind.scores)];
  if (!masks || !scores) throw new ModelUnavailable('refused input', '解码器的输出与这类分割模型不符。');
  return candidatesOf(answer[masks]!, finite(answer[scores]!.data), picture);
}

function pointsOf({ points, box }: SegmentPrompt, isPadded: boolean): Array<[x: number, y: number, label: number]> {
  const list = points.map(({ x, y, isInside }): [number, number, number] => [
    x,
    y,
    isInside ? labels.inside : labels.outside,
  ]);
  if (box) list.push([box.left, box.top, labels.first], [box.right, box.bottom, labels.last]);
  else if (isPadded) list.push([0, 0, labels.padding]);
  return list;
}

interface DecoderValues {
  points: ReadonlyArray<{ x: number; y: number; label: number }>;
  frame: { width: number; height: number };
  tensors: Tensors;
}

/** Value for an input of the decoder, by the name of the input. */
function feedOf({ name, type, dims }: TensorShape, { points, frame, tensors }: DecoderValues): Tensor {
  const known = tensors[name];
  if (known) return known;
  const leading = dims.length === 4 ? [1, 1] : [1];
  if (/point_coords/.test(name)) {
    return typed(
      type,
      [...leading, points.length, 2],
      points.flatMap(({ x, y }) => [x, y]),
    );
  }
  if (/point_labels/.test(name)) {
    const own = dims.length === 3 ? [1, 1] : [1];
    return typed(
      type,
      [...own, points.length],
      points.map(({ label }) => label),
    );
  }
  if (/has_mask/.test(name)) return typed(type, [1], [0]);
  if (/mask_input/.test(name)) {
    const sizes = dims.map((size) => (typeof size === 'number' && size > 0 ? size : 1));
    return { dims: sizes, data: new Float32Array(sizes.reduce((product, size) => product * size, 1)) };
  }
  if (/orig_im_size/.test(name)) return typed(type, [2], [frame.height, frame.width]);
  throw new ModelUnavailable('refused input', `解码器需要不认识的输入“${name}”，可能不是这个编码器的另一半。`);
}

function typed(type: string, dims: number[], values: number[]): Tensor {
  if (type === 'int64') return { dims, data: BigInt64Array.from(values.map((value) => BigInt(Math.round(value)))) };
  if (type === 'int32') return { dims, data: Int32Array.from(values, Math.round) };
  return { dims, data: Float32Array.from(values) };
}

/** Logits above 0 belong to the object; they are resampled before they are divided. */
function candidatesOf(
  masks: Tensor,
  scores: Float32Array,
  picture: { width: number; height: number },
): SegmentCandidate[] {
  const from = sizeOfTensor(masks);
  const area = from.width * from.height;
  const logits = finite(masks.data);
  const count = Math.min(scores.length, Math.floor(logits.length / area));
  const order = Array.from({ length: count }, (_, i) => i).sort((one, other) => scores[other]! - scores[one]!);
  return order.map((index) => ({
    mask: bytesOf(toPicture(logits.subarray(index * area, (index + 1) * area), from, picture), (logit) =>
      logit > 0 ? 255 : 0,
    ),
    score: scores[index]!,
  }));
}

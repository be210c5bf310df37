import { floats, longs, node, type OnnxGraph, type OnnxTensor, type OnnxValue } from './onnx-graph.ts';

/**
 * Tiny stand-ins for the networks of the slots, with the signatures of the real files and mathematics that give wrong
 * sizes, colours, ranges and polarities away. Where a network would judge, they copy the red channel.
 */

const value = (name: string, dims: OnnxValue['dims'], type: OnnxValue['type'] = 'float32'): OnnxValue => ({
  name,
  type,
  dims,
});

/** Hole → mid grey, the rest as it was. */
export const miGanGraph: OnnxGraph = {
  // The mask first: files are not to be told by the order of their inputs.
  inputs: [value('mask', ['batch', 1, 'h', 'w'], 'uint8'), value('image', ['batch', 3, 'h', 'w'], 'uint8')],
  outputs: [value('result', ['batch', 3, 'h', 'w'], 'uint8')],
  nodes: [
    node('Cast', ['mask'], 'level', { to: 1 }),
    node('Equal', ['level', 'zero'], 'isHole'),
    node('Where', ['isHole', 'grey', 'image'], 'result'),
  ],
  initialisers: [floats('zero', [0]), { name: 'grey', type: 'uint8', dims: [], values: [128] }],
};

/** Hole → mid grey, the rest as it was, 0–255; with `isInverted` the hole is what is kept. */
export function lamaGraph({ isInverted = false, batch = 'batch' as number | string } = {}): OnnxGraph {
  return {
    inputs: [value('image', [batch, 3, 512, 512]), value('mask', [batch, 1, 512, 512])],
    outputs: [value('output', [batch, 3, 512, 512])],
    nodes: [
      node('Sub', ['one', 'mask'], 'inverse'),
      node('Mul', ['image', isInverted ? 'mask' : 'inverse'], 'kept'),
      node('Mul', ['half', isInverted ? 'inverse' : 'mask'], 'made'),
      node('Add', ['kept', 'made'], 'sum'),
      node('Mul', ['sum', 'full'], 'output'),
    ],
    initialisers: [floats('one', [1]), floats('half', [128 / 255]), floats('full', [255])],
  };
}

/** The same with one input, 0–1. */
export const lamaFourChannelsGraph: OnnxGraph = {
  inputs: [value('input', [1, 4, 'h', 'w'])],
  outputs: [value('output', [1, 3, 'h', 'w'])],
  nodes: [
    node('Slice', ['input', 'first', 'fourth', 'axis'], 'rgb'),
    node('Slice', ['input', 'fourth', 'end', 'axis'], 'mask'),
    node('Mul', ['mask', 'half'], 'made'),
    node('Add', ['rgb', 'made'], 'output'),
  ],
  initialisers: [
    floats('half', [128 / 255]),
    ...[longs('first', [0]), longs('fourth', [3]), longs('end', [4]), longs('axis', [1])],
  ],
};

/** Any of these: one picture in, `weight × channel + offset` out. */
function channelNodes(output: string, { channel = 0, weight = 1, offset = 0, keepsRank = true }) {
  const names = { picked: `${output}-picked`, weighted: `${output}-weighted` };
  return {
    nodes: [
      node('Gather', ['image', `${output}-channel`], names.picked, { axis: 1 }),
      node('Mul', [names.picked, `${output}-weight`], names.weighted),
      node('Add', [names.weighted, `${output}-offset`], output),
    ],
    initialisers: [
      longs(`${output}-channel`, [channel], keepsRank ? [1] : []),
      floats(`${output}-weight`, [weight]),
      floats(`${output}-offset`, [offset]),
    ],
  };
}

interface MapOptions {
  size: number | string;
  input?: string;
  outputs?: readonly string[];
  rank?: 3 | 4;
  channel?: number;
  weight?: number;
  offset?: number;
}

/** A picture in, maps of one channel out; all copy a channel. */
export function mapGraph({ size, input = 'image', outputs = ['output'], rank = 4, ...rest }: MapOptions): OnnxGraph {
  const sizes = [typeof size === 'string' ? 'h' : size, typeof size === 'string' ? 'w' : size];
  const parts = outputs.map((name) => channelNodes(name, { ...rest, keepsRank: rank === 4 }));
  const rename = (name: string) => (name === 'image' ? input : name);
  return {
    inputs: [value(input, ['batch', 3, ...sizes])],
    outputs: outputs.map((name) => value(name, rank === 4 ? ['batch', 1, ...sizes] : ['batch', ...sizes])),
    nodes: parts.flatMap(({ nodes }) => nodes).map((one) => ({ ...one, inputs: one.inputs.map(rename) })),
    initialisers: parts.flatMap(({ initialisers }) => initialisers),
  };
}

/** Every pixel `scale` times each way. */
export function nearestGraph(scale: number, size: number | string = 'any'): OnnxGraph {
  const isOpen = typeof size === 'string';
  return {
    inputs: [value('input', [1, 3, isOpen ? 'h' : size, isOpen ? 'w' : size])],
    outputs: [value('result', [1, 3, isOpen ? 'h2' : size * scale, isOpen ? 'w2' : size * scale])],
    nodes: [
      node('Resize', ['input', '', 'scales'], 'result', {
        mode: 'nearest',
        coordinate_transformation_mode: 'asymmetric',
        nearest_mode: 'floor',
      }),
    ],
    initialisers: [floats('scales', [1, 1, scale, scale], [4])],
  };
}

/** One line from (8, 16) to (40, 16) of a grid of 64, surer than 0 only where the fourth channel is ones. */
export const mlsdGraph: OnnxGraph = {
  inputs: [value('input_image_with_alpha:0', [1, 128, 128, 4])],
  outputs: [value('Identity', [1, 2, 2], 'int32'), value('Identity_1', [1, 2]), value('Identity_2', [1, 64, 64, 4])],
  nodes: [
    node('Identity', ['points'], 'Identity'),
    node('Gather', ['input_image_with_alpha:0', 'alpha'], 'ones', { axis: 3 }),
    node('ReduceMean', ['ones'], 'mean', { keepdims: 0 }),
    node('Mul', ['mean', 'scores'], 'Identity_1'),
    node('Expand', ['ends', 'grid'], 'Identity_2'),
  ],
  initialisers: [
    { name: 'points', type: 'int32', dims: [1, 2, 2], values: [16, 24, 30, 30] },
    floats('scores', [0.9, 0.05], [1, 2]),
    floats('ends', [-16, 0, 16, 0], [1, 1, 1, 4]),
    longs('grid', [1, 64, 64, 4]),
    longs('alpha', [3], []),
  ],
};

/** Red → building, green → tree, blue → sky; a quarter of the size, or as the index of the surest class. */
export function ade20kGraph({ isIndex = false } = {}): OnnxGraph {
  const weights = new Array<number>(150 * 3).fill(0);
  for (const [channel, index] of [1, 4, 2].entries()) weights[index * 3 + channel] = 20;
  const offsets = Array.from({ length: 150 }, (_, index) => ([1, 2, 4].includes(index) ? 0 : -200));
  return {
    inputs: [value('pixel_values', ['batch', 3, 'height', 'width'])],
    outputs: [isIndex ? value('classes', ['batch', 'h', 'w'], 'int64') : value('logits', ['batch', 150, 'h', 'w'])],
    nodes: [
      node('Conv', ['pixel_values', 'weights', 'offsets'], 'logits', { strides: [4, 4] }),
      ...(isIndex ? [node('ArgMax', ['logits'], 'classes', { axis: 1, keepdims: 0 })] : []),
    ],
    initialisers: [floats('weights', weights, [150, 3, 1, 1]), floats('offsets', offsets, [150])],
  };
}

/** Encoders that tell nothing but how light the picture is. */
export function encoderGraph(input: OnnxValue, outputs: ReadonlyArray<readonly [name: string, channels: number]>) {
  const shapes: OnnxTensor[] = outputs.map(([name, channels]) => longs(`${name}-shape`, [1, channels, 64, 64]));
  return {
    inputs: [input],
    outputs: outputs.map(([name, channels]) => value(name, [1, channels, 64, 64])),
    nodes: [
      node('ReduceMean', [input.name], 'mean', { keepdims: 0 }),
      ...outputs.map(([name]) => node('Expand', ['mean', `${name}-shape`], name)),
    ],
    initialisers: shapes,
  } satisfies OnnxGraph;
}

interface DecoderOptions {
  /** Names and shapes of what the encoder gives. */
  embeddings: readonly OnnxValue[];
  /** Radii of the disc across and down, pixels of the frame. */
  radii: readonly [number, number];
  prefix?: string;
  isEfficient?: boolean;
  /** Masks of this side over a frame of 1024² where the decoder is not told a size. */
  side?: number;
}

/** An ellipse round the mean of the points labelled 1 and more: coordinates, labels and sizes must be right. */
export function decoderGraph({ embeddings, radii, prefix = '', isEfficient = false, side }: DecoderOptions): OnnxGraph {
  const leading = isEfficient ? [1, 1] : [1];
  const coords = value(`${prefix}point_coords`, [...leading, 'points', 2]);
  const labels = value(`${prefix}point_labels`, [...leading, 'points']);
  const masks = isEfficient ? 'output_masks' : 'masks';
  const sizeInput = value('orig_im_size', [2], isEfficient ? 'int64' : 'float32');
  const step = side ? 1024 / side : 1;
  return {
    inputs: [
      ...embeddings,
      coords,
      labels,
      ...(isEfficient ? [] : [value('mask_input', [1, 1, 256, 256]), value('has_mask_input', [1])]),
      ...(side ? [] : [sizeInput]),
    ],
    outputs: [
      value(masks, [...leading, 'count', 'h', 'w'].slice(-4)),
      value('iou_predictions', isEfficient ? [1, 1, 1] : [1, 1]),
    ],
    nodes: [
      node('Reshape', [coords.name, 'pairs'], 'coords'),
      node('Reshape', [labels.name, 'column'], 'labels'),
      node('GreaterOrEqual', ['labels', 'one'], 'isInside'),
      node('Cast', ['isInside'], 'weights', { to: 1 }),
      node('Mul', ['coords', 'weights'], 'weighted'),
      node('ReduceSum', ['weighted', 'rows'], 'total', { keepdims: 0 }),
      node('ReduceSum', ['weights', 'rows'], 'count', { keepdims: 0 }),
      node('Div', ['total', 'count'], 'centre'),
      node('Split', ['centre'], ['x', 'y'], { axis: 0 }),
      ...(side ? [node('Identity', ['side'], 'size')] : [node('Cast', ['orig_im_size'], 'size', { to: 1 })]),
      node('Split', ['size'], ['h1', 'w1'], { axis: 0 }),
      node('Squeeze', ['h1'], 'h'),
      node('Squeeze', ['w1'], 'w'),
      node('Range', ['nought', 'w', 'one'], 'columns'),
      node('Range', ['nought', 'h', 'one'], 'lines'),
      ...ellipseNodes(masks),
      node('ReduceMean', [embeddings[0]!.name], 'mean', { keepdims: 0 }),
      node('Mul', ['mean', 'nought'], 'nothing'),
      node('Add', ['nothing', 'score'], 'iou_predictions'),
    ],
    initialisers: [
      longs('pairs', [-1, 2]),
      longs('column', [-1, 1]),
      longs('rows', [0]),
      longs('tall', [-1, 1]),
      longs('planes', [0, 1]),
      ...[floats('one', [1]), floats('nought', [0]), floats('step', [step])],
      floats('acrossRadius', [radii[0]]),
      floats('downRadius', [radii[1]]),
      floats('score', [0.9], isEfficient ? [1, 1, 1] : [1, 1]),
      ...(side ? [floats('side', [side, side], [2])] : []),
    ],
  };
}

/** 1 − ((x − centre) / radius)² − the same down. */
function ellipseNodes(masks: string) {
  return [
    node('Mul', ['columns', 'step'], 'columnsAt'),
    node('Mul', ['lines', 'step'], 'linesAt'),
    node('Reshape', ['linesAt', 'tall'], 'rowsAt'),
    node('Sub', ['columnsAt', 'x'], 'across'),
    node('Sub', ['rowsAt', 'y'], 'down'),
    node('Div', ['across', 'acrossRadius'], 'acrossShare'),
    node('Div', ['down', 'downRadius'], 'downShare'),
    node('Mul', ['acrossShare', 'acrossShare'], 'acrossSquare'),
    node('Mul', ['downShare', 'downShare'], 'downSquare'),
    node('Sub', ['one', 'acrossSquare'], 'rest'),
    node('Sub', ['rest', 'downSquare'], 'flat'),
    node('Unsqueeze', ['flat', 'planes'], masks),
  ];
}

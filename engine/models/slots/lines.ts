import { ModelUnavailable, type TensorData, type TensorShape } from '../../base/models.ts';
import { clamp } from '../../base/scalar.ts';
import {
  finite,
  fixedSize,
  isImage,
  isOpenOr,
  planesOf,
  runOne,
  shapeOf,
  sizeOfTensor,
  testPicture,
  toPicture,
} from './image-tensor.ts';
import type { LineSegment, LinesAdapter, SlotPicture, SlotUse } from './slot-adapter.ts';

/** Fainter lines are noise, 0–1. */
const leastScore = 0.1;
/** Shorter lines are noise, cells of the network's grid. */
const leastLength = 10;

/** M-LSD tiny and large with their ends worked out in the graph (navervision/mlsd, as hpc203/M-LSD-onnxrun has it). */
const mlsd: LinesAdapter = {
  slot: 'lines',
  name: 'm-lsd',
  label: 'M-LSD',
  matches({ inputs, outputs }) {
    const dims = inputs[0]?.dims ?? [];
    const isInput = inputs.length === 1 && inputs[0]!.type === 'float32' && dims.length === 4 && dims[3] === 4;
    return isInput && fixedSides(dims) !== undefined && isOpenOr(dims[0]!, 1) && rolesOf(outputs) !== undefined;
  },
  async find(use, picture) {
    const { inputs, outputs } = await shapeOf(use.runner, use.model.file);
    const roles = rolesOf(outputs);
    const side = fixedSides(inputs[0]!.dims);
    if (!roles || !side) throw new ModelUnavailable('refused input', '这个文件不是 M-LSD 线段模型。');
    const planes = planesOf(picture, side);
    const area = side.width * side.height;
    const data = new Float32Array(area * 4);
    for (let i = 0; i < area; i++) {
      for (let channel = 0; channel < 3; channel++) data[i * 4 + channel] = planes[channel * area + i]!;
      data[i * 4 + 3] = 1;
    }
    const answer = await runOne(use, { dims: [1, side.height, side.width, 4], data });
    const [, rows, columns] = answer[roles.ends]!.dims;
    const grid = { width: columns!, height: rows! };
    const parts = [roles.points, roles.scores, roles.ends].map((name) => answer[name]!.data);
    return { segments: segmentsOf(parts, grid, picture) };
  },
  async selfTest(runner, model) {
    await mlsd.find({ runner, model }, testPicture({ width: 128, height: 96 }, { radius: 30 }));
    return undefined;
  },
};

/** Which output is which, by rank, type and last dimension. */
function rolesOf(outputs: readonly TensorShape[]) {
  const named = (isIt: (value: TensorShape) => boolean) => outputs.find(isIt)?.name;
  const points = named(({ dims }) => dims.length === 3 && dims[2] === 2);
  const scores = named(({ dims, type }) => dims.length === 2 && type === 'float32');
  const ends = named(({ dims, type }) => dims.length === 4 && dims[3] === 4 && type === 'float32');
  return points && scores && ends ? { points, scores, ends } : undefined;
}

/** Height and width of rows of pixels with their channels last. */
function fixedSides(dims: TensorShape['dims']) {
  const [, height, width] = dims;
  return typeof height === 'number' && typeof width === 'number' && height > 0 && width > 0
    ? { width, height }
    : undefined;
}

function segmentsOf(
  [points, scores, ends]: readonly TensorData[],
  grid: { width: number; height: number },
  picture: { width: number; height: number },
): LineSegment[] {
  const [moves, sure] = [finite(ends!), finite(scores!)];
  const segments: LineSegment[] = [];
  const across = picture.width / grid.width;
  const down = picture.height / grid.height;
  sure.forEach((score, i) => {
    const [y, x] = [Number(points![i * 2]), Number(points![i * 2 + 1])];
    if (score <= leastScore || x < 0 || y < 0 || x >= grid.width || y >= grid.height) return;
    const at = (y * grid.width + x) * 4;
    const [startX, startY, endX, endY] = moves.subarray(at, at + 4) as unknown as [number, number, number, number];
    if (Math.hypot(endX - startX, endY - startY) <= leastLength) return;
    const place = (column: number, row: number) => [
      clamp((x + column) * across, 0, picture.width),
      clamp((y + row) * down, 0, picture.height),
    ];
    const [x1, y1] = place(startX, startY);
    const [x2, y2] = place(endX, endY);
    segments.push({ x1: x1!, y1: y1!, x2: x2!, y2: y2!, score });
  });
  return segments.sort((one, other) => other.score - one.score);
}

/** Blue, green, red as OpenCV reads pictures, less these levels. */
const dexinedMean = [103.5, 116.2, 123.6];

/** DexiNed (opencv/opencv_zoo, edge_detection_dexined): several maps, of which the family's last is the fused one. */
const dexined: LinesAdapter = {
  slot: 'lines',
  name: 'dexined',
  label: 'DexiNed',
  matches({ inputs, outputs }) {
    const size = inputs[0] && fixedSize(inputs[0]);
    if (inputs.length !== 1 || !isImage(inputs[0]!, 3) || size?.width === 320) return false;
    return outputs.length >= 6 && outputs.every((output) => isImage(output, 1));
  },
  find: findEdges,
  async selfTest(runner, model) {
    const found = await findEdges({ runner, model }, testPicture({ width: 128, height: 96 }, { radius: 30 }));
    return found.edges.every((level) => level === 0) ? '模型在试验图上没有找到任何边缘。' : undefined;
  },
};

async function findEdges(use: SlotUse, picture: SlotPicture) {
  const { inputs, outputs } = await shapeOf(use.runner, use.model.file);
  const size = fixedSize(inputs[0]!) ?? { width: 512, height: 512 };
  const planes = planesOf(picture, size);
  const area = size.width * size.height;
  const data = new Float32Array(planes.length);
  for (let i = 0; i < area * 3; i++) {
    const channel = Math.floor(i / area);
    data[i] = planes[(2 - channel) * area + (i % area)]! - dexinedMean[channel]!;
  }
  const name = outputs.at(-1)!.name;
  const fused = (await runOne(use, { dims: [1, 3, size.height, size.width], data }, [name]))[name]!;
  const map = finite(fused.data).map((value) => 1 / (1 + Math.exp(-value)));
  const [low, high] = map.reduce(([least, most], level) => [Math.min(least!, level), Math.max(most!, level)], [1, 0]);
  const span = high! - low!;
  const edges = map.map((level) => (span > 1e-3 ? (level - low!) / span : 0));
  return { edges: toPicture(edges, sizeOfTensor(fused), picture).map((level) => clamp(level, 0, 1)) };
}

export const linesAdapters = [mlsd, dexined];

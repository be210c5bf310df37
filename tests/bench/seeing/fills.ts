import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import type { Size } from '../../../engine/base/blur.ts';
import { lumaPlane } from '../../../engine/base/colour.ts';
import { reluctanceOf } from '../../../engine/kernels/fill/copy-reluctance.ts';
import { extendPicture } from '../../../engine/kernels/fill/extend-picture.ts';
import { cut } from '../../../engine/kernels/fill/hole-window.ts';
import { removeRegion } from '../../../engine/kernels/fill/remove-region.ts';
import { findLineSegments } from '../../../engine/kernels/material/line-segments.ts';
import { readWithNetwork } from '../../../engine/kernels/scene-reader/read-scene.ts';
import { createDirectRunner } from '../../../engine/models/direct-runner.ts';
import { sceneNetworkOf } from '../../../engine/models/scene-weights.ts';
import { type Measurement, say } from '../measurement.ts';
import { type Continuation, measureContinuation } from './continuation.ts';

/** Photographs that are measured, spread over the folder. */
const asked = 8;
/** Longest side, pixels. */
const pictureSide = 683;
/** Margin cut off each side and filled again, share of the rest. */
const margin = 0.15;
/** Squares over straight edges that are filled: half a side, share of the longer side, and most of them a photograph. */
const halfHole = 0.055;
const mostHoles = 4;

/**
 * Measures in filled areas whether straight edges go on and how often a single object is repeated: each photograph is
 * cut by its margins and extended to its old size, and squares over its long edges are cleared.
 */
export async function benchFills(folder = process.env.SEEING_PICTURES): Promise<Measurement[]> {
  const images = folder === undefined ? '' : path.join(folder, 'img');
  const files = existsSync(images) ? readdirSync(images).sort() : [];
  const chosen = files
    .filter((_, index) => index % Math.max(1, Math.floor(files.length / asked)) === 0)
    .slice(0, asked);
  if (chosen.length === 0) {
    say('no photographs: name a folder with img/*.jpg, or set SEEING_PICTURES');
    return [];
  }
  const models = { runner: createDirectRunner(), slots: {} };
  const [extended, cleared]: [Continuation[], Continuation[]] = [[], []];
  for (const [index, name] of chosen.entries()) {
    const { data, info } = await sharp(path.join(images, name))
      .rotate()
      .resize({ width: pictureSide, height: pictureSide, fit: 'inside', withoutEnlargement: true })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const size = { width: info.width, height: info.height };
    const truth = new Uint8Array(data);
    const [across, down] = [size.width, size.height].map((side) => Math.round((side * margin) / (1 + 2 * margin)));
    const box = { left: across!, top: down!, right: size.width - across!, bottom: size.height - down! };
    const inner = { width: box.right - box.left, height: box.bottom - box.top };
    const rgb = cut(truth, size, box, 3);
    const reading = await readWithNetwork(rgb, inner, sceneNetworkOf(models)!);
    const margins = { left: across!, right: across!, top: down!, bottom: down! };
    const reluctance = reluctanceOf(rgb, inner, reading);
    const made = extendPicture(rgb, inner, margins, { seed: index, variant: 0, overlap: 0, reluctance });
    const isMargin = new Uint8Array(size.width * size.height).fill(1);
    for (let y = box.top; y < box.bottom; y++) isMargin.fill(0, y * size.width + box.left, y * size.width + box.right);
    extended.push(measureContinuation(truth, made, isMargin, size));

    const isHole = holesOnLines(truth, size);
    const covered = truth.map((level, i) => (isHole[Math.floor(i / 3)] === 1 ? 128 : level));
    const mask = isHole.map((hole) => hole * 255);
    const filled = removeRegion(covered, mask, size, [], { seed: index });
    cleared.push(measureContinuation(truth, filled, isHole, size));
    say(`${name}: extended ${told(extended.at(-1)!)}; cleared ${told(cleared.at(-1)!)}`);
  }
  return [
    { name: 'lines carried on when extended', ours: 100 * mean(extended.map(({ lines }) => lines)), unit: '%' },
    { name: 'repeated things when extended', ours: 100 * mean(extended.map(({ twins }) => twins)), unit: '%' },
    { name: 'lines joined when cleared', ours: 100 * mean(cleared.map(({ lines }) => lines)), unit: '%' },
    { name: 'repeated things when cleared', ours: 100 * mean(cleared.map(({ twins }) => twins)), unit: '%' },
  ];
}

function told({ lines, twins }: Continuation): string {
  return `${Number.isNaN(lines) ? 'no lines' : `lines ${Math.round(100 * lines)} %`}, twins ${Math.round(100 * twins)} %`;
}

/** Of those that are numbers. */
function mean(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** 1 in squares over the middles of the longest edges. */
function holesOnLines(rgb: Uint8Array, size: Size): Uint8Array {
  const side = Math.max(size.width, size.height);
  const half = Math.round(halfHole * side);
  const middles: { x: number; y: number }[] = [];
  const lines = findLineSegments(lumaPlane(rgb), size, Math.round(0.2 * side));
  for (const { x1, y1, x2, y2 } of lines.sort((one, other) => other.length - one.length)) {
    const [x, y] = [Math.round((x1 + x2) / 2), Math.round((y1 + y2) / 2)];
    const isInside = Math.min(x, y, size.width - x, size.height - y) > 1.6 * half;
    if (isInside && middles.every((other) => Math.hypot(other.x - x, other.y - y) > 4.5 * half)) middles.push({ x, y });
    if (middles.length === mostHoles) break;
  }
  const isHole = new Uint8Array(size.width * size.height);
  for (const { x, y } of middles)
    for (let row = y - half; row < y + half; row++)
      isHole.fill(1, row * size.width + x - half, row * size.width + x + half);
  return isHole;
}

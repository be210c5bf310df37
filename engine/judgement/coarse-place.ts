import { boxBlur, type Size } from '../base/blur.ts';
import { resamplePlane } from '../base/resample.ts';
import { type ComplexSquare, emptySquare, transform } from './fourier.ts';
import type { JudgedPicture } from './judged-picture.ts';
import { type Frames, type PictureMap, stretchedMap } from './picture-map.ts';

/** Side of the square that pictures are laid over each other in, and longest side of the base in it, pixels. */
const side = 256;
const baseSide = 112;
/** Longest side to which the result is reduced once, before it is reduced to each size, pixels. */
const halfSide = 512;
/** Steps between sizes that are tried, and how far beyond what the pictures' sizes say. */
const sizeStep = 1.03;
const beyond = 1.27;

/**
 * Likely places of a result over its base: moved, and in one of a number of sizes. Edges are laid over each other by their
 * direction, whatever their sign and strength (cross-correlation of doubled angles, by Fourier transforms).
 *
 * @param count how many places are wanted
 * @returns maps of the judged pictures, the likeliest first
 */
export function coarsePlaces(base: JudgedPicture, result: JudgedPicture, count: number): PictureMap[] {
  const reduction = baseSide / Math.max(base.width, base.height);
  const small = scaledSize(base, reduction);
  const edges = edgesOf(resamplePlane(base.planes[0], base, small, 'catmullRom'), small);
  transform(edges.square, false);
  const frames: Frames = { base, result };
  const half = scaledSize(result, Math.min(1, halfSide / Math.max(result.width, result.height)));
  const luma = resamplePlane(result.planes[0], result, half, 'catmullRom');
  const places = sizesToTry(frames).flatMap((scale) => {
    const placed = scaledSize(result, reduction / scale);
    if (placed.width < 16 || placed.height < 16 || Math.max(placed.width, placed.height) > side - 32) return [];
    const there = edgesOf(resamplePlane(luma, half, placed, 'catmullRom'), placed);
    transform(there.square, false);
    const { dx, dy, height } = highestPeak(edges.square, there.square);
    const score = height / Math.sqrt(edges.energy * there.energy);
    return [{ score, map: mapOf({ dx, dy }, small, placed, frames) }];
  });
  return places
    .sort((one, other) => other.score - one.score)
    .slice(0, count)
    .map(({ map }) => map);
}

function scaledSize({ width, height }: Size, factor: number): Size {
  return { width: Math.round(width * factor), height: Math.round(height * factor) };
}

/** Pixels of the result in one of the base that are worth trying: from wholly shown to cut to fill, and some beyond. */
function sizesToTry({ base, result }: Frames): number[] {
  const [across, down] = [result.width / base.width, result.height / base.height];
  const least = Math.min(across, down) / beyond;
  const most = Math.max(across, down) * beyond;
  const count = Math.ceil(Math.log(most / least) / Math.log(sizeStep));
  return Array.from({ length: count + 1 }, (_, i) => least * (most / least) ** (i / count));
}

/** Edges of a small picture as complex numbers: strength beside its surroundings, and twice the direction. */
function edgesOf(luma: Float32Array, size: Size): { square: ComplexSquare; energy: number } {
  const { width, height } = size;
  const across = new Float32Array(luma.length);
  const down = new Float32Array(luma.length);
  const strength = new Float32Array(luma.length);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      across[i] = luma[i + 1]! - luma[i - 1]!;
      down[i] = luma[i + width]! - luma[i - width]!;
      strength[i] = Math.hypot(across[i]!, down[i]!);
    }
  }
  const around = boxBlur(strength, size, 6);
  const square = emptySquare(side);
  let energy = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const level = strength[i]!;
      if (level < 1) continue;
      const share = level / (level + around[i]! + 2);
      const [dx, dy] = [across[i]! / level, down[i]! / level];
      const at = y * side + x;
      square.real[at] = share * (dx * dx - dy * dy);
      square.imaginary[at] = share * 2 * dx * dy;
      energy += share * share;
    }
  }
  return { square, energy };
}

/** The shift of the second picture over the first at which most edges meet, pixels, and how well they do. */
function highestPeak(base: ComplexSquare, result: ComplexSquare): { dx: number; dy: number; height: number } {
  const product = emptySquare(side);
  for (let i = 0; i < side * side; i++) {
    const [a, b, c, d] = [base.real[i]!, base.imaginary[i]!, result.real[i]!, result.imaginary[i]!];
    product.real[i] = a * c + b * d;
    product.imaginary[i] = b * c - a * d;
  }
  transform(product, true);
  let best = 0;
  for (let i = 0; i < side * side; i++) if (product.real[i]! > product.real[best]!) best = i;
  const [x, y] = [best % side, Math.floor(best / side)];
  return {
    dx: x > side / 2 ? x - side : x,
    dy: y > side / 2 ? y - side : y,
    height: product.real[best]! / (side * side),
  };
}

/** The map that lays a result of a size at a place over the base. */
function mapOf({ dx, dy }: { dx: number; dy: number }, small: Size, placed: Size, frames: Frames): PictureMap {
  const plain = stretchedMap(frames);
  const unit = Math.max(frames.base.width, frames.base.height);
  const [across, down] = [frames.result.width / placed.width, frames.result.height / placed.height];
  // A place x of the base is x - dx of the result, both from their corners; maps count from centres.
  const shiftX = (small.width / 2 - dx - placed.width / 2) * across;
  const shiftY = (small.height / 2 - dy - placed.height / 2) * down;
  return {
    ax: [shiftX / unit, (across * small.width) / frames.base.width, ...plain.ax.slice(2)],
    ay: [shiftY / unit, 0, (down * small.height) / frames.base.height, ...plain.ay.slice(3)],
  };
}

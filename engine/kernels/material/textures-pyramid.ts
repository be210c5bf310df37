/** A picture that repeats to all sides, in linear light. */
export interface LinearTile {
  /** Pixels, powers of two. */
  width: number;
  height: number;
  /** Interleaved, linear, 1 = white. */
  rgb: Float32Array;
  /** Size in the world, metres. */
  metresWide: number;
  metresHigh: number;
}

/** A tile and its halvings down to one pixel. */
export type TexturePyramid = readonly LinearTile[];

/** Most samples along the longer axis of a pixel's footprint. */
const mostTaps = 12;

/** Box-filtered halvings (Williams 1983). */
export function makePyramid(tile: LinearTile): TexturePyramid {
  const levels = [tile];
  for (let last = tile; last.width > 1 || last.height > 1; ) {
    last = halved(last);
    levels.push(last);
  }
  return levels;
}

function halved(tile: LinearTile): LinearTile {
  const width = Math.max(1, tile.width >> 1);
  const height = Math.max(1, tile.height >> 1);
  const rgb = new Float32Array(width * height * 3);
  const right = tile.width > 1 ? 3 : 0;
  const below = tile.height > 1 ? tile.width * 3 : 0;
  for (let y = 0, at = 0; y < height; y++) {
    let from = y * (below > 0 ? 2 : 1) * tile.width * 3;
    for (let x = 0; x < width; x++, from += right > 0 ? 6 : 3) {
      for (let channel = from; channel < from + 3; channel++, at++) {
        const upper = tile.rgb[channel]! + tile.rgb[channel + right]!;
        rgb[at] = (upper + tile.rgb[channel + below]! + tile.rgb[channel + below + right]!) / 4;
      }
    }
  }
  return { ...tile, width, height, rgb };
}

/**
 * Mean colour of the tile under a parallelogram: samples along its longer axis, from the two levels whose pixels are
 * nearest to its shorter one (anisotropic filtering after McCormack et al., "Feline", 1999).
 *
 * @param u metres to the right
 * @param v metres upwards
 * @param uByX metres per picture pixel, and so on
 * @param out receives linear red, green, blue
 */
export function samplePyramid(
  pyramid: TexturePyramid,
  u: number,
  v: number,
  uByX: number,
  vByX: number,
  uByY: number,
  vByY: number,
  out: Float64Array,
): void {
  const base = pyramid[0]!;
  const perU = base.width / base.metresWide;
  const perV = -base.height / base.metresHigh;
  const firstX = uByX * perU;
  const firstY = vByX * perV;
  const secondX = uByY * perU;
  const secondY = vByY * perV;
  const firstSquare = firstX * firstX + firstY * firstY;
  const secondSquare = secondX * secondX + secondY * secondY;
  const isFirstLonger = firstSquare > secondSquare;
  const longer = Math.sqrt(Math.max(firstSquare, secondSquare, 1e-12));
  const area = Math.abs(firstX * secondY - firstY * secondX);
  const shorter = Math.max(area / longer, longer / mostTaps, 0.5);
  const taps = Math.min(mostTaps, Math.max(1, Math.ceil(longer / shorter)));
  const detail = Math.min(pyramid.length - 1.001, Math.max(0, Math.log2(shorter)));
  const level = Math.floor(detail);
  const blend = detail - level;
  const stepX = (isFirstLonger ? firstX : secondX) / taps;
  const stepY = (isFirstLonger ? firstY : secondY) / taps;
  let x = u * perU - (stepX * (taps - 1)) / 2;
  let y = v * perV - (stepY * (taps - 1)) / 2;
  out[0] = 0;
  out[1] = 0;
  out[2] = 0;
  for (let tap = 0; tap < taps; tap++, x += stepX, y += stepY) {
    addSample(pyramid[level]!, x / (1 << level), y / (1 << level), (1 - blend) / taps, out);
    if (blend > 0.004) addSample(pyramid[level + 1]!, x / (2 << level), y / (2 << level), blend / taps, out);
  }
}

function addSample({ width, height, rgb }: LinearTile, x: number, y: number, weight: number, out: Float64Array): void {
  const left = Math.floor(x - 0.5);
  const top = Math.floor(y - 0.5);
  const shareX = x - 0.5 - left;
  const shareY = y - 0.5 - top;
  const column = left & (width - 1);
  const next = (left + 1) & (width - 1);
  const upper = (top & (height - 1)) * width;
  const lower = ((top + 1) & (height - 1)) * width;
  const a = (1 - shareX) * (1 - shareY) * weight;
  const b = shareX * (1 - shareY) * weight;
  const c = (1 - shareX) * shareY * weight;
  const d = shareX * shareY * weight;
  const atA = (upper + column) * 3;
  const atB = (upper + next) * 3;
  const atC = (lower + column) * 3;
  const atD = (lower + next) * 3;
  out[0]! += a * rgb[atA]! + b * rgb[atB]! + c * rgb[atC]! + d * rgb[atD]!;
  out[1]! += a * rgb[atA + 1]! + b * rgb[atB + 1]! + c * rgb[atC + 1]! + d * rgb[atD + 1]!;
  out[2]! += a * rgb[atA + 2]! + b * rgb[atB + 2]! + c * rgb[atC + 2]! + d * rgb[atD + 2]!;
}

import type { Size } from './blur.ts';

/** One level of an image pyramid: alpha-weighted sums of colours, one cell per block of pixels. */
interface Cells extends Size {
  /** Four values per cell in row order: red, green and blue times weight, and weight (sum of alpha, 0–255 each). */
  sums: Float32Array;
}

/** Side of a cell of the finest level, pixels. */
const cellSide = 4;
/** Cells of a lower weight are topped up to it from the coarser level; the weight of four opaque pixels. */
const sureWeight = 4 * 255;

/**
 * Fills fully transparent pixels with the colours of visible neighbours (pull-push algorithm: Gortler et al., "The
 * Lumigraph", 1996). Filters mix neighbouring pixels; without this, the black that encoders store in transparent pixels
 * would darken the edges.
 *
 * @param rgb interleaved, not multiplied by alpha
 * @param alpha one byte per pixel
 * @returns a copy; pixels with alpha above 0 keep their colour
 */
export function spreadColours(rgb: Uint8Array, alpha: Uint8Array, size: Size): Uint8Array {
  return mixed(rgb, alpha, size, (level) => (level === 0 ? 0 : 1));
}

/**
 * Like {@link spreadColours}, but mixes partly transparent pixels with their neighbours too, in proportion to their
 * transparency. For filters that amplify small differences: the lower the alpha, the more coarsely the colour of a
 * pixel is quantized in the file.
 */
export function weighColours(rgb: Uint8Array, alpha: Uint8Array, size: Size): Uint8Array {
  return mixed(rgb, alpha, size, (level) => level / 255);
}

/** @param shareOf weight of a pixel's own colour, 0–1, by its alpha; the neighbours have the rest */
function mixed(rgb: Uint8Array, alpha: Uint8Array, size: Size, shareOf: (level: number) => number): Uint8Array {
  const levels = [gather(rgb, alpha, size)];
  for (let cells = levels[0]!; cells.width > 1 || cells.height > 1; ) {
    cells = halved(cells);
    levels.push(cells);
  }
  for (let level = levels.length - 2; level >= 0; level--) fill(levels[level]!, levels[level + 1]!);
  const [cells] = levels;
  const out = new Uint8Array(rgb);
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, i++) {
      const share = shareOf(alpha[i]!);
      if (share === 1) continue;
      const at = (Math.floor(y / cellSide) * cells!.width + Math.floor(x / cellSide)) * 4;
      const weight = cells!.sums[at + 3]!;
      if (weight === 0) continue;
      for (let channel = i * 3; channel < i * 3 + 3; channel++) {
        const beside = cells!.sums[at + channel - i * 3]! / weight;
        out[channel] = Math.round(share * rgb[channel]! + (1 - share) * beside);
      }
    }
  }
  return out;
}

function emptyCells({ width, height }: Size, side: number): Cells {
  const cells = { width: Math.ceil(width / side), height: Math.ceil(height / side) };
  return { ...cells, sums: new Float32Array(cells.width * cells.height * 4) };
}

function gather(rgb: Uint8Array, alpha: Uint8Array, size: Size): Cells {
  const cells = emptyCells(size, cellSide);
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, i++) {
      const weight = alpha[i]!;
      if (weight === 0) continue;
      const at = (Math.floor(y / cellSide) * cells.width + Math.floor(x / cellSide)) * 4;
      for (let channel = 0; channel < 3; channel++) cells.sums[at + channel]! += weight * rgb[i * 3 + channel]!;
      cells.sums[at + 3]! += weight;
    }
  }
  return cells;
}

function halved(from: Cells): Cells {
  const to = emptyCells(from, 2);
  for (let y = 0, at = 0; y < from.height; y++) {
    for (let x = 0; x < from.width; x++, at += 4) {
      const cell = ((y >> 1) * to.width + (x >> 1)) * 4;
      for (let part = 0; part < 4; part++) to.sums[cell + part]! += from.sums[at + part]!;
    }
  }
  return to;
}

function fill(cells: Cells, coarser: Cells): void {
  for (let y = 0, at = 0; y < cells.height; y++) {
    for (let x = 0; x < cells.width; x++, at += 4) {
      const lacking = sureWeight - cells.sums[at + 3]!;
      const cell = ((y >> 1) * coarser.width + (x >> 1)) * 4;
      const weight = coarser.sums[cell + 3]!;
      if (lacking <= 0 || weight === 0) continue;
      for (let part = 0; part < 4; part++) cells.sums[at + part]! += (coarser.sums[cell + part]! / weight) * lacking;
    }
  }
}

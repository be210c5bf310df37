import type { Plane } from './i420.ts';

/** A focus nearer to the edge than this makes a push look like a slip, shares of a side. */
const margin = 0.3;
/** Cells across and down in which detail is counted. */
const cells = 24;

/**
 * Centre of a picture's detail: the mean position of the luma's gradient energy, over cells, each no more than four
 * times the mean, so that one tree does not outweigh a building.
 *
 * @returns 0–1 of the plane's sides, kept to the middle of the picture
 */
export function findFocus({ samples, width, height }: Plane): { x: number; y: number } {
  const energy = new Float64Array(cells * cells);
  for (let y = 1; y < height - 1; y += 2) {
    const row = Math.floor((y * cells) / height) * cells;
    for (let x = 1; x < width - 1; x += 2) {
      const at = y * width + x;
      const across = Math.abs(samples[at + 1]! - samples[at - 1]!);
      const change = across + Math.abs(samples[at + width]! - samples[at - width]!);
      energy[row + Math.floor((x * cells) / width)]! += change;
    }
  }
  const mean = energy.reduce((sum, value) => sum + value, 0) / energy.length;
  if (mean === 0) return { x: 0.5, y: 0.5 };
  let total = 0;
  let sumX = 0;
  let sumY = 0;
  energy.forEach((value, cell) => {
    const weight = Math.min(value, mean * 4);
    total += weight;
    sumX += weight * ((cell % cells) + 0.5);
    sumY += weight * (Math.floor(cell / cells) + 0.5);
  });
  const kept = (place: number) => Math.min(1 - margin, Math.max(margin, place / cells));
  return { x: kept(sumX / total), y: kept(sumY / total) };
}

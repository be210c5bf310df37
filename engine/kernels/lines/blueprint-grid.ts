import type { Size } from '../../base/blur.ts';
import type { VectorLayer } from './vector-drawing.ts';

/** Ink of the grid's lines, and of every fifth. */
const faint = 0.1;
const strong = 0.2;

/** The faint grid of drafting paper: 40 fields along the long side. */
const stepOf = ({ width, height }: Size) => Math.max(8, Math.round(Math.max(width, height) / 40));

const isStrong = (at: number, step: number) => at % (step * 5) === 0;

/** Lays the grid under an ink plane. */
export function addGrid(ink: Float32Array, size: Size): void {
  const step = stepOf(size);
  const levelAt = (at: number) => (at % step === 0 ? (isStrong(at, step) ? strong : faint) : 0);
  const columns = Float32Array.from({ length: size.width }, (_, x) => levelAt(x));
  for (let y = 0, i = 0; y < size.height; y++) {
    const row = levelAt(y);
    for (let x = 0; x < size.width; x++, i++) {
      const level = Math.max(row, columns[x]!);
      if (level > ink[i]!) ink[i] = level;
    }
  }
}

/** The same grid as lines one pixel wide. */
export function gridLayers(size: Size): VectorLayer[] {
  const step = stepOf(size);
  const layer = (name: string, strength: number, isWanted: (at: number) => boolean): VectorLayer => {
    const lines: VectorLayer['lines'] = [];
    const add = (points: number[]) => lines.push({ points, width: 1, isCurved: false });
    for (let x = 0; x < size.width; x += step) if (isWanted(x)) add([x, -0.5, x, size.height - 0.5]);
    for (let y = 0; y < size.height; y += step) if (isWanted(y)) add([-0.5, y, size.width - 0.5, y]);
    return { name, strength, lines };
  };
  return [layer('GRID', faint, (at) => !isStrong(at, step)), layer('GRID_MAJOR', strong, (at) => isStrong(at, step))];
}

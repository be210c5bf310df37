/** Bands of a film: few camera rays for every point, more where neighbours differ. */
import { boxBlur, type Size } from '../../base/blur.ts';
import { exposeBand, exposeMore, type FilmBand } from './film.ts';
import type { TracedScene } from './scene.ts';
import type { Tracer } from './tracer.ts';

/** Size of a film, and rays: for every point at most, and further ones for a point on an edge or in leaves. */
export interface FilmRays extends Size {
  first: number;
  more: number;
}

/** Edges are looked for within a band, so that each band is exposed without the others. */
export const rowsPerBand = 16;

/**
 * One band of a film, the same whoever exposes it.
 *
 * @param isOver asked before each row; true leaves the rest of the band unexposed
 */
export function exposeRows(
  scene: TracedScene,
  tracer: Tracer,
  { width, height, first, more }: FilmRays,
  { from, isOver }: { from: number; isOver?: () => boolean },
): FilmBand {
  const rows = Math.min(rowsPerBand, height - from);
  const quality = { width, height, gatherEvery: 4, ...(isOver && { isOver }) };
  const band = exposeBand(scene, tracer, { ...quality, samples: first }, from, rows);
  if (!isOver?.()) exposeMore(scene, tracer, { ...quality, samples: more }, band, edgesOf(band, width), first);
  return band;
}

/** Lays a band into a film of the same width. */
export function layBand(film: FilmBand, band: FilmBand, width: number): void {
  const start = (band.from - film.from) * width;
  for (const part of ['direct', 'albedo', 'indirect', 'normal'] as const) film[part].set(band[part], start * 3);
  for (const part of ['depth', 'reach'] as const) film[part].set(band[part], start);
}

/**
 * Beside an opening a few rays bring far too much light, which folds and joints would keep: no point is much brighter
 * than its surroundings, and a point that shows several faces takes the light about it. Changed in place.
 */
export function calm({ indirect, normal }: FilmBand, size: Size): void {
  const count = size.width * size.height;
  const tone = new Float32Array(count);
  const isLit = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    tone[i] = indirect[i * 3]! + indirect[i * 3 + 1]! + indirect[i * 3 + 2]!;
    isLit[i] = tone[i]! > 0 ? 1 : 0;
  }
  const mean = boxBlur(tone, size, 4);
  const share = boxBlur(isLit, size, 4);
  for (let i = 0; i < count; i++) {
    if (tone[i] === 0) continue;
    const usual = mean[i]! / share[i]!;
    const k = i * 3;
    const isMixed = normal[k]! ** 2 + normal[k + 1]! ** 2 + normal[k + 2]! ** 2 < 0.95;
    const wanted = isMixed ? usual : Math.min(tone[i]!, usual * brightest);
    for (let c = 0; c < 3; c++) indirect[k + c]! *= wanted / tone[i]!;
  }
}

/** Largest ratio of one ray's light to the mean of its surroundings. */
const brightest = 2.5;

/** Points whose colour or light differs visibly from a neighbour's. */
function edgesOf({ direct, albedo, rows }: FilmBand, width: number): Uint8Array {
  const tone = new Float32Array(rows * width);
  for (let i = 0; i < tone.length; i++) {
    const k = i * 3;
    const light = direct[k]! + direct[k + 1]! + direct[k + 2]! + (albedo[k]! + albedo[k + 1]! + albedo[k + 2]!) * 0.5;
    // Differences count as the eye sees them: by ratio.
    tone[i] = Math.log(light + 0.06);
  }
  const isEdge = new Uint8Array(tone.length);
  const compare = (i: number, j: number): void => {
    if (Math.abs(tone[i]! - tone[j]!) < 0.16) return;
    isEdge[i] = 1;
    isEdge[j] = 1;
  };
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (x + 1 < width) compare(i, i + 1);
      if (y + 1 < rows) compare(i, i + width);
    }
  }
  return isEdge;
}

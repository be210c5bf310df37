import { boxBlur, type Size } from '../../../base/blur.ts';
import { resamplePlane } from '../../../base/resample.ts';
import { byteOf } from '../../../base/scalar.ts';
import { develop } from '../../trace/develop.ts';
import { emptyBand, exposeBand, exposeMore, type FilmBand } from '../../trace/film.ts';
import type { TracedScene } from '../../trace/scene.ts';
import type { Tracer } from '../../trace/tracer.ts';

/** A traced picture: 8-bit sRGB, and how far along the ray what it shows lies, metres (mirrored things behind the water). */
export interface Exposure extends Size {
  rgb: Uint8Array;
  depth: Float32Array;
}

const rowsPerBand = 16;

/**
 * Traces a scene band by band on the calling thread: few camera rays for every point, more where neighbours differ.
 *
 * @param more further rays for a point on an edge or in leaves
 * @param onProgress 0–1
 * @param first rays for every point at most
 */
export function exposeConcept(
  scene: TracedScene,
  tracer: Tracer,
  { width, height }: Size,
  more: number,
  onProgress: (fraction: number) => void,
  first = 2,
): Exposure {
  const film = exposeFilm(scene, tracer, { width, height, first, more }, onProgress);
  const rgb = develop(film, scene, width, height);
  onProgress(1);
  return { width, height, rgb, depth: film.reach };
}

/** Size of a film, and rays: for every point at most, and further ones for a point on an edge or in leaves. */
export interface FilmRays extends Size {
  first: number;
  more: number;
}

/** The film of {@link exposeConcept}, undeveloped. @param onProgress 0–0.85 */
export function exposeFilm(
  scene: TracedScene,
  tracer: Tracer,
  { width, height, first, more }: FilmRays,
  onProgress: (fraction: number) => void,
): FilmBand {
  const film: FilmBand = emptyBand(0, height, width);
  for (let from = 0; from < height; from += rowsPerBand) {
    const rows = Math.min(rowsPerBand, height - from);
    const band = exposeBand(scene, tracer, { width, height, samples: first, gatherEvery: 4 }, from, rows);
    exposeMore(scene, tracer, { width, height, samples: more, gatherEvery: 4 }, band, edgesOf(band, width), first);
    const start = from * width;
    film.direct.set(band.direct, start * 3);
    film.albedo.set(band.albedo, start * 3);
    film.indirect.set(band.indirect, start * 3);
    film.normal.set(band.normal, start * 3);
    film.depth.set(band.depth, start);
    film.reach.set(band.reach, start);
    onProgress((0.85 * (from + rows)) / height);
  }
  if (scene.portals.length > 0) calm(film, { width, height });
  return film;
}

/** Largest ratio of one ray's light to the mean of its surroundings. */
const brightest = 2.5;

/**
 * Beside an opening a few rays bring far too much light, which folds and joints would keep: no point is much brighter
 * than its surroundings, and a point that shows several faces takes the light about it. Changed in place.
 */
function calm({ indirect, normal }: FilmBand, size: Size): void {
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

/** Size for tracing: the wanted shape with at most `most` points, never above the wanted size; sides even. */
export function traceSize(wanted: Size, most: number): Size {
  const scale = Math.min(1, Math.sqrt(most / (wanted.width * wanted.height)));
  const side = (length: number): number => Math.max(16, Math.round((length * scale) / 2) * 2);
  return { width: side(wanted.width), height: side(wanted.height) };
}

/** Resamples interleaved RGB (Lanczos). */
export function resizeRgb(rgb: Uint8Array, from: Size, to: Size): Uint8Array {
  if (from.width === to.width && from.height === to.height) return rgb;
  const out = new Uint8Array(to.width * to.height * 3);
  const plane = new Float32Array(from.width * from.height);
  for (let channel = 0; channel < 3; channel++) {
    for (let i = 0; i < plane.length; i++) plane[i] = rgb[i * 3 + channel]!;
    const resized = resamplePlane(plane, from, to);
    for (let i = 0; i < resized.length; i++) out[i * 3 + channel] = byteOf(resized[i]!);
  }
  return out;
}

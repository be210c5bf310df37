import type { Size } from '../../../base/blur.ts';
import { resamplePlane } from '../../../base/resample.ts';
import { byteOf } from '../../../base/scalar.ts';
import { develop } from '../../trace/develop.ts';
import type { FilmRays } from '../../trace/film-bands.ts';
import type { TracedScene } from '../../trace/scene.ts';
import { exposeFilm, type FilmCourse } from '../../trace/shared-film.ts';
import type { Tracer } from '../../trace/tracer.ts';

/** A traced picture: 8-bit sRGB, and how far along the ray what it shows lies, metres (mirrored things behind the water). */
export interface Exposure extends Size {
  rgb: Uint8Array;
  depth: Float32Array;
}

/** Share of the time that tracing takes; developing takes the rest. */
const traceShare = 0.85;

/** Traces a scene and develops its film. */
export function exposeConcept(scene: TracedScene, tracer: Tracer, rays: FilmRays, course: FilmCourse): Exposure {
  const { width, height } = rays;
  const onProgress = (share: number) => course.onProgress(share * traceShare);
  const film = exposeFilm(scene, tracer, rays, { ...course, onProgress });
  const rgb = develop(film, scene, width, height);
  course.onProgress(1);
  return { width, height, rgb, depth: film.reach };
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

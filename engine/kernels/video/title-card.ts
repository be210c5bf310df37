import { smoothstep } from '../../base/scalar.ts';
import type { Frame, Plane } from './i420.ts';

/** Words over the lower part of a frame, on a soft dark scrim that keeps them legible on snow and at night. */
export interface TitleCard {
  /** First row of the scrim, pixels, even; it reaches to the lower edge of the frame. */
  top: number;
  /** Coverage of each pixel by the letters from row `top` on, 0–255, row by row of the frame's width. */
  letters: Uint8Array;
  /** Row in which the letters stand, pixels. */
  middle: number;
}

/** When a title is seen, in frames. */
export interface TitleSpan {
  start: number;
  /** The frame after the last. */
  end: number;
  /** True when it stays until the film ends. */
  isLast: boolean;
}

/** Share of the light that the scrim takes behind the letters. */
const scrimDepth = 0.58;
/** A title comes and goes in this time, but never more than a share of its span. */
const fadeSeconds = 0.7;
const longestFade = 0.3;

/** Opacity of a title at a frame, 0–1. */
export function titleLevel(frame: number, { start, end, isLast }: TitleSpan, fps: number): number {
  if (frame < start || frame >= end) return 0;
  const fade = Math.max(1, Math.min(fadeSeconds * fps, (end - start) * longestFade));
  const coming = smoothstep(0, fade, frame - start);
  return isLast ? coming : Math.min(coming, smoothstep(0, fade, end - 1 - frame));
}

/** Lays a title over a frame of its size. In place. */
export function drawTitle(frame: Frame, { top, letters, middle }: TitleCard, level: number): void {
  if (level <= 0) return;
  const { width, height } = frame;
  const scrims = Float32Array.from({ length: height - top }, (_, row) => {
    const comes = smoothstep(0, middle - top, row);
    return level * scrimDepth * comes;
  });
  const [luma, blue, red] = frame.planes as [Plane, Plane, Plane];
  for (let row = 0, i = 0; row < scrims.length; row++) {
    const left = 1 - scrims[row]!;
    for (let x = 0; x < width; x++, i++) {
      const at = top * width + i;
      const dark = 16 + (luma.samples[at]! - 16) * left;
      const letter = (letters[i]! / 255) * level;
      luma.samples[at] = dark + (235 - dark) * letter + 0.5;
    }
  }
  for (let row = 0; row < blue.height - top / 2; row++) {
    const left = 1 - scrims[row * 2]!;
    for (let x = 0; x < blue.width; x++) {
      const at = (top / 2 + row) * blue.width + x;
      const corner = row * 2 * width + x * 2;
      const covered = letters[corner]! + letters[corner + 1]! + letters[corner + width]! + letters[corner + width + 1]!;
      const share = left * (1 - (covered / 1020) * level);
      blue.samples[at] = 128.5 + (blue.samples[at]! - 128) * share;
      red.samples[at] = 128.5 + (red.samples[at]! - 128) * share;
    }
  }
}

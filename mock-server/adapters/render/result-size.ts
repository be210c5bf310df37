import { givenPicture } from './given-picture.ts';
import type { RenderRequest } from './port.ts';

export interface Size {
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
}

/** Longest side of a result by the quality asked for, pixels; as the embedded engine has it. */
const longestSides: Readonly<Record<string, number>> = { standard: 1536, '2k': 2048, '4k': 4096 };
const ratios = /^(\d{1,2}):(\d{1,2})$/;

type Params = RenderRequest['params'];

/** Longest side that the form asks for, pixels. */
export const longestSide = ({ quality }: Params): number => longestSides[String(quality)] ?? 1536;

/** Proportions where the form names none. */
export const wide: Size = { width: 16, height: 9 };

/** Proportions that the form asks for, in numbers below 100; undefined when it names none. */
export function proportions({ ratio }: Params): Size | undefined {
  const [, across, down] = ratios.exec(String(ratio)) ?? [];
  return across && down ? { width: Number(across), height: Number(down) } : undefined;
}

/** Size of the results: that of the base, reduced or enlarged to the quality asked for. */
export function resultSize({ params, pictures }: RenderRequest): Size {
  const longest = longestSide(params);
  const base = givenPicture('base', { params, pictures });
  const { width, height } = base ?? proportions(params) ?? wide;
  // Standard is never enlarged; the larger ones have their size.
  const most = params.quality === 'standard' && base ? Math.min(longest, Math.max(width, height)) : longest;
  const scale = most / Math.max(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

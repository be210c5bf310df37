import { longestSides } from '../comfyui/frame.ts';
import { givenPicture } from '../given-picture.ts';
import type { RenderRequest } from '../port.ts';

export interface Size {
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
}

const ratios = /^(\d{1,2}):(\d{1,2})$/;

/** Size of the results: that of the base, reduced or enlarged to the quality asked for. */
export function resultSize({ params, pictures }: RenderRequest): Size {
  const longest = longestSides[String(params.quality)] ?? 1536;
  const base = givenPicture('base', { params, pictures });
  const [, across = '16', down = '9'] = ratios.exec(String(params.ratio)) ?? [];
  const { width, height } = base ?? { width: Number(across), height: Number(down) };
  // Standard is never enlarged; the larger ones have their size.
  const most = params.quality === 'standard' && base ? Math.min(longest, Math.max(width, height)) : longest;
  const scale = most / Math.max(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

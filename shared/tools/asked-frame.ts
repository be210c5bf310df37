import type { DefinedTool } from './define-tool.ts';

/** Longest side of a result by the `quality` field, pixels. Standard is never enlarged. */
const longestSides = new Map<unknown, number>([
  ['standard', 1536],
  ['2k', 2048],
  ['4k', 4096],
]);

interface PictureSize {
  width: number;
  height: number;
}

/**
 * Size of a result that shows its base as it stands: that of the base for tools that change a part of it, else the base
 * at the size asked for. Undefined where the result shows another frame, or no size was asked for.
 */
export function askedFrame(
  tool: DefinedTool,
  params: Readonly<Record<string, unknown>>,
  base: PictureSize,
): PictureSize | undefined {
  const { keeps } = tool;
  if (keeps?.what !== 'lines' || keeps.isExtended) return undefined;
  if (keeps.outside) return { width: base.width, height: base.height };
  const isOtherShape = params.ratio !== undefined && params.ratio !== 'source';
  if (isOtherShape || (keeps.part && keeps.part(params as never).length > 0)) return undefined;
  const longest = Math.max(base.width, base.height);
  if (typeof params.scale === 'number') return scaled(base, params.scale);
  const asked = longestSides.get(params.quality);
  if (asked === undefined) return undefined;
  return scaled(base, (params.quality === 'standard' ? Math.min(asked, longest) : asked) / longest);
}

function scaled({ width, height }: PictureSize, factor: number): PictureSize {
  return { width: Math.round(width * factor), height: Math.round(height * factor) };
}

import type { ViewerBuilding } from '#shared/domain/viewer-building';

/** Choice of what is shown of a model. */
export interface Shown {
  /** Index of the only storey; undefined for all. Parts without a storey stay. */
  storey: number | undefined;
  /** Classes that are hidden, as indices in `kinds`. */
  hiddenKinds: readonly number[];
  /** Parts that are hidden, by their numbers. */
  hiddenParts: readonly number[];
  /** The only part that is shown. */
  only: number | undefined;
}

export const allShown: Shown = { storey: undefined, hiddenKinds: [], hiddenParts: [], only: undefined };

export const isAllShown = ({ storey, hiddenKinds, hiddenParts, only }: Shown): boolean =>
  storey === undefined && only === undefined && hiddenKinds.length === 0 && hiddenParts.length === 0;

/** 1 for each part that is shown. */
export function shownParts({ parts }: Pick<ViewerBuilding, 'parts'>, shown: Shown): Uint8Array {
  const { storey, only } = shown;
  const kinds = new Set(shown.hiddenKinds);
  const hidden = new Set(shown.hiddenParts);
  return Uint8Array.from(parts, ([, kind, own], part) => {
    if (only !== undefined) return part === only ? 1 : 0;
    const isElsewhere = storey !== undefined && own !== undefined && own !== storey;
    return isElsewhere || kinds.has(kind) || hidden.has(part) ? 0 : 1;
  });
}

/** Triangles of shown parts, as indices of corners. @param all indices of all triangles */
export function indicesOf(all: ArrayLike<number>, partOf: ArrayLike<number>, isShown: Uint8Array): Uint32Array {
  const kept = new Uint32Array(all.length);
  let count = 0;
  for (let i = 0; i + 2 < all.length; i += 3) {
    if (isShown[partOf[all[i]!]!] !== 1) continue;
    kept[count++] = all[i]!;
    kept[count++] = all[i + 1]!;
    kept[count++] = all[i + 2]!;
  }
  return kept.slice(0, count);
}

/** Parts that facade systems share: openings, pierced walls. */
import type { Face } from './face.ts';
import type { Skin } from './skin.ts';

export interface Storey {
  face: Face;
  skin: Skin;
  y0: number;
  y1: number;
  random: () => number;
}

/** Draws one storey of one side of a volume: wall, openings, frames and glass. */
export type Facade = (storey: Storey) => void;

/** Opening with recessed glass, frame and one mullion. */
export function opening(
  { face, skin }: Storey,
  u0: number,
  y0: number,
  u1: number,
  y1: number,
  depth: number,
  panes = 2,
): void {
  const d = -depth;
  face.pane(skin.glass, u0, y0, u1, y1, d);
  const bar = (a0: number, b0: number, a1: number, b1: number): void =>
    face.box(skin.frame, a0, b0, d - 0.03, a1, b1, d + 0.05);
  bar(u0, y0, u1, y0 + 0.06);
  bar(u0, y1 - 0.06, u1, y1);
  for (let i = 0; i <= panes; i++) {
    const u = u0 + ((u1 - u0 - 0.05) * i) / panes;
    bar(u, y0, u + 0.05, y1);
  }
}

/** Wall with one opening per bay; `openings` gives each bay's opening as shares of the bay and heights, or none. */
export function pierced(
  storey: Storey,
  bays: number,
  depth: number,
  material: number,
  openingOf: (bay: number) => readonly [from: number, to: number, sill: number, head: number] | undefined,
): void {
  const { face, y0, y1 } = storey;
  const wide = face.length / bays;
  for (let bay = 0; bay < bays; bay++) {
    const a = bay * wide;
    const b = a + wide;
    const hole = openingOf(bay);
    if (!hole) {
      face.box(material, a, y0, -depth - 0.1, b, y1, 0);
      continue;
    }
    const u0 = a + hole[0] * wide;
    const u1 = a + hole[1] * wide;
    const sill = y0 + hole[2];
    const head = y0 + hole[3];
    face.box(material, a, y0, -depth - 0.1, u0, y1, 0);
    face.box(material, u1, y0, -depth - 0.1, b, y1, 0);
    if (hole[2] > 0.02) face.box(material, u0, y0, -depth - 0.1, u1, sill, 0);
    face.box(material, u0, head, -depth - 0.1, u1, y1, 0);
    opening(storey, u0, sill, u1, head, depth);
  }
}

/** Number of bays of about a width. */
export const baysOf = (length: number, wide: number): number => Math.max(1, Math.round(length / wide));

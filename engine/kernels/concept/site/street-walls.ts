/** Painted fronts of old and new town houses: openings of many kinds, shutters, curtains, frames, bands. */
import type { Material } from '../../trace/materials.ts';
import { fbm, hash2 } from '../../trace/noise.ts';
import { definePaint, type Painter, type SurfacePoint } from '../../trace/paint.ts';

type Triple = readonly [number, number, number];

/** A front. Metres, and shares of the opening where it says so. */
export interface FrontLook {
  wall: Triple;
  /** Frames, sills and bands. */
  trim: Triple;
  /** Leaves beside the openings; none where absent. */
  shutters?: Triple;
  bay: number;
  storey: number;
  width: number;
  sill: number;
  head: number;
  /** Upper part that is round, share of the width; 0 for a straight head. */
  arch: number;
  frame: number;
  /** Panes across and up. */
  panes: readonly [number, number];
  /** Share of the openings with curtains, and of those whose shutters or blinds are down. */
  curtained: number;
  shut: number;
  /** Kind of the lowest storey. */
  ground: 'same' | 'shop' | 'plain';
  hasBands: boolean;
  seed: number;
}

/**
 * The opening of the bay and storey in which a point of a front lies, and the position of the point from its middle and
 * the floor, metres.
 */
function openingAt(p: SurfacePoint, look: FrontLook) {
  const u = Math.abs(p.nx) > Math.abs(p.nz) ? p.z : p.x;
  const column = Math.floor(u / look.bay);
  const row = Math.floor(p.y / look.storey);
  const across = u - (column + 0.5) * look.bay;
  const up = p.y - row * look.storey;
  const isShop = row === 0 && look.ground === 'shop';
  const half = isShop ? look.bay * 0.42 : look.width / 2;
  const [sill, head] = isShop ? [0.35, Math.min(look.storey - 0.5, 2.9)] : [look.sill, look.head];
  const isWithout = row === 0 && look.ground === 'plain' && (column & 1) === 0;
  return { u, column, row, across, up, half, sill, head, isShop, isWithout };
}

type Opening = ReturnType<typeof openingAt>;

/** Distance of a point inside an opening from its nearest edge, metres; negative outside. */
function depthIn({ across, up, half, sill, head, isShop, isWithout }: Opening, arch: number): number {
  if (isWithout) return -1;
  const aside = half - Math.abs(across);
  const below = up - sill;
  const spring = head - half * arch;
  if (isShop || arch === 0 || up < spring) return Math.min(aside, below, head - up);
  const rise = (up - spring) / arch;
  return Math.min(below, half - Math.hypot(across, rise));
}

/** A front as a material whose panes can be asked for. */
export function streetFront(look: FrontLook): Material {
  const isPane = (p: SurfacePoint): boolean => {
    if (Math.abs(p.ny) >= 0.5) return false;
    const at = openingAt(p, look);
    return depthIn(at, look.arch) > 0 && !isShut(at, look);
  };
  return { surface: 'matte', isPane, paint: frontPaint(look) };
}

const frontPaint = definePaint(
  'street front',
  (look: FrontLook): Painter =>
    (p, out) => {
      const tone = 0.84 + 0.3 * fbm(p.x * 0.35 + p.z * 0.2, p.y * 0.4, 3, look.seed);
      const [r, g, b] = colourAt(p, look);
      out.r = r * tone;
      out.g = g * tone;
      out.b = b * tone;
    },
);

/** Roller shutters and blinds: the wall's, not a window's. */
function isShut({ column, row, isShop }: Opening, { shut, seed }: FrontLook): boolean {
  return hash2(column, row, seed + 3) < (isShop ? shut * 1.5 : shut);
}

function colourAt(p: SurfacePoint, look: FrontLook): Triple {
  if (Math.abs(p.ny) >= 0.5) return look.wall;
  const at = openingAt(p, look);
  const depth = depthIn(at, look.arch);
  if (depth <= 0) return wallAt(at, depth, look);
  if (isShut(at, look)) {
    const slat = Math.floor(p.y / 0.09) & 1 ? 1 : 0.82;
    const base = look.shutters ?? look.trim;
    return [base[0] * slat, base[1] * slat, base[2] * slat];
  }
  return depth < look.frame ? look.trim : paneAt(at, look);
}

/** The wall round an opening: surrounds, shutters laid open, sills, bands between the storeys. */
function wallAt({ across, up, half, sill, head, isShop }: Opening, depth: number, look: FrontLook): Triple {
  const aside = Math.abs(across) - half;
  const isBeside = !isShop && aside > 0.02 && aside < half * 0.95 && up > sill && up < head;
  if (look.shutters && isBeside) {
    const slat = Math.floor(up / 0.07) & 1 ? 1 : 0.75;
    return [look.shutters[0] * slat, look.shutters[1] * slat, look.shutters[2] * slat];
  }
  if (look.hasBands && (depth > -0.14 || up < 0.22 || (isShop && up > head && up < head + 0.45))) return look.trim;
  return look.wall;
}

/** Glass: bars, curtains, a dark room or what it mirrors. */
function paneAt({ across, up, half, sill, head, column, row, isShop }: Opening, look: FrontLook): Triple {
  const [wide, high] = isShop ? [1, 1] : look.panes;
  const x = ((across + half) / (2 * half)) * wide;
  const y = ((up - sill) / (head - sill)) * high;
  const barX = (Math.abs(x - Math.round(x)) * 2 * half) / wide;
  const barY = (Math.abs(y - Math.round(y)) * (head - sill)) / high;
  if ((wide > 1 && barX < 0.03) || (high > 1 && barY < 0.03)) return look.trim;
  const own = hash2(column, row, look.seed + 5);
  const gloss = 0.05 + 0.3 * own * own + 0.12 * Math.max(0, Math.sin(up * 1.7 + across + own * 6));
  if (!isShop && hash2(column, row, look.seed + 7) < look.curtained) {
    const open = 0.25 + 0.5 * hash2(column, row, look.seed + 9);
    const fold = 0.42 + 0.12 * Math.sin(across * 40);
    if (Math.abs(across) > half * open) return [fold, fold * 0.97, fold * 0.9];
  }
  return [gloss * 0.85, gloss * 0.97, gloss * 1.1];
}

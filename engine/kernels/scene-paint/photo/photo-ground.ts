import type { Size } from '../../../base/blur.ts';
import { lumaPlane, luminanceOf, type RgbBytes } from '../../../base/colour.ts';
import { linearColour } from '../../../base/linear-light.ts';
import { chosenLevel, type Mask, shareOf } from '../../../base/mask.ts';
import { resizeMask } from '../../../base/mask-size.ts';
import { latticeRandom } from '../../../base/random.ts';
import { resamplePlane } from '../../../base/resample.ts';
import { byteOf, smoothstep } from '../../../base/scalar.ts';
import { linearOfByte } from '../../../base/srgb.ts';
import type { TexturePlane } from '../../material/texture-plane.ts';
import { renderTexture } from '../../material/texture-render.ts';
import { shadingOf, surroundingsOf } from '../../material/texture-shading.ts';
import { finishOf, paintTile } from '../../material/textures.ts';
import type { Finish } from '../../material/textures-finish.ts';
import { TileClouds, TileNoise } from '../../material/textures-noise.ts';
import { makePyramid } from '../../material/textures-pyramid.ts';
import { finishId, type ScenePreset } from '../look/presets.ts';
import type { SceneFrame } from '../reading/scene-planes.ts';

/** Height of the eye above the ground, metres. */
export const eyeHeight = 1.6;
/** Edges that explain less of a picture say nothing of where its ground ends, 0–1. */
const leastSupport = 0.45;

/** Level ground as a camera at the height of an eye sees it. */
export interface GroundView {
  /** Row of the horizon, pixels of the picture. */
  horizon: number;
  plane: TexturePlane;
}

/**
 * Plane of the ground: the horizon by the straight edges of the picture, but never below ground that is seen; the
 * directions of its joints by those of the buildings. Verticals count as upright.
 *
 * @param hard 0–255 per pixel of `size`
 * @returns undefined where hardly any ground is seen
 */
export function groundViewOf(
  hard: Mask,
  size: Size,
  { size: small, frame, horizon }: SceneFrame,
): GroundView | undefined {
  if (shareOf(hard) < 0.01) return undefined;
  const { width, height } = size;
  const scale = height / small.height;
  const top = topOf(hard, size);
  const isTrusted = frame.support >= leastSupport && horizon !== undefined;
  const row = Math.min(isTrusted ? horizon * scale : Infinity, top - 0.012 * height);
  if (row < 0.12 * height) return undefined;
  const focal = frame.focal * scale;
  const across = Math.hypot(frame.right[0], frame.right[2]);
  const [cos, sin] = isTrusted ? [frame.right[0] / across, frame.right[2] / across] : [1, 0];
  const toMetres = Float64Array.from([
    ...[eyeHeight * cos, 0, eyeHeight * (sin * focal - (cos * width) / 2)],
    ...[-eyeHeight * sin, 0, eyeHeight * (cos * focal + (sin * width) / 2)],
    ...[0, 1, -row],
  ]);
  return { horizon: row, plane: { toMetres, normal: [0, -1, 0], focal, kind: 'floor' } };
}

/** Row above which hardly any ground lies. */
function topOf(hard: Mask, { width, height }: Size): number {
  const rows = new Float64Array(height);
  let all = 0;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) if (hard[i]! >= chosenLevel) rows[y]!++;
    all += rows[y]!;
  }
  let above = 0;
  let y = 0;
  while (y < height && above + rows[y]! < 0.01 * all) above += rows[y++]!;
  return y;
}

const tileSide = 1024;
/** Share of the old ground's light and shade that is kept: the rest is cracks and stains. */
const lightKept = 0.8;
/** Marks on the ground are narrower than this, metres; brighter patches of light are wider. */
const widestMark = 0.7;
/** Exponent on the difference in brightness between the new ground and the old one. */
const brightnessKept = 0.55;

/** Sawn slabs of 0.9 × 0.45 m in running bond, hardly veined, with joints of 8 mm. */
const slabs: Finish = {
  metres: 3.6,
  gloss: 0.1,
  tones: ['#b5b0a6'],
  paint: (seed, _tone, base) => {
    const cloud = new TileClouds(6, 6, 4);
    const grain = new TileNoise(420, 420);
    return (x, y, out) => {
      const row = Math.floor(y * 8);
      const along = x * 4 + (row & 1) * 0.5;
      const slab = Math.floor(along) % 4;
      const across = (along - Math.floor(along)) * 0.9;
      const down = (y * 8 - row) * 0.45;
      const edge = Math.min(across, 0.9 - across, down, 0.45 - down);
      const joint = 1 - smoothstep(0.004, 0.011, edge);
      const own = 0.13 * (latticeRandom(slab, row, seed) - 0.5);
      const level =
        1 + own + 0.1 * (cloud.at(x, y, seed + 1) - 0.5) + 0.06 * (grain.at(x * 420, y * 420, seed + 2) - 0.5);
      for (let channel = 0; channel < 3; channel++) out[channel] = base[channel]! * level * (1 - 0.42 * joint);
      out[3] = -0.003 * joint;
    };
  },
};

/**
 * The ground laid anew in a finish, in its perspective, under the light that lies on it; marks and stains go.
 *
 * @param colour `#rrggbb`
 * @param gloss 0 dry – 1 a mirror
 * @returns a copy of the picture; pixels whose `hard` is 0 are as they were
 */
export function layGround(
  rgb: RgbBytes,
  hard: Mask,
  size: Size,
  view: GroundView,
  { paving, colour, gloss, seed }: { paving: ScenePreset['pavingFinish']; colour: string; gloss: number; seed: number },
): Uint8Array {
  const finish = paving === '石板' ? slabs : finishOf(finishId(paving))!;
  const tile = paintTile({ ...finish, tones: [colour] }, tileSide, { seed, tone: 0 });
  const bare = withoutMarks(rgb, hard, size, view);
  const shading = shadingOf(bare, hard, size, lightKept);
  const before = meanLight(bare, hard);
  const [red, green, blue] = linearColour(colour);
  const [white0, white1, white2] = shading.white;
  const after = luminanceOf(red * white0, green * white1, blue * white2);
  const dim = (before / Math.max(1e-3, after)) ** brightnessKept;
  return renderTexture(rgb, hard, size, {
    plane: view.plane,
    pyramid: makePyramid(tile),
    placement: { scale: 1, angle: 0, offset: [0, 0] },
    look: {
      shading: { ...shading, white: [white0 * dim, white1 * dim, white2 * dim] },
      surroundings: surroundingsOf(rgb, hard, size, 0.2),
      mirror: gloss,
    },
  });
}

function meanLight(rgb: RgbBytes, mask: Mask): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < mask.length; i += 3) {
    if (mask[i]! < chosenLevel) continue;
    sum += luminanceOf(linearOfByte[rgb[i * 3]!]!, linearOfByte[rgb[i * 3 + 1]!]!, linearOfByte[rgb[i * 3 + 2]!]!);
    count++;
  }
  return count === 0 ? 0.2 : sum / count;
}

/** Long side at which marks are looked for, pixels. */
const markSide = 640;

/**
 * The ground without what is brighter than its surroundings and narrower than a mark is wide, across the view or along
 * it: a morphological opening (Serra 1982) whose element has the size of a mark at each row.
 */
function withoutMarks(rgb: RgbBytes, hard: Mask, size: Size, view: GroundView): Uint8Array {
  const scale = Math.min(1, markSide / Math.max(size.width, size.height));
  const small = { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
  const luma = lumaPlane(rgb);
  const own = resamplePlane(luma, size, small, 'catmullRom');
  const isGround = resizeMask(hard, size, small);
  const marks = markReaches(view, small.height, scale);
  // Beside the ground nothing is darker, or every kerb would throw a shadow.
  const ground = own.map((value, i) => (isGround[i]! > 60 ? value : Infinity));
  const byColumns = mostAlong(leastAlong(ground, small, marks, false), small, marks, false);
  const byRows = mostAlong(leastAlong(ground, small, marks, true), small, marks, true);
  const opened = byRows.map((value, i) => {
    const least = Math.min(value, byColumns[i]!);
    return isGround[i]! > 60 && Number.isFinite(least) ? Math.min(own[i]!, least) : own[i]!;
  });
  const wide = resamplePlane(opened, small, size, 'catmullRom');
  const out = new Uint8Array(rgb);
  for (let i = 0; i < luma.length; i++) {
    if (hard[i] === 0 || luma[i]! <= wide[i]! * 1.08) continue;
    const gain = Math.max(0, wide[i]!) / luma[i]!;
    for (let at = i * 3; at < i * 3 + 3; at++) out[at] = byteOf(out[at]! * gain);
  }
  return out;
}

/** Half the size of a mark per row: across the view, and along it; pixels. */
interface MarkReaches {
  across: Int32Array;
  along: Int32Array;
}

/** @param scale of the rows against those of the view */
function markReaches({ horizon, plane }: GroundView, rows: number, scale: number): MarkReaches {
  const across = new Int32Array(rows);
  const along = new Int32Array(rows);
  for (let y = 0; y < rows; y++) {
    const drop = Math.max(1, y - horizon * scale);
    const wide = (widestMark * drop) / eyeHeight;
    across[y] = Math.ceil(wide / 2);
    along[y] = Math.ceil((wide * drop) / (plane.focal * scale) / 2) + 1;
  }
  return { across, along };
}

/** Least value within the reach of a mark, along rows or along columns. */
function leastAlong(plane: Float32Array, size: Size, marks: MarkReaches, isAcross: boolean): Float32Array {
  const { width, height } = size;
  const out = new Float32Array(plane.length);
  const [step, count] = isAcross ? [1, width] : [width, height];
  for (let y = 0, i = 0; y < height; y++) {
    const reach = isAcross ? marks.across[y]! : marks.along[y]!;
    for (let x = 0; x < width; x++, i++) {
      const at = isAcross ? x : y;
      const last = Math.min(reach, count - 1 - at);
      let least = Infinity;
      for (let by = -Math.min(reach, at); by <= last; by++) least = Math.min(least, plane[i + by * step]!);
      out[i] = least;
    }
  }
  return out;
}

/** Greatest finite value within the reach of a mark, along rows or along columns; -Infinity where there is none. */
function mostAlong(plane: Float32Array, size: Size, marks: MarkReaches, isAcross: boolean): Float32Array {
  const { width, height } = size;
  const out = new Float32Array(plane.length);
  const [step, count] = isAcross ? [1, width] : [width, height];
  for (let y = 0, i = 0; y < height; y++) {
    const reach = isAcross ? marks.across[y]! : marks.along[y]!;
    for (let x = 0; x < width; x++, i++) {
      const at = isAcross ? x : y;
      const last = Math.min(reach, count - 1 - at);
      let most = -Infinity;
      for (let by = -Math.min(reach, at); by <= last; by++) {
        const value = plane[i + by * step]!;
        if (value > most && value !== Infinity) most = value;
      }
      out[i] = most;
    }
  }
  return out;
}

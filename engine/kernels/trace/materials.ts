/** Procedural materials: a colour for every point of a surface, and how it answers to light. */
import { smoothstep } from '../../base/scalar.ts';
import { fbm, hash2, noise2 } from './noise.ts';
import { definePaint, type Paint, type Painter, type Rgb, type SurfacePoint } from './paint.ts';

export type { Painter, Rgb, SurfacePoint } from './paint.ts';

export interface Material {
  surface: 'matte' | 'gloss' | 'metal' | 'glass' | 'water' | 'leaf' | 'light';
  paint: Paint;
  /** Mirror share at normal incidence, 0…1. */
  reflectance?: number;
  /** Spread of mirrored light, 0…1. */
  roughness?: number;
  /** Width of panes or plates in metres; each leans a little by itself. */
  paneWidth?: number;
  /** Writes the normal that light sees into r, g and b, of any length, from the surface's own. */
  relief?: Paint;
  /** Glowing strength of a light, as a factor on its colour. */
  glow?: number;
  /** True when a point of a wall shows a pane, for walls whose windows are painted on. */
  isPane?: (p: SurfacePoint) => boolean;
}

type Triple = readonly [number, number, number];

function set(out: Rgb, colour: Triple, gain: number): void {
  out.r = colour[0] * gain;
  out.g = colour[1] * gain;
  out.b = colour[2] * gain;
}

/** Coordinates along the face: u level, v upright (or z on level faces). */
function across(p: SurfacePoint): number {
  const ax = Math.abs(p.nx);
  const az = Math.abs(p.nz);
  return Math.abs(p.ny) > 0.7 ? p.x : ax > az ? p.z : p.x;
}
function along(p: SurfacePoint): number {
  return Math.abs(p.ny) > 0.7 ? p.z : p.y;
}

/** One colour everywhere. */
export const even = definePaint(
  'even',
  (colour: Triple): Painter =>
    (_, out) =>
      set(out, colour, 1),
);

export const plain = definePaint('plain', (colour: Triple, unevenness: number = 0.05): Painter => {
  return (p, out) => set(out, colour, 1 - unevenness / 2 + unevenness * noise2(across(p) * 1.3, along(p) * 1.3, 3));
});

/** Fair-faced concrete: panel joints, tie holes, clouds and faint runs. */
export const concrete = definePaint('concrete', (colour: Triple, panelWidth: number, panelHeight: number): Painter => {
  return (p, out) => {
    const u = across(p);
    const v = along(p);
    const pu = u / panelWidth;
    const pv = v / panelHeight;
    const fu = pu - Math.floor(pu);
    const fv = pv - Math.floor(pv);
    let gain = 0.84 + 0.3 * fbm(u * 0.9, v * 0.9, 4, 5) * 0.8;
    gain *= 0.95 + 0.1 * hash2(Math.floor(pu), Math.floor(pv), 8);
    gain *= 0.96 + 0.08 * noise2(u * 38, v * 38, 2);
    if (Math.abs(p.ny) < 0.5) gain *= 0.95 + 0.1 * noise2(u * 5, v * 0.35, 7);
    const edge = Math.min(Math.min(fu, 1 - fu) * panelWidth, Math.min(fv, 1 - fv) * panelHeight);
    if (edge < 0.008) gain *= 0.62;
    const hu = Math.abs(Math.abs(fu - 0.5) - 0.25) * panelWidth;
    const hv = Math.abs(Math.abs(fv - 0.5) - 0.25) * panelHeight;
    if (hu * hu + hv * hv < 0.0005) gain *= 0.6;
    set(out, colour, gain);
  };
});

/** Boards running upright or level, with grain, tone per board and dark joints. */
export const boards = definePaint(
  'boards',
  (colour: Triple, width: number, direction: 'upright' | 'level' | 'z'): Painter => {
    return (p, out) => {
      const isFlat = Math.abs(p.ny) > 0.7;
      const u = across(p);
      const v = along(p);
      const isSwapped = direction === 'level' || (isFlat && direction !== 'z');
      const a = isSwapped ? v : u;
      const b = isSwapped ? u : v;
      const row = Math.floor(a / width);
      const fa = a / width - row;
      const shift = hash2(row, 11) * 2.4;
      const piece = Math.floor((b + shift) / 2.4);
      const fb = (b + shift) / 2.4 - piece;
      const tone = hash2(row, piece, 4);
      const grain = fbm(a * 60, b * 1.6 + row * 7.7, 3, row & 63);
      const streak = noise2(a * 190, b * 3 + row, 9);
      let gain = 0.72 + 0.3 * tone + 0.42 * (grain - 0.5) + 0.12 * (streak - 0.5);
      if (Math.min(fa, 1 - fa) * width < 0.004 || Math.min(fb, 1 - fb) < 0.0012) gain *= 0.35;
      out.r = colour[0] * gain;
      out.g = colour[1] * gain * (0.97 + 0.06 * tone);
      out.b = colour[2] * gain * (0.92 + 0.16 * hash2(row, piece, 6));
    };
  },
);

/** Brick in running bond with mortar. */
export const brick = definePaint('brick', (colour: Triple, mortar: Triple): Painter => {
  return (p, out) => {
    const u = across(p);
    const v = along(p);
    const row = Math.floor(v / 0.075);
    const pu = u / 0.25 + (row & 1) * 0.5;
    const column = Math.floor(pu);
    const isJoint = (pu - column) * 0.25 < 0.011 || (v / 0.075 - row) * 0.075 < 0.011;
    const rough = 0.9 + 0.2 * fbm(u * 14, v * 14, 2, 3);
    if (isJoint) {
      set(out, mortar, rough);
      return;
    }
    const tone = hash2(column, row, 5);
    const gain = (0.66 + 0.56 * tone) * rough * (0.9 + 0.2 * fbm(u * 0.5, v * 0.5, 2, 6));
    out.r = colour[0] * gain;
    out.g = colour[1] * gain * (0.9 + 0.25 * hash2(column, row, 9));
    out.b = colour[2] * gain * (0.9 + 0.2 * hash2(column, row, 2));
  };
});

/** Slabs with joints: paving, tiles, cladding panels. */
export const slabs = definePaint(
  'slabs',
  (
    colour: Triple,
    width: number,
    height: number,
    joint: number = 0.008,
    spread: number = 0.14,
    stagger: number = 0,
  ): Painter => {
    return (p, out) => {
      const u = across(p);
      const v = along(p);
      const row = Math.floor(v / height);
      const pu = u / width + (row & 1) * stagger;
      const column = Math.floor(pu);
      const fu = pu - column;
      const fv = v / height - row;
      let gain = 1 - spread / 2 + spread * hash2(column, row, 3);
      gain *= 0.9 + 0.2 * fbm(u * 3.1 + column * 5.3, v * 3.1 + row * 2.7, 4, 4);
      if (Math.min(fu, 1 - fu) * width < joint / 2 || Math.min(fv, 1 - fv) * height < joint / 2) gain *= 0.55;
      set(out, colour, gain);
    };
  },
);

/** Veined stone. */
export const marble = definePaint('marble', (base: Triple, vein: Triple, width: number, height: number): Painter => {
  return (p, out) => {
    const u = across(p);
    const v = along(p);
    const column = Math.floor(u / width);
    const row = Math.floor(v / height);
    const warp = fbm(u * 0.8 + column * 3.1, v * 0.8 + row * 1.7, 4, 2) * 3;
    const line = Math.abs(fbm(u * 0.7 + warp + column * 9.1, v * 1.1 + warp * 0.7 + row * 4, 4, 8) - 0.5);
    const k = 0.75 * (1 - smoothstep(0, 0.05, line)) + 0.2 * fbm(u * 2, v * 2, 3, 1);
    const fu = u / width - column;
    const fv = v / height - row;
    const isJoint = Math.min(fu, 1 - fu) * width < 0.0025 || Math.min(fv, 1 - fv) * height < 0.0025;
    const gain = isJoint ? 0.7 : 1;
    out.r = (base[0] * (1 - k) + vein[0] * k) * gain;
    out.g = (base[1] * (1 - k) + vein[1] * k) * gain;
    out.b = (base[2] * (1 - k) + vein[2] * k) * gain;
  };
});

/** Speckled ground: gravel, asphalt, terrazzo, earth. */
export const speckled = definePaint('speckled', (colour: Triple, grain: number, contrast: number): Painter => {
  return (p, out) => {
    const fine = hash2(Math.floor(p.x / grain), Math.floor((p.z + p.y) / grain), 5);
    const wide = fbm(p.x * 0.35, p.z * 0.35, 4, 3);
    set(out, colour, (1 - contrast / 2 + contrast * fine) * (0.82 + 0.36 * wide));
  };
});

/** Mown lawn: tone varies in patches and stripes of growth. */
export const lawn = definePaint('lawn', (colour: Triple): Painter => {
  return (p, out) => {
    const wide = fbm(p.x * 0.22, p.z * 0.22, 3, 11);
    const mid = fbm(p.x * 1.7, p.z * 1.7, 3, 12);
    const fine = noise2(p.x * 46, p.z * 46, 13) * 0.6 + noise2(p.x * 130, p.z * 130, 14) * 0.4;
    const gain = 0.42 + 0.45 * wide + 0.35 * mid + 0.5 * (fine - 0.5);
    out.r = colour[0] * gain * (0.8 + 0.45 * wide);
    out.g = colour[1] * gain;
    out.b = colour[2] * gain * (0.9 + 0.2 * mid);
  };
});

/** Leaves: each copy and each patch of a crown has its own tone. */
export const leaves = definePaint('leaves', (colour: Triple, liveliness: number = 0.5): Painter => {
  return (p, out) => {
    const tone = hash2(Math.floor(p.x * 9 + p.y * 4), Math.floor(p.z * 9 - p.y * 5), 3);
    const patch = noise2(p.x * 0.9 + p.y, p.z * 0.9 - p.y, 17);
    const own = hash2(p.seed, 77);
    const gain = 1 - liveliness / 2 + liveliness * (0.55 * tone + 0.45 * patch);
    out.r = colour[0] * gain * (0.82 + 0.4 * own);
    out.g = colour[1] * gain * (0.92 + 0.12 * own);
    out.b = colour[2] * gain;
  };
});

/** Woven cloth: fine threads and soft clouds. */
export const cloth = definePaint(
  'cloth',
  (colour: Triple, thread: number = 0.004, contrast: number = 0.22): Painter => {
    return (p, out) => {
      const u = across(p);
      const v = along(p);
      const weave = noise2(u / thread, v / (thread * 2.6), 4) * 0.5 + noise2(u / (thread * 2.6), v / thread, 5) * 0.5;
      const wide = fbm(u * 2.2, v * 2.2, 2, 6);
      set(out, colour, (1 - contrast / 2 + contrast * weave) * (0.92 + 0.16 * wide));
    };
  },
);

/** An abstract picture for a wall: broad fields of three colours. */
export const painting = definePaint('painting', (a: Triple, b: Triple, c: Triple): Painter => {
  return (p, out) => {
    const u = across(p);
    const v = along(p);
    const warp = fbm(u * 1.4 + 4, v * 1.4, 4, 31);
    const one = smoothstep(0.42, 0.5, fbm(u * 0.9 + warp * 1.6, v * 1.5 + 2, 3, 33));
    const two = smoothstep(0.55, 0.6, fbm(u * 1.3 - warp, v * 0.8 + 7, 3, 35));
    const mix = (k: 0 | 1 | 2): number => (a[k] * (1 - one) + b[k] * one) * (1 - two) + c[k] * two;
    out.r = mix(0);
    out.g = mix(1);
    out.b = mix(2);
  };
});

/** Turns a set of materials into a white model: one tone, glass and leaves kept readable. */
export function whiteModel(materials: readonly Material[]): Material[] {
  const white = even([0.8, 0.795, 0.785]);
  const pale = even([0.5, 0.52, 0.54]);
  return materials.map((material) => {
    if (material.surface === 'glass') return { surface: 'gloss', paint: pale, reflectance: 0.04, roughness: 0.1 };
    if (material.surface === 'water') return { surface: 'gloss', paint: pale, reflectance: 0.03, roughness: 0.05 };
    if (material.surface === 'leaf') return { surface: 'leaf', paint: white };
    return { surface: 'matte', paint: white };
  });
}

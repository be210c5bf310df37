/** A style's look as materials for the tracer. */

import { parseHexColour } from '../../base/colour.ts';
import { clamp, smoothstep } from '../../base/scalar.ts';
import { linearOf } from '../../base/srgb.ts';
import type { FurnitureKit } from '../trace/furniture-parts.ts';
import { cloth, leaves, type Material, marble, painting, plain } from '../trace/materials.ts';
import { fbm, hash2, noise2 } from '../trace/noise.ts';
import { definePaint, type Painter } from '../trace/paint.ts';
import type { StyleLook } from './styles.ts';

type Triple = readonly [number, number, number];

export interface Furnisher {
  kit: FurnitureKit;
  look: StyleLook;
  materials: Material[];
  /** Registers one more material. */
  add(material: Material): number;
}

/** Linear albedo of a paint colour; nothing is whiter than paper or blacker than felt. */
export function albedoOf(hex: string): Triple {
  const [r, g, b] = parseHexColour(hex);
  const channel = (value: number) => clamp(linearOf(value / 255), 0.018, 0.86);
  return [channel(r), channel(g), channel(b)];
}

/** @param variant chooses among the look's covers and sets of small colours */
export function makeKit(look: StyleLook, variant: number): Furnisher {
  const materials: Material[] = [];
  const add = (material: Material): number => {
    materials.push(material);
    return materials.length - 1;
  };
  const main = albedoOf(look.cloth[variant % look.cloth.length]!);
  const accents = look.accents[variant % look.accents.length]!;
  const weave = look.isTextured ? boucle : twill;
  const metals: Record<StyleLook['metal'], Material> = {
    brass: { surface: 'metal', paint: plain([0.83, 0.6, 0.32], 0.03), reflectance: 0.62, roughness: 0.2 },
    bronze: { surface: 'metal', paint: plain([0.34, 0.25, 0.17], 0.05), reflectance: 0.4, roughness: 0.3 },
    black: { surface: 'gloss', paint: plain([0.03, 0.03, 0.031], 0.05), reflectance: 0.04, roughness: 0.2 },
    steel: { surface: 'metal', paint: plain([0.72, 0.72, 0.73], 0.02), reflectance: 0.6, roughness: 0.16 },
  };
  const [stone, vein] = look.stone.map(albedoOf) as [Triple, Triple];
  const art = look.art.map(albedoOf) as [Triple, Triple, Triple];
  const kit: FurnitureKit = {
    shape: look.shape,
    legs: look.legs,
    cloth: add({ surface: 'matte', paint: weave(main) }),
    seam: add({ surface: 'matte', paint: plain(scaled(main, 0.62), 0.04) }),
    accents: accents.map((hex) => add({ surface: 'matte', paint: twill(albedoOf(hex)) })),
    // Gloss would be nicer, but mirrored light is not filtered and a few rays leave it speckled.
    wood: add({ surface: 'matte', paint: grain(albedoOf(look.wood)) }),
    woodDeep: add({ surface: 'matte', paint: grain(albedoOf(look.woodDeep)) }),
    metal: add(metals[look.metal]),
    stone: add({ surface: 'gloss', paint: marble(stone, vein, 9, 9), reflectance: 0.045, roughness: 0.015 }),
    paint: add({ surface: 'matte', paint: plain(albedoOf(look.paint), 0.02) }),
    ceramic: add({
      surface: 'gloss',
      paint: plain(look.itemColour ? albedoOf(look.itemColour) : [0.76, 0.74, 0.7], 0.03),
      reflectance: 0.045,
      roughness: 0.08,
    }),
    bedding: add({ surface: 'matte', paint: linen([0.8, 0.78, 0.74]) }),
    curtain: add({ surface: 'matte', paint: linen(albedoOf(look.curtain)) }),
    leaf: add({ surface: 'leaf', paint: leaves([0.09, 0.17, 0.045], 0.5) }),
    pot: add({
      surface: 'matte',
      paint: plain(
        look.itemColour ? albedoOf(look.itemColour) : look.isTextured ? [0.62, 0.55, 0.46] : [0.66, 0.65, 0.63],
        0.14,
      ),
    }),
    shade: add({
      surface: 'light',
      paint: plain(look.itemColour ? albedoOf(look.itemColour) : [1, 0.86, 0.66], 0.02),
      glow: 0.85,
    }),
    glow: add({ surface: 'light', paint: plain([1, 0.84, 0.6], 0), glow: 1.6 }),
    black: add({ surface: 'gloss', paint: plain([0.022, 0.022, 0.023], 0.05), reflectance: 0.04, roughness: 0 }),
    mirror: add({ surface: 'metal', paint: plain([0.9, 0.91, 0.91], 0), reflectance: 0.92, roughness: 0 }),
    chrome: add({ surface: 'metal', paint: plain([0.75, 0.76, 0.77], 0), reflectance: 0.65, roughness: 0.08 }),
    art: add({ surface: 'matte', paint: painting(art[0], art[1], art[2]) }),
    frame: add({
      surface: 'matte',
      paint: look.metal === 'black' ? plain([0.03, 0.03, 0.03], 0) : grain(albedoOf(look.wood)),
    }),
    leather: add({
      surface: 'gloss',
      paint: cloth(albedoOf('#8a5a3a'), 0.012, 0.14),
      reflectance: 0.035,
      roughness: 0.25,
    }),
  };
  return { kit, look, materials, add };
}

/** Share of the figure's colour in a rug, 0–1; `u` and `v` from its middle and `edge` from its border, metres. */
const rugFigures: Record<StyleLook['rugFigure'], (u: number, v: number, edge: number) => number> = {
  plain: () => 0,
  border(_u, _v, edge) {
    if (edge > 0.1 && edge < 0.15) return 0.85;
    return edge > 0.18 && edge < 0.2 ? 0.6 : 0;
  },
  stripes: (_u, v) => (Math.abs(((((v / 0.34) % 1) + 1) % 1) - 0.5) < 0.045 ? 0.7 : 0),
  lattice(u, v) {
    const a = (((u + v) / 0.62) % 1) + 1;
    const b = (((u - v) / 0.62) % 1) + 1;
    return Math.min(Math.abs((a % 1) - 0.5), Math.abs((b % 1) - 0.5)) < 0.035 ? 0.75 : 0;
  },
  worn: (u, v) => 0.75 * smoothstep(0.42, 0.66, fbm(u * 1.3 + 3, v * 1.7, 5, 12)),
};

/** A rug of the look, drawn about its middle; metres. */
export function rugMaterial(look: StyleLook, x: number, z: number, width: number, depth: number): Material {
  const [ground, figure] = [albedoOf(look.rug[0]), albedoOf(look.rug[1])];
  return { surface: 'matte', paint: rugPaint({ ground, figure, form: look.rugFigure }, { x, z, width, depth }) };
}

interface RugLook {
  ground: Triple;
  figure: Triple;
  form: StyleLook['rugFigure'];
}

const rugPaint = definePaint(
  'rug',
  (
    { ground, figure, form }: RugLook,
    { x, z, width, depth }: { x: number; z: number; width: number; depth: number },
  ): Painter =>
    (p, out) => {
      const u = p.x - x;
      const v = p.z - z;
      const edge = Math.min(width / 2 - Math.abs(u), depth / 2 - Math.abs(v));
      const share = rugFigures[form](u, v, edge);
      const pile = 0.9 + 0.2 * noise2(p.x * 90, p.z * 90, 6) - 0.08 * fbm(u * 3, v * 3, 3, 8);
      out.r = (ground[0] * (1 - share) + figure[0] * share) * pile;
      out.g = (ground[1] * (1 - share) + figure[1] * share) * pile;
      out.b = (ground[2] * (1 - share) + figure[2] * share) * pile;
    },
);

function scaled([r, g, b]: Triple, gain: number): Triple {
  return [r * gain, g * gain, b * gain];
}

function tinted(colour: Triple, gainAt: (u: number, v: number) => number): Painter {
  return (p, out) => {
    const isLevel = Math.abs(p.ny) > 0.7;
    const u = isLevel || Math.abs(p.nx) <= Math.abs(p.nz) ? p.x : p.z;
    const gain = gainAt(u, isLevel ? p.z : p.y);
    out.r = colour[0] * gain;
    out.g = colour[1] * gain;
    out.b = colour[2] * gain;
  };
}

const twill = definePaint(
  'twill',
  (colour: Triple): Painter =>
    tinted(colour, (u, v) => {
      const thread = noise2(u * 170, v * 60, 4) * 0.5 + noise2(u * 60, v * 170, 5) * 0.5;
      return (0.9 + 0.2 * thread) * (0.94 + 0.12 * fbm(u * 2.4, v * 2.4, 3, 6));
    }),
);

/** Looped wool. */
const boucle = definePaint(
  'boucle',
  (colour: Triple): Painter =>
    tinted(colour, (u, v) => {
      const loop = noise2(u * 75, v * 75, 14) * 0.6 + noise2(u * 150, v * 150, 15) * 0.4;
      return (0.84 + 0.3 * loop) * (0.95 + 0.1 * fbm(u * 3, v * 3, 2, 6));
    }),
);

const linen = definePaint(
  'linen',
  (colour: Triple): Painter => tinted(colour, (u, v) => 0.95 + 0.1 * noise2(u * 120, v * 30, 9)),
);

/** Wood without joints: long fibres, a slow change of tone, fine pores. */
const grain = definePaint('grain', (colour: Triple): Painter => {
  return (p, out) => {
    const isLevel = Math.abs(p.ny) > 0.7;
    const isSide = !isLevel && Math.abs(p.nx) > Math.abs(p.nz);
    const along = isLevel ? p.x : isSide ? p.z : p.x;
    const across = isLevel ? p.z : p.y;
    const bend = 0.03 * noise2(along * 1.1, across * 2, 3);
    const fibre = fbm(along * 1.7, (across + bend) * 34, 4, 21);
    const pore = noise2(along * 9, (across + bend) * 210, 22);
    const tone = noise2(along * 0.35, across * 2.2, 23);
    const gain = 0.74 + 0.36 * fibre + 0.1 * (pore - 0.5) + 0.12 * tone + 0.02 * hash2(Math.floor(across * 9), 1, 2);
    out.r = colour[0] * gain;
    out.g = colour[1] * gain * (0.97 + 0.05 * fibre);
    out.b = colour[2] * gain * (0.92 + 0.12 * fibre);
  };
});

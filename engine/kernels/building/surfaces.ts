/** From the materials of a building model to those that are traced: a finish by name and class, a colour that convinces. */
import { clamp } from '../../base/scalar.ts';
import { roofTiles } from '../concept/facade/wall-materials.ts';
import {
  boards,
  brick,
  cloth,
  concrete,
  lawn,
  leaves,
  type Material,
  marble,
  plain,
  slabs,
  speckled,
} from '../trace/materials.ts';
import type { Paint } from '../trace/paint.ts';
import { libraryMaterial } from '../trace/palette.ts';
import type { BuildingMaterial } from './building-mesh.ts';
import { type Finish, finishNames, finishOfKind, hiddenLayers, namelessNames } from './finish-rules.ts';
import type { SurfaceSide } from './surface-sides.ts';

type Triple = readonly [number, number, number];

/** Clues to a surface: its material, the kind of part it belongs to, and the part's name. */
export interface SurfaceClue {
  material: BuildingMaterial;
  /** See `BuildingObject.kind`. */
  kind: string;
  /** {@link partWord} of the part's name; it helps where the material's name says nothing. */
  part: string;
  /** True for slabs and roofs that slope. */
  isPitched: boolean;
  side: SurfaceSide;
}

/** Everything of a model's surface that decides what is drawn. */
export interface Surface {
  finish: Finish;
  /** Linear colour, tamed. */
  colour: Triple;
  /** Side of a wall whose own finish it is; absent on all else, and where the format has no classes. */
  wall?: 'outer' | 'inner';
}

/** The word of a part's name that tells a finish; empty when none does. */
export function partWord(name: string): string {
  if (isNameless(name)) return '';
  for (const [pattern] of finishNames) {
    const found = pattern.exec(name);
    if (found) return found[0].toLowerCase();
  }
  return '';
}

const structural: ReadonlySet<Finish> = new Set(['concrete', 'block']);
const walls = /^Ifc(Wall|Covering)/;

/** @returns finish and colour of a surface */
export function surfaceOf(clue: SurfaceClue): Surface {
  const { material, kind, isPitched, side } = clue;
  const finish = settled(finishByName(clue), clue);
  const isRoof = kind === 'IfcRoof' || (isPitched && kind === 'IfcSlab');
  const covered: Finish = isRoof && isPitched && side !== 'ceiling' && bare.has(finish) ? 'roofTile' : finish;
  const laid = bySide(covered, side, kind);
  // The colour of a wall's other face says nothing of this one.
  const isOwn = laid === finish && (side !== 'inner' || saturation(material.colour) < 0.4);
  const colour = isOwn || covered === 'roofTile' ? colourOf(material.colour, laid) : usual[laid];
  const isWall = /^IfcWall/.test(kind) && (side === 'outer' || side === 'inner') && laid !== 'glass';
  return { finish: laid, colour, ...(isWall && { wall: side }) };
}

const bare: ReadonlySet<Finish> = new Set(['concrete', 'roofFlat', 'paint', 'plaster', 'panel', 'block']);

/** Finish of floors and ceilings where the model names no more than the bearing material. */
function bySide(finish: Finish, side: SurfaceSide, kind: string): Finish {
  if (side === 'floor' && bare.has(finish)) return 'woodFloor';
  if (side === 'ceiling' && kind !== 'IfcCovering' && bare.has(finish)) return 'ceiling';
  if (side === 'inner' && finish === 'concrete') return 'plaster';
  return finish;
}

/** The finish that the material's own name tells, else its class, else the part's name. */
function finishByName({ material, kind, part, side }: SurfaceClue): Finish {
  if (material.opacity < 0.9) return nameTells(material.name, 'water') ? 'water' : 'glass';
  const own = isNameless(material.name) ? undefined : finishOfLayers(material.name, material.colour, side);
  if (own) return own;
  const byKind = finishOfKind[kind];
  if (byKind) return byKind;
  const ofPart = part === '' ? undefined : finishNames.find(([pattern]) => pattern.test(part))?.[1];
  if (ofPart && ofPart !== 'glass') return ofPart;
  if ((material.metalness ?? 0) > 0.6 && material.texture === undefined) return 'metal';
  return 'paint';
}

const nameTells = (name: string, finish: Finish): boolean =>
  finishNames.find(([pattern]) => pattern.test(name))?.[1] === finish;

/** True for a name without words, and for one that a program gave: `Material.001`, `Color_A01`. */
function isNameless(name: string): boolean {
  const word = name.toLowerCase().replace(/[^\p{L}]+/gu, '');
  return word === '' || namelessNames.has(word) || namelessNames.has(word.slice(0, -1));
}

/** The layer that is seen: of those with a name that says something, the one whose colour comes nearest. */
function finishOfLayers(name: string, colour: Triple, side: SurfaceSide): Finish | undefined {
  const layers = name.split(/[+|;]/).filter((layer) => !hiddenLayers.test(layer));
  const found: Finish[] = [];
  for (const layer of layers) {
    const finish = finishNames.find(([pattern]) => pattern.test(layer))?.[1];
    if (finish && finish !== 'glass') found.push(finish);
    else if (finish && layers.length === 1) found.push(finish);
  }
  if (found.length < 2) return found[0];
  // Layers go from outside in, and from top to bottom.
  if (side === 'outer' || side === 'floor') return found[0];
  if (side === 'inner' || side === 'ceiling') return found.at(-1);
  // A painted or woven part next to bare metal has the colour.
  if (saturation(colour) > 0.5) found.sort((one, other) => Number(one === 'metal') - Number(other === 'metal'));
  const warmth = warmthOf(colour);
  const cost = (finish: Finish, rank: number): number => Math.abs(warmth - warmthOf(usual[finish])) + 0.04 * rank;
  return found.reduce((best, finish, i) => (cost(finish, i) < cost(best, found.indexOf(best)) ? finish : best));
}

/** Red against blue, as a share of the brightest channel. */
function warmthOf([r, g, b]: Triple): number {
  return (r - b) / Math.max(r, g, b, 1e-3);
}

/** Corrects what a name alone gets wrong. */
function settled(finish: Finish, { material, kind }: SurfaceClue): Finish {
  const light = brightness(material.colour);
  const isGrey = saturation(material.colour) < 0.12;
  // The bearing material of a wall is not what is seen of it: white concrete is rendered, block walls are plastered.
  if (structural.has(finish) && walls.test(kind) && (light > 0.55 || finish === 'block')) return 'plaster';
  if (kind === 'IfcWindow' || kind === 'IfcMember') return settledFrame(finish, isGrey, material.colour);
  if (kind === 'IfcDoor' && (finish === 'frame' || finish === 'panel') && !isGrey) return 'wood';
  const isFurniture = /^IfcFurni/.test(kind) && finish === 'wood' && isNameless(material.name) && isGrey;
  if (isFurniture && light > 0.5) return 'plastic';
  return isFurniture && light < 0.05 ? 'darkMetal' : finish;
}

function settledFrame(finish: Finish, isGrey: boolean, colour: Triple): Finish {
  if (finish === 'glass' || finish === 'metal') return finish;
  return finish === 'wood' || (!isGrey && warmthOf(colour) > 0.3) ? 'wood' : 'frame';
}

/** Colours that finishes have where the model's says nothing, linear. */
const usual: Readonly<Record<Finish, Triple>> = {
  glass: [0.94, 0.97, 0.96],
  mirror: [0.9, 0.9, 0.9],
  water: [0.5, 0.66, 0.68],
  brick: [0.33, 0.155, 0.105],
  block: [0.5, 0.49, 0.47],
  roofTile: [0.27, 0.115, 0.075],
  slate: [0.075, 0.08, 0.09],
  roofMetal: [0.2, 0.205, 0.215],
  roofFlat: [0.36, 0.35, 0.33],
  concrete: [0.48, 0.465, 0.44],
  plaster: [0.76, 0.745, 0.71],
  wood: [0.42, 0.25, 0.13],
  woodFloor: [0.5, 0.34, 0.2],
  metal: [0.72, 0.72, 0.73],
  darkMetal: [0.055, 0.056, 0.06],
  stone: [0.5, 0.475, 0.44],
  marble: [0.8, 0.79, 0.76],
  tile: [0.66, 0.65, 0.62],
  paving: [0.42, 0.405, 0.38],
  asphalt: [0.1, 0.1, 0.105],
  gravel: [0.5, 0.46, 0.41],
  earth: [0.2, 0.15, 0.105],
  lawn: [0.15, 0.215, 0.07],
  leaves: [0.17, 0.29, 0.065],
  bark: [0.2, 0.15, 0.11],
  fabric: [0.52, 0.49, 0.44],
  carpet: [0.42, 0.39, 0.35],
  leather: [0.3, 0.15, 0.075],
  plastic: [0.72, 0.71, 0.69],
  ceramic: [0.8, 0.8, 0.78],
  lamp: [1, 0.9, 0.74],
  ceiling: [0.8, 0.79, 0.77],
  frame: [0.07, 0.071, 0.075],
  panel: [0.62, 0.62, 0.61],
  paint: [0.7, 0.69, 0.67],
};

/** Finishes that are what they are: a model's colour for them is a sign on a plan. */
const ownColourOnly: ReadonlySet<Finish> = new Set(['glass', 'water', 'lawn', 'asphalt', 'mirror', 'lamp', 'earth']);

const brightness = ([r, g, b]: Triple): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const saturation = (c: Triple): number => (Math.max(...c) - Math.min(...c)) / Math.max(...c, 1e-3);

const earthy: ReadonlySet<Finish> = new Set(['brick', 'roofTile', 'wood', 'woodFloor']);

/** Greys that programs give by default, linear: they are nobody's choice. */
const defaultGreys = [0.212, 0.216, 0.223, 0.462, 0.527, 0.604, 0.503, 1];

/** A model's own colour where it says something, brought to what light and air leave of paints; else the usual one. */
function colourOf(own: Triple, finish: Finish): Triple {
  const typical = usual[finish];
  if (ownColourOnly.has(finish)) return typical;
  const light = brightness(own);
  const spread = saturation(own);
  if (spread < 0.06) return greyOf(light, finish);
  // A pure green or red of a drawing: some of its hue stays.
  const isPure = spread > 0.93 && Math.max(...own) > 0.12;
  const isForeign = isPure && own[1] > own[0] && finish !== 'leaves';
  if (isForeign && ['roofTile', 'roofFlat', 'concrete', 'plaster', 'wood', 'brick', 'stone'].includes(finish))
    return typical;
  const keep = isPure ? 0.55 : 0.78;
  const limit = limitOf(finish);
  const level = clamp(light, limit[0], limit[1]);
  const gain = light > 1e-4 ? level / light : 1;
  // Burnt clay and wood are of few hues: the model's own only leans them.
  const natural = earthy.has(finish) ? 0.5 : 0;
  const tone = brightness(typical);
  return own.map((c, i) => {
    const tamed = level + (c * gain - level) * keep;
    return clamp((tamed * (1 - natural) + typical[i]! * (level / tone) * natural) * 0.95, 0.012, 0.82);
  }) as unknown as Triple;
}

/** Grey of a finish; the very grey of a default is the usual colour. */
function greyOf(light: number, finish: Finish): Triple {
  const typical = usual[finish];
  if (defaultGreys.some((grey) => Math.abs(grey - light) < 0.012)) return typical;
  if (['wood', 'woodFloor', 'brick', 'roofTile', 'leaves', 'bark', 'metal', 'frame', 'darkMetal'].includes(finish)) {
    if (finish === 'frame' || finish === 'darkMetal')
      return light > 0.6 && finish === 'frame' ? [0.74, 0.735, 0.72] : typical;
    return typical;
  }
  const [least, most] = limitOf(finish);
  const level = clamp(light, least, most);
  const tint = brightness(typical);
  return typical.map((c) => clamp((c / tint) * level, 0.012, 0.82)) as unknown as Triple;
}

function limitOf(finish: Finish): readonly [number, number] {
  switch (finish) {
    case 'plaster':
    case 'ceiling':
    case 'ceramic':
      return [0.16, 0.76];
    case 'wood':
      return [0.04, 0.27];
    case 'woodFloor':
      return [0.05, 0.36];
    case 'roofTile':
    case 'brick':
      return [0.06, 0.38];
    case 'concrete':
    case 'stone':
    case 'block':
      return [0.2, 0.62];
    default:
      return [0.02, 0.76];
  }
}

/** Makes the material of a surface. @param pictures paint and relief from the model's own textures, where it has them */
export function materialOf(
  { finish, colour }: Surface,
  material: BuildingMaterial,
  { picture, relief }: { picture?: Paint | undefined; relief?: Paint | undefined } = {},
): Material {
  const { roughness, metalness } = material;
  if (finish === 'glass') return glassOf(material);
  const raised = relief && !['water', 'lamp'].includes(finish) ? { relief } : {};
  if (picture && !['water', 'mirror', 'lamp'].includes(finish))
    return { ...textured(finish, roughness, metalness, picture), ...raised };
  const look = looks[finish];
  return { ...look(colour, roughness), ...raised };
}

/** Names of glass that has a colour of its own. */
const colouredGlass = /彩色|彩绘|有色|着色|茶色|stained|tinted|colou?red|bronze/i;

/** Clear glass, or coloured: programs draw panes in blue and green, so that such a colour counts where the name says it. */
function glassOf({ name, colour }: BuildingMaterial): Material {
  const clear = libraryMaterial('glass');
  const [r, g, b] = colour;
  const isUsual = Math.min(g, b) >= r;
  if (saturation(colour) < 0.3 || (isUsual && !colouredGlass.test(name))) return clear;
  // The brightest part of the light passes as it does through clear glass.
  const most = Math.max(r, g, b);
  return { ...clear, paint: plain([r, g, b].map((c) => Math.max(0.04, (c / most) * 0.92)) as unknown as Triple, 0) };
}

function textured(
  finish: Finish,
  roughness: number | undefined,
  metalness: number | undefined,
  paint: Paint,
): Material {
  if (finish === 'leaves') return { surface: 'leaf', paint };
  if ((metalness ?? 0) > 0.6)
    return { surface: 'metal', paint, reflectance: 0.5, roughness: clamp(roughness ?? 0.3, 0.05, 0.5) };
  const isPolished = ['woodFloor', 'marble', 'ceramic', 'tile'].includes(finish) || (roughness ?? 1) < 0.45;
  if (!isPolished) return { surface: 'matte', paint };
  return { surface: 'gloss', paint, reflectance: 0.035, roughness: clamp(roughness ?? 0.15, 0.05, 0.3) };
}

const matte = (paint: Paint): Material => ({ surface: 'matte', paint });
const scaled = ([r, g, b]: Triple, gain: number): Triple => [r * gain, g * gain, b * gain];

const looks: Readonly<Record<Exclude<Finish, 'glass'>, (colour: Triple, roughness?: number) => Material>> = {
  mirror: (colour) => ({ surface: 'metal', paint: plain(colour, 0), reflectance: 0.9, roughness: 0 }),
  water: () => libraryMaterial('pond'),
  brick: (colour) => matte(brick(colour, mortarOf(colour))),
  block: (colour) => matte(slabs(colour, 0.4, 0.2, 0.008, 0.08, 0.5)),
  roofTile: (colour) => matte(roofTiles(colour, true)),
  slate: (colour) => matte(slabs(colour, 0.3, 0.2, 0.01, 0.3, 0.5)),
  roofMetal: (colour) => ({
    surface: 'gloss',
    paint: slabs(colour, 0.5, 9, 0.02, 0.08),
    reflectance: 0.07,
    roughness: 0.2,
    paneWidth: 0.5,
  }),
  roofFlat: (colour) => matte(speckled(colour, 0.03, 0.18)),
  concrete: (colour) => matte(concrete(colour, 2.4, 1.2)),
  plaster: (colour) => matte(plain(colour, 0.07)),
  wood: (colour) => ({ surface: 'gloss', paint: boards(colour, 0.14, 'upright'), reflectance: 0.02, roughness: 0.3 }),
  woodFloor: (colour) => ({ surface: 'gloss', paint: boards(colour, 0.19, 'z'), reflectance: 0.035, roughness: 0.12 }),
  metal: (colour, roughness) => ({
    surface: 'metal',
    paint: plain(colour, 0.03),
    reflectance: 0.55,
    roughness: clamp(roughness ?? 0.22, 0.05, 0.4),
  }),
  darkMetal: (colour) => ({ surface: 'gloss', paint: plain(colour, 0.1), reflectance: 0.05, roughness: 0.18 }),
  stone: (colour) => matte(slabs(colour, 0.9, 0.45, 0.006, 0.16, 0.5)),
  marble: (colour) => ({
    surface: 'gloss',
    paint: marble(colour, scaled(colour, 0.82), 1.2, 1.2),
    reflectance: 0.05,
    roughness: 0.04,
  }),
  tile: (colour) => ({
    surface: 'gloss',
    paint: slabs(colour, 0.6, 0.6, 0.005, 0.05),
    reflectance: 0.04,
    roughness: 0.06,
  }),
  paving: (colour) => matte(slabs(colour, 1.2, 0.6, 0.012, 0.16, 0.5)),
  asphalt: (colour) => matte(speckled(colour, 0.03, 0.1)),
  gravel: (colour) => matte(speckled(colour, 0.03, 0.22)),
  earth: (colour) => matte(speckled(colour, 0.03, 0.6)),
  lawn: (colour) => matte(lawn(colour)),
  leaves: (colour) => ({ surface: 'leaf', paint: leaves(colour, 0.55) }),
  bark: (colour) => matte(speckled(colour, 0.04, 0.6)),
  fabric: (colour) => matte(cloth(colour)),
  carpet: (colour) => matte(cloth(colour, 0.012, 0.3)),
  leather: (colour) => ({ surface: 'gloss', paint: cloth(colour, 0.012, 0.16), reflectance: 0.035, roughness: 0.25 }),
  plastic: (colour) => ({ surface: 'gloss', paint: plain(colour, 0.02), reflectance: 0.035, roughness: 0.12 }),
  ceramic: (colour) => ({ surface: 'gloss', paint: plain(colour, 0.01), reflectance: 0.045, roughness: 0.03 }),
  lamp: (colour) => ({ surface: 'light', paint: plain(colour, 0), glow: 2.2 }),
  ceiling: (colour) => matte(plain(colour, 0.03)),
  frame: (colour) => ({ surface: 'gloss', paint: plain(colour, 0.05), reflectance: 0.05, roughness: 0.16 }),
  panel: (colour) => ({
    surface: 'gloss',
    paint: slabs(colour, 1.2, 3, 0.012, 0.05),
    reflectance: 0.04,
    roughness: 0.2,
  }),
  paint: (colour, roughness) =>
    roughness !== undefined && roughness < 0.4
      ? { surface: 'gloss', paint: plain(colour, 0.03), reflectance: 0.045, roughness: clamp(roughness, 0.03, 0.3) }
      : matte(plain(colour, 0.05)),
};

/** Mortar is grey, lighter than dark brick and darker than pale brick. */
function mortarOf(colour: Triple): Triple {
  const light = brightness(colour);
  const level = clamp(0.3 + light * 0.4, 0.3, 0.55);
  return [level, level * 0.96, level * 0.9];
}

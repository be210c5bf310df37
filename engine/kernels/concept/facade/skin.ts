/** Materials of a building by its walls, style and hour. */
import { type Material, plain } from '../../trace/materials.ts';
import { hash2 } from '../../trace/noise.ts';
import { definePaint, type Paint, type Painter } from '../../trace/paint.ts';
import { libraryMaterial, type Palette } from '../../trace/palette.ts';
import type { SceneBuilder } from '../../trace/scene.ts';
import type { Brief, WallName } from '../words/brief.ts';
import { kindRules, styleWalls } from '../words/building-rules.ts';
import { ceilingPainter, roomPainter } from './room-painters.ts';
import { linearOf, ribbed, roofTiles, type Triple, wallLooks } from './wall-materials.ts';

/** Numbers of the materials a building is made of. */
export interface Skin {
  wall: number;
  accent: number;
  trim: number;
  slab: number;
  frame: number;
  glass: number;
  spandrel: number;
  railing: number;
  roof: number;
  roofFlat: number;
  post: number;
  soffit: number;
  /** Inside: walls of rooms, ceilings, floors, curtains. */
  room: number;
  ceiling: number;
  floor: number;
  curtain: number;
  sign: number;
  lamp: number;
  base: number;
}

/** Registers a building's materials. `lit` 0–1 is the share of rooms with lamps on; `output` picks among a style's walls. */
export function makeSkin(
  scene: SceneBuilder,
  m: Palette,
  brief: Brief,
  {
    lit,
    glow,
    output,
    seed,
    colours = [],
  }: { lit: number; glow: number; output: number; seed: number; colours?: readonly Triple[] },
): Skin {
  const heights = kindRules[brief.kind];
  const [main, second] = wallsOf(brief, output);
  const given = brief.wallColour ? linearOf(brief.wallColour) : colours[0];
  const make = (name: WallName, colour?: Triple): number =>
    scene.material(wallLooks[name].make(colour ?? wallLooks[name].colour));
  const wall = make(main, given);
  const accent = second === main && !colours[1] ? wall : make(second, colours[1]);
  const isDark = ['darkWood', 'zinc', 'darkStone'].includes(main);
  const isStuccoed = brief.style === 'classical' || brief.style === 'french';
  const isTimbered = ['newChinese', 'timber', 'vernacular'].includes(brief.style);
  const inner = (paint: Paint, strength: number): number => scene.material(shining(lit > 0, paint, strength * glow));
  const isOffice = ['office', 'officePark', 'hospital', 'mall', 'school'].includes(brief.kind);
  const postTone: Triple = [0.15, 0.085, 0.055];
  return {
    wall,
    accent,
    trim: isDark && !isStuccoed ? m.darkMetal : m.paleConcrete,
    slab: brief.style === 'fairConcrete' ? wall : m.paleConcrete,
    frame: isStuccoed ? m.warmWhite : isTimbered ? make('darkWood', postTone) : m.darkMetal,
    glass: isOffice ? m.officeGlass : m.glass,
    spandrel: scene.material({
      surface: 'gloss',
      paint: plain([0.07, 0.085, 0.095], 0.05),
      reflectance: 0.16,
      roughness: 0.02,
      paneWidth: 1.5,
    }),
    // A glass of its own: what is behind a railing is seen, what is behind a window is a room.
    railing: scene.material(libraryMaterial('glass')),
    roof: scene.material(roofLook(brief)),
    roofFlat: brief.wanted.has('roofGarden') ? m.meadow : m.gravel,
    post: isTimbered ? make('darkWood', postTone) : brief.style === 'classical' ? wall : m.paleConcrete,
    soffit: isTimbered || second === 'wood' ? m.cedarLevel : m.paleConcrete,
    room: inner(roomPainter(lit, seed, heights), 1),
    ceiling: inner(ceilingPainter(lit, seed, heights), 0.9),
    floor: inner(floorPainter(lit, seed, heights), 1),
    curtain: m.linen,
    sign: scene.material(signLook(lit > 0, 1.6 * glow)),
    lamp: lit > 0 ? m.lamp : m.lampOff,
    base: brief.style === 'newChinese' || brief.style === 'vernacular' ? m.stone : m.paleConcrete,
  };
}

/** The wall and its accent: what the brief names, else what goes with the style. */
function wallsOf({ style, walls }: Brief, output: number): readonly [WallName, WallName] {
  const rows = styleWalls[style];
  const row = rows[output % rows.length]!;
  const [main = row[0], second = row[1] === walls[0] ? row[0] : row[1]] = walls;
  return [main, second];
}

function roofLook(brief: Brief): Material {
  const tone = roofToneOf(brief);
  const isTiled = ['newChinese', 'vernacular', 'classical'].includes(brief.style) || brief.kind === 'tourism';
  return isTiled
    ? { surface: 'matte', paint: roofTiles(tone, brief.style !== 'classical') }
    : { surface: 'gloss', paint: ribbed(tone, 0.5, 0.3), reflectance: 0.05, roughness: 0.25 };
}

function roofToneOf({ roofColour, style, kind }: Brief): Triple {
  if (roofColour) return linearOf(roofColour);
  if (style === 'newChinese' || kind === 'tourism') return [0.095, 0.1, 0.105];
  if (style === 'vernacular') return [0.2, 0.16, 0.13];
  if (style === 'french' || style === 'classical') return [0.13, 0.145, 0.17];
  return [0.11, 0.112, 0.118];
}

/** Floors seen through the glass: by night bright in the rooms that are lit. */
const floorPainter = definePaint(
  'floor',
  (lit: number, seed: number, { ground, storey }: { ground: number; storey: number }): Painter => {
    return (p, out) => {
      const isUnlit = lit > 0 && hash2(Math.floor(p.x / 4.2), Math.floor((p.y - ground) / storey), seed) > lit;
      const gain = isUnlit ? 0.02 : lit > 0 ? 0.28 : 0.4;
      out.r = gain;
      out.g = gain * 0.68;
      out.b = gain * 0.42;
    };
  },
);

function shining(isLit: boolean, paint: Paint, glow: number): Material {
  return isLit ? { surface: 'light', paint, glow } : { surface: 'matte', paint };
}

function signLook(isLit: boolean, glow: number): Material {
  return shining(isLit, plain(isLit ? [1, 0.86, 0.66] : [0.78, 0.76, 0.72], 0), glow);
}

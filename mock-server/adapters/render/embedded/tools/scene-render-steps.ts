import { labPlanes } from '../kernels/colour.ts';
import { guidedSmooth } from '../kernels/guided-filter.ts';
import { applyMood, type Scene } from '../kernels/light/atmosphere.ts';
import { type LightMood, type MoodLook, moodLooks } from '../kernels/light/atmosphere-looks.ts';
import { recolourPlants } from '../kernels/light/atmosphere-season.ts';
import { wetGround } from '../kernels/light/atmosphere-weather.ts';
import { gradeByWords, isPlain, readWords } from '../kernels/light/grade-words.ts';
import { addFigures } from '../kernels/light/overlay-figures.ts';
import { relight } from '../kernels/light/relight.ts';
import type { InputKind } from '../kernels/light/relight-input-kind.ts';
import {
  decodeLight,
  encodeLight,
  type LinearLight,
  linearColour,
  luminanceOf,
  mixColours,
} from '../kernels/light/relight-linear.ts';
import { paintModel, shadingOf } from '../kernels/light/relight-model.ts';
import { paletteOf } from '../kernels/light/relight-palettes.ts';
import { paintBackdrop } from '../kernels/light/sky-backdrop.ts';
import { labToRgb } from '../kernels/light/style-lab.ts';
import type { RoomPart } from '../kernels/light/style-room-regions.ts';
import { type RegionedPicture, transferStyle } from '../kernels/light/style-transport-regions.ts';
import type { SceneParams } from './scene-render-base.ts';

/** Everything that stays the same for all outputs of a run. */
export interface Setting {
  params: SceneParams;
  scene: Scene;
  kind: InputKind;
  room?: Record<RoomPart, Float32Array> | undefined;
  isFromAbove: boolean;
  reference?: RegionedPicture | undefined;
}

/** Light of the outputs one after another when the user leaves it to the engine. */
const automaticMoods: readonly LightMood[] = ['sunny', 'morning', 'noon', 'overcast'];

/** Makes one output: materials, light and sky, surroundings, reference, words, figures, detail. */
export async function renderOne(setting: Setting, index: number, seed: number): Promise<Uint8Array> {
  const { params, scene } = setting;
  const painted = paint(setting, seed);
  const rgb = encodeLight(painted);
  const { light, look } = setting.room ? lightRoom(setting, rgb, index) : lightOutdoors(setting, rgb, index, seed);
  const styled = followReference(setting, encodeLight(light), seed);
  const result = decodeLight(styled);
  const words = readWords(params.ignoreWordAndImage ? '' : (params.promptTxt ?? ''), params.negTxt ?? '');
  if (!isPlain(words)) gradeByWords(result, words);
  const stage = { ground: scene.masks.ground, contact: scene.line.contact };
  const brightness = look ? Math.min(1, Math.max(0.15, look.light.exposure)) : 0.9;
  if (!setting.isFromAbove) await addFigures(result, scene, figuresOf(setting), stage, { brightness, seed });
  return keepEdges(encodeLight(result), setting);
}

/** Share of open land that is lawn, seen from above. */
const greenShares = { low: 0.3, medium: 0.6, high: 0.9 } as const;

/** Less is asked of a surface to be water when much water is wanted; Lab lightness. */
const waterDepths = { low: 0.05, medium: 0.03, high: 0.015 } as const;

/** Colours in which the scene is lit afterwards. */
function paint({ params, scene, kind, room, isFromAbove }: Setting, seed: number): LinearLight {
  const palette = paletteOf(params.classifyId3);
  if (kind !== 'shaded') {
    return paintModel(scene, shadingOf(scene.lab.lightness, scene, kind === 'lines'), {
      palette,
      room,
      seed,
      isLines: kind === 'lines',
      waterDepth: waterDepths[params.water ?? 'low'],
      greenShare: isFromAbove ? greenShares[params.greenSpace ?? 'medium'] : 0,
    });
  }
  const light = decodeLight(scene.rgb);
  // Grey, plain surfaces take the style's colour; what has a colour keeps it.
  const wall = linearColour(palette.wall);
  const accent = linearColour(palette.accent);
  const free = Math.min(0.6, (1 - params.cnStrength) * 1.2) * (params.lock ? 0.5 : 1);
  for (let i = 0, at = 0; i < scene.masks.sky.length; i++, at += 3) {
    const chroma = Math.hypot(scene.lab.a[i]!, scene.lab.b[i]!);
    const open = 1 - scene.masks.sky[i]! / 255;
    const share = free * open * Math.max(0, 1 - chroma / 0.18) * (1 - scene.plants[i]!);
    if (share <= 0) continue;
    const grey = luminanceOf(light[at]!, light[at + 1]!, light[at + 2]!);
    const tint = mixColours(accent, wall, Math.min(1, scene.lab.lightness[i]! * 1.3));
    const scale = grey / luminanceOf(...tint);
    for (let channel = 0; channel < 3; channel++) {
      light[at + channel] = light[at + channel]! * (1 - share) + tint[channel]! * scale * share;
    }
  }
  return light;
}

function moodOf({ params }: Setting, index: number): LightMood {
  const mood = params.atmosphere ?? 'auto';
  return mood === 'auto' ? automaticMoods[index % automaticMoods.length]! : mood;
}

/** Parts of a building that are shown with their lamps on. */
const litParts: ReadonlySet<string> = new Set(['shopFront', 'entrance', 'window', 'curtainWall']);

function lightOutdoors(
  setting: Setting,
  rgb: Uint8Array,
  index: number,
  seed: number,
): { light: LinearLight; look: MoodLook } {
  const { params, kind } = setting;
  const base = moodLooks[moodOf(setting, index)];
  const haze = setting.isFromAbove ? Math.max(base.haze, 0.18) : base.haze;
  const isLitPart = litParts.has(params.component ?? '');
  const areLampsAsked = isLitPart || (params.lights !== undefined && params.lights !== 'none');
  const look: MoodLook = {
    ...base,
    haze,
    lamps: areLampsAsked ? Math.max(base.lamps, params.lights === 'all' ? 0.8 : 0.45) : base.lamps,
    light:
      kind === 'shaded'
        ? base.light
        : { ...base.light, flatness: base.light.flatness * 0.5, saturation: base.light.saturation * 0.86 },
  };
  const scene: Scene = { ...setting.scene, rgb, lab: kind === 'shaded' ? setting.scene.lab : labPlanes(rgb) };
  const { light } = applyMood(scene, look, { amount: 1, areLightsOn: true, isSkyChanged: true, seed });
  const { masks, line, plants } = scene;
  if (params.environment && params.environment !== 'auto') {
    const air = linearColour(look.sky.horizon);
    const brightness = look.light.exposure;
    paintBackdrop(light, scene, params.environment, { mask: masks.sky, horizon: line.horizon, air, brightness, seed });
  }
  if (params.vegetation === 'lush' || params.vegetation === 'wild') {
    const season = params.vegetation === 'lush' ? 'summer' : 'spring';
    recolourPlants(light, scene, plants, masks, { season, amount: 0.6, seed });
  }
  const wetness = { dry: 0, damp: 0.4, wet: 0.9 }[params.ground ?? 'dry'];
  if (base.falls !== 'rain') wetGround(light, scene, masks, line, plants, { amount: wetness, seed });
  return { light, look };
}

/** Rooms have no sky: daylight or lamplight, brightest first output from the window, later ones vary. */
function lightRoom(
  { params, scene, room }: Setting,
  rgb: Uint8Array,
  index: number,
): { light: LinearLight; look: undefined } {
  const light = decodeLight(rgb);
  const warmth = { natural: '#f4f8ff', mixed: '#fff3e2', artificial: '#ffdfb8' }[params.lighting ?? 'mixed'];
  const exposure = [1.06, 0.94, 1.16, 0.84][index % 4]!;
  const flatness = [0.06, -0.08, 0.14, -0.16][index % 4]!;
  relight(light, scene, { exposure, lightColour: warmth, shadeColour: '#eef1fa', flatness, saturation: 1.05 }, 1);
  if (params.floor === 'glossy' && room) mirrorFloor(light, scene, room.floor);
  return { light, look: undefined };
}

/** A polished floor mirrors what stands at its far end. */
function mirrorFloor(light: LinearLight, scene: Scene, floor: Float32Array): void {
  const { width, height, line } = scene;
  for (let x = 0; x < width; x++) {
    const contact = Math.round(Math.min(height - 2, line.contact[x]!));
    for (let y = contact + 1; y < height; y++) {
      const share = floor[y * width + x]! * 0.26;
      const from = (Math.max(0, 2 * contact - y) * width + x) * 3;
      const at = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel++) {
        light[at + channel] = light[at + channel]! * (1 - share) + light[from + channel]! * share;
      }
    }
  }
}

/** Colour statistics of the reference picture, when there is one. */
function followReference({ params, scene, reference }: Setting, rgb: Uint8Array, seed: number): Uint8Array {
  if (!reference) return rgb;
  const base = { size: scene, lab: labPlanes(rgb), regions: regionsOf(scene, reference.regions.length) };
  const lab = transferStyle(base, reference, {
    strength: params.ipaPlus ? 0.75 : 0.45,
    isColour: true,
    isLight: true,
    isTexture: false,
    structure: params.cnStrength,
    seed,
  });
  return labToRgb(lab);
}

/** Sky, ground and the rest, or one region for rooms. */
export function regionsOf({ masks, rgb }: Pick<Scene, 'masks' | 'rgb'>, count: number): Float32Array[] {
  if (count === 1) return [new Float32Array(rgb.length / 3).fill(1)];
  const sky = Float32Array.from(masks.sky, (value) => value / 255);
  const ground = Float32Array.from(masks.ground, (value) => value / 255);
  return [sky, ground, sky.map((value, i) => Math.max(0, 1 - value - ground[i]!))];
}

function figuresOf({ params, room }: Setting) {
  const amounts = { none: 0, few: 4, many: 10 } as const;
  return {
    people: amounts[params.people ?? params.crowd ?? 'none'],
    vehicles: room ? 0 : Math.round(amounts[params.vehicles ?? 'none'] / 4),
    trees: room ? 0 : { none: 0, moderate: 0, lush: 5 }[params.greenery ?? 'none'],
  };
}

/**
 * Gives the result the base's fine structure again, by the structure similarity; locked, every edge of the base is
 * laid on the result exactly. Outside the sky only.
 */
function keepEdges(rgb: Uint8Array, { params, scene }: Setting): Uint8Array {
  const share = params.lock ? 1 : 0.5 * params.cnStrength;
  if (share === 0) return rgb;
  const lab = labPlanes(rgb);
  const radius = Math.max(2, Math.round(Math.max(scene.width, scene.height) / 200));
  const base = guidedSmooth(scene.lab.lightness, scene, radius, 0.02);
  const own = guidedSmooth(lab.lightness, scene, radius, 0.02);
  for (let i = 0; i < own.length; i++) {
    const open = 1 - scene.masks.sky[i]! / 255;
    const detail = scene.lab.lightness[i]! - base[i]!;
    const present = lab.lightness[i]! - own[i]!;
    const wanted = Math.abs(detail) > Math.abs(present) || params.lock ? detail : present;
    lab.lightness[i]! += (wanted - present) * share * open * Math.min(1, 0.25 + own[i]!);
  }
  return labToRgb(lab);
}

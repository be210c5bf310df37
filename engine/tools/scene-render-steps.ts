import { labPlanes } from '../base/colour.ts';
import { guidedSmooth } from '../base/guided-filter.ts';
import { decodeLight, encodeLight, type LinearLight } from '../base/linear-light.ts';
import { bytesOf, floatsOf } from '../base/map-plane.ts';
import type { Scene } from '../kernels/light/atmosphere.ts';
import { gradeByWords, isPlain, readWords } from '../kernels/light/grade-words.ts';
import { addFigures, type FigureCounts } from '../kernels/light/overlay-figures.ts';
import { labToRgb } from '../kernels/light/style-lab.ts';
import { transferStyle } from '../kernels/light/style-transport-regions.ts';
import { finishLight } from '../kernels/scene-paint/look/finish.ts';
import { addGardenLights } from '../kernels/scene-paint/outdoors/garden-lights.ts';
import { isPhotograph, type SceneSetting } from './scene-render-base.ts';
import { drawBase, drawRoom, sceneOfDrawn } from './scene-render-drawn.ts';
import { addToDrawn, lightOutdoors, moodOf, paintOutdoors } from './scene-render-outdoors.ts';
import { dressPart } from './scene-render-part.ts';
import { dressPhoto } from './scene-render-photo.ts';
import { lightRoom, paintIndoors } from './scene-render-room.ts';
import { coatRoom } from './scene-render-surfaces.ts';

/** An output, and the number of figures and lamps laid over it. */
export interface Rendered {
  rgb: Uint8Array;
  figureCount: number;
  lampCount: number;
}

/** Too little is closed to tell walls from sky: the drawing is washed and keeps its lines. */
export const openLines = '线稿闭合的部分不到六成，只做了淡彩；把轮廓线补完整后可以出效果图';

/** Brightness of added figures and lamps, by mood. */
const brightnessOf = { dusk: 0.42, blueHour: 0.2, night: 0.1, rain: 0.5, overcast: 0.75, fog: 0.8, snow: 0.8 } as const;

/** Makes one output: materials, light and sky, surroundings, reference, words, figures, detail. */
export async function renderOne(given: SceneSetting, index: number, seed: number): Promise<Rendered> {
  const drawnRoom = drawRoom(given, seed);
  const drawn = given.source && !drawnRoom && drawBase(given, given.source, index, seed);
  if (drawn) return finishDrawn({ ...given, scene: sceneOfDrawn(given.scene, drawn) }, index, seed);
  if (given.source === 'drawing') given.notices.add(openLines);
  const dressed = drawnRoom ?? coatRoom(given, index, seed) ?? dressPart(given, index, seed);
  // A part that goes back into its photograph keeps the photograph's light, or its frame would show.
  if (dressed && given.params.isPastedBack) return { rgb: dressed, figureCount: 0, lampCount: 0 };
  const photo = given.photo && dressPhoto(given, given.photo, seed);
  const setting = dressed
    ? { ...given, scene: { ...given.scene, rgb: dressed, lab: labPlanes(dressed) } }
    : { ...given, ...photo };
  const { params, scene, room } = setting;
  const isWordless = params.ignoreWordAndImage;
  const lit = room
    ? renderRoom(setting, index, seed)
    : lightOutdoors(setting, encodeLight(paintOutdoors(setting, index, seed)), index, seed).light;
  const light = followReference(setting, lit, seed);
  const words = isWordless ? readWords('', '') : readWords(params.promptTxt ?? '', params.negTxt ?? '');
  if (!isPlain(words)) gradeByWords(light, words);
  const mood = room ? 'noon' : moodOf(setting, index);
  const brightness = brightnessOf[mood as keyof typeof brightnessOf] ?? (room ? 0.8 : 1.15);
  const lampCount = addLamps(setting, light, brightness, seed);
  const figureCount = setting.isFromAbove ? 0 : await addFiguresTo(setting, light, brightness, seed);
  if (setting.kind !== 'lines') finishLight(light, scene, setting.kind === 'shaded' ? 0.25 : 0.5);
  return { rgb: keepEdges(encodeLight(light), setting), figureCount, lampCount };
}

/** Adds to a picture that was drawn anew: reference, lamps, figures. Its words and its light it has already. */
async function finishDrawn(setting: SceneSetting, index: number, seed: number): Promise<Rendered> {
  const { scene, place } = setting;
  const painted = decodeLight(scene.rgb);
  addToDrawn(setting, painted, seed);
  const light = followReference(setting, painted, seed);
  const mood = place === 'room' ? 'noon' : moodOf(setting, index);
  const brightness = brightnessOf[mood as keyof typeof brightnessOf] ?? 1.15;
  const lampCount = addLamps(setting, light, brightness, seed);
  const { contact, horizon } = scene.line;
  const isStreet = place === 'street' || place === 'garden';
  const stage = { ground: scene.masks.ground, contact, eye: horizon, soil: undefined };
  const figureCount = isStreet ? await addFigures(light, scene, figuresOf(setting), stage, { brightness, seed }) : 0;
  return { rgb: encodeLight(light), figureCount, lampCount };
}

/** Adds the lamps that the form asks for; returns their number. */
function addLamps(setting: SceneSetting, light: LinearLight, brightness: number, seed: number): number {
  const { params, scene } = setting;
  if (!params.lights || params.lights === 'none' || isPhotograph(setting)) return 0;
  return addGardenLights(light, scene, params.lights, Math.max(0.12, 1 - brightness), seed);
}

/** Adds people, vehicles and plants on the scene's own ground; returns their number. */
function addFiguresTo(setting: SceneSetting, light: LinearLight, brightness: number, seed: number): Promise<number> {
  const { scene, room } = setting;
  const stage = {
    ground: groundBytes(setting),
    contact: room ? room.contact : scene.line.contact,
    eye: eyeOf(setting),
    soil: soilOf(setting),
  };
  return addFigures(light, scene, figuresOf(setting), stage, { brightness, seed });
}

function renderRoom(setting: SceneSetting, index: number, seed: number): LinearLight {
  const room = setting.room!;
  const light = paintIndoors(setting, room, seed);
  lightRoom(setting, room, light, index);
  return light;
}

/** Lawn and beds of a garden, where plants are set; elsewhere plants stand on any ground. 0–255. */
function soilOf({ place, scene, model }: SceneSetting): Uint8Array | undefined {
  if (place !== 'garden') return undefined;
  const green = model ? model.shares.lawn : scene.plants;
  const low = scene.line.horizon + scene.height * 0.04;
  return bytesOf(green, (share, i) => (i / scene.width > low ? Math.round(255 * share) : 0));
}

/** Row of the viewer's eyes where the camera is known, pixels. */
function eyeOf({ room, model, scene }: SceneSetting): number | undefined {
  if (room) return room.horizon;
  const horizon = model?.frame.horizon;
  return horizon === undefined ? undefined : (horizon * scene.height) / model!.frame.size.height;
}

function groundBytes({ room, scene, model }: SceneSetting): Uint8Array {
  if (room) return bytesOf(room.standing, (share) => Math.round(255 * share));
  if (model) return bytesOf(model.shares.ground, (share, i) => Math.round(255 * share * (1 - model.shares.water[i]!)));
  return scene.masks.ground;
}

/** Colour statistics of the reference picture, when there is one. */
function followReference({ params, scene, reference }: SceneSetting, light: LinearLight, seed: number): LinearLight {
  if (!reference) return light;
  const base = {
    size: scene,
    lab: labPlanes(encodeLight(light)),
    regions: regionsOf(scene, reference.regions.length),
  };
  const lab = transferStyle(base, reference, {
    strength: params.ipaPlus ? 0.75 : 0.45,
    isColour: true,
    isLight: true,
    isTexture: false,
    structure: params.cnStrength,
    seed,
  });
  return decodeLight(labToRgb(lab));
}

/** Sky, ground and the rest, or one region for rooms. */
export function regionsOf({ masks, rgb }: Pick<Scene, 'masks' | 'rgb'>, count: number): Float32Array[] {
  if (count === 1) return [new Float32Array(rgb.length / 3).fill(1)];
  const sky = floatsOf(masks.sky, (value) => value / 255);
  const ground = floatsOf(masks.ground, (value) => value / 255);
  return [sky, ground, sky.map((value, i) => Math.max(0, 1 - value - ground[i]!))];
}

/** Figures that the form asks for, unless the words do not want them. */
function figuresOf(setting: SceneSetting): FigureCounts {
  const { params, room, kind, words, source } = setting;
  const amounts = { none: 0, few: 4, many: 10 } as const;
  const { unwanted } = words;
  if (isPhotograph(setting)) return { people: 0, vehicles: 0, trees: 0 };
  const people = unwanted.people ? 0 : amounts[params.people ?? params.crowd ?? 'none'];
  const vehicles = room || unwanted.vehicles ? 0 : { none: 0, few: 1, many: 4 }[params.vehicles ?? 'none'];
  if (unwanted.plants) return { people, vehicles, trees: 0 };
  // A view of a modelled room has its furniture already, and its floor is not read surely enough for pots.
  if (room && source === 'view') return { people: 0, vehicles, trees: 0 };
  if (room) return { people, vehicles, trees: 0, pots: { none: 0, few: 1, many: 4 }[params.plants ?? 'none'] };
  const planting = {
    few: { trees: 0, shrubs: 0, tufts: 0 },
    moderate: { trees: 0, shrubs: 3, tufts: 0 },
    lush: { trees: 4, shrubs: 10, tufts: 4 },
    wild: { trees: 2, shrubs: 4, tufts: 18 },
  };
  if (params.vegetation) return { people, vehicles, ...planting[params.vegetation] };
  // Photographs have their own plants; a model gets a few shrubs unless none are wanted.
  const shrubs = kind === 'whiteModel' && source === undefined ? 4 : 0;
  const greenery = { none: { trees: 0, shrubs: 0 }, moderate: { trees: 0, shrubs }, lush: { trees: 5, shrubs: 8 } };
  return { people, vehicles, ...greenery[params.greenery ?? 'none'] };
}

/**
 * Gives the result the base's fine structure again, by the structure similarity; locked, every edge of the base is
 * laid on the result exactly. Outside the sky only.
 */
function keepEdges(rgb: Uint8Array, { params, scene, kind, covered }: SceneSetting): Uint8Array {
  const share = params.lock ? 1 : (kind === 'shaded' ? 0.5 : 0.35) * params.cnStrength;
  if (share === 0 || kind === 'lines') return rgb;
  const lab = labPlanes(rgb);
  const radius = Math.max(2, Math.round(Math.max(scene.width, scene.height) / 200));
  const base = guidedSmooth(scene.lab.lightness, scene, radius, 0.02);
  const own = guidedSmooth(lab.lightness, scene, radius, 0.02);
  for (let i = 0; i < own.length; i++) {
    const open = 1 - Math.max(scene.masks.sky[i]!, covered?.[i] ?? 0) / 255;
    const detail = scene.lab.lightness[i]! - base[i]!;
    const present = lab.lightness[i]! - own[i]!;
    const wanted = Math.abs(detail) > Math.abs(present) || params.lock ? detail : present;
    lab.lightness[i]! += (wanted - present) * share * open * Math.min(1, 0.25 + own[i]!);
  }
  return labToRgb(lab);
}

import { boxBlur } from '../base/blur.ts';
import { labPlanes, luminanceOf } from '../base/colour.ts';
import { decodeLight, type LinearLight, linearColour, mixColours } from '../base/linear-light.ts';
import { bytesOf, floatsOf } from '../base/map-plane.ts';
import { applyMood, type Scene } from '../kernels/light/atmosphere.ts';
import { type LightMood, type MoodLook, moodLooks } from '../kernels/light/atmosphere-looks.ts';
import { recolourPlants } from '../kernels/light/atmosphere-season.ts';
import { wetGround } from '../kernels/light/atmosphere-weather.ts';
import type { LightLook } from '../kernels/light/relight.ts';
import { paintBackdrop } from '../kernels/light/sky-backdrop.ts';
import { paintModel } from '../kernels/scene-paint/model/model-paint.ts';
import { changeGarden } from '../kernels/scene-paint/outdoors/garden.ts';
import { glowInside, mirrorInWater, mirrorSky } from '../kernels/scene-paint/outdoors/mirror.ts';
import { coatPart } from '../kernels/scene-paint/outdoors/part-coat.ts';
import { inkOf, paintSketch } from '../kernels/scene-paint/sketch/sketch-wash.ts';
import type { SceneSetting } from './scene-render-base.ts';

/** Light of the outputs one after another when the user leaves it to the engine. */
const automaticMoods: readonly LightMood[] = ['sunny', 'morning', 'noon', 'overcast'];

export function moodOf({ params, preset, words }: SceneSetting, index: number): LightMood {
  const mood = params.atmosphere ?? 'auto';
  if (mood !== 'auto') return mood;
  return words.mood ?? preset.mood ?? automaticMoods[index % automaticMoods.length]!;
}

/** Parts of a building that are shown with their lamps on. */
const litParts: ReadonlySet<string> = new Set(['shopFront', 'entrance', 'window', 'curtainWall']);

/** Finishes must still be told apart in the evening: photographs keep more of their colours and of light and shade. */
const lateLight: Partial<Record<LightMood, Partial<LightLook>>> = {
  dusk: { exposure: 0.44, lightColour: '#ffdcc0', shadeColour: '#98a2d0', flatness: 0.22, saturation: 1 },
  blueHour: { exposure: 0.2, flatness: 0.45, saturation: 0.9 },
  morning: { exposure: 0.95, lightColour: '#ffe8cf', flatness: 0.05, saturation: 1 },
};

/** Distance in a photograph is guessed: as much haze as models get would lie on near walls. */
const photoHaze = 0.15;

/** Wishes of the form as shares of the ground, 0–1. */
const greenShares = { low: 0.3, medium: 0.55, high: 0.9 } as const;
/** Strength of the green of plants in a photograph from above, 0–1. */
const freshness = { low: 0, medium: 0.35, high: 0.7 } as const;
const roadShares = { low: 0, medium: 0.45, high: 0.9 } as const;
const waterShares = { low: 0, medium: 0.4, high: 0.8 } as const;
const lawnShares = { few: 0, moderate: 0.1, lush: 0.45, wild: 0.6 } as const;
const paveShares = { few: 0, moderate: 0, many: 0.6 } as const;

/** Everything that has its own colour before light and sky come: materials, ground, plants. */
export function paintOutdoors(setting: SceneSetting, index: number, seed: number): LinearLight {
  const { params, scene, kind, model, preset } = setting;
  const paving = preset.palette.paving;
  if (kind === 'lines') {
    const { sky } = moodLooks[moodOf(setting, index)];
    return paintSketch(scene, inkOf(scene.lab.lightness), {
      preset,
      sky,
      seed,
      view: setting.isFromAbove ? 'above' : 'street',
    });
  }
  const waterFeature = setting.words.unwanted.water ? 'none' : params.waterFeature;
  if (!model) {
    const light = keepMaterials(setting);
    if (params.component) coatPart(light, scene, { component: params.component, preset, free: freedomOf(setting) });
    return light;
  }
  const light = paintModel(model, scene, { preset, seed, paving, ...sharesOf(setting) });
  if (setting.place === 'garden') letWaterIn(setting, changeGarden(light, scene, { waterFeature, paving, seed }));
  if (params.component)
    coatPart(light, scene, { component: params.component, preset, free: 0.6, glass: model.shares.glass });
  return light;
}

/** Shares of a model's ground that are lawn, paved and water. */
function sharesOf({ params, place, isFromAbove }: SceneSetting) {
  if (isFromAbove) {
    return {
      greenShare: greenShares[params.greenSpace ?? 'medium'],
      hardShare: roadShares[params.roads ?? 'medium'],
      waterShare: waterShares[params.water ?? 'low'],
    };
  }
  return {
    greenShare: place === 'garden' ? lawnShares[params.vegetation ?? 'moderate'] : 0,
    hardShare: paveShares[params.hardscape ?? 'moderate'],
    waterShare: 0,
  };
}

/** Gardens and parts of buildings that the form asks for, over a picture that was drawn anew. In place. */
export function addToDrawn(setting: SceneSetting, light: LinearLight, seed: number): void {
  const { params, scene, place, preset } = setting;
  const { vegetation, hardscape, component } = params;
  const waterFeature = setting.words.unwanted.water ? 'none' : params.waterFeature;
  const { paving } = preset.palette;
  if (place === 'garden')
    letWaterIn(setting, changeGarden(light, scene, { vegetation, hardscape, waterFeature, paving, seed }));
  if (component) {
    const glass = scene.panes && floatsOf(scene.panes, (level) => level / 255);
    coatPart(light, scene, { component, preset, free: 0.6, ...(glass ? { glass } : {}) });
  }
}

function letWaterIn({ notices }: SceneSetting, { hasRoom }: { hasRoom: boolean }): void {
  if (!hasRoom) notices.add('画面中没有足够的空地，未放置水景');
}

/** Share by which materials may leave the picture, 0–1. */
function freedomOf({ params }: SceneSetting): number {
  return Math.min(0.6, (1 - params.cnStrength) * 1.2) * (params.lock ? 0.5 : 1);
}

/** Photographs: plain grey surfaces take the style's colour, what has a colour keeps it. */
function keepMaterials(setting: SceneSetting): LinearLight {
  const { scene, preset } = setting;
  const light = decodeLight(scene.rgb);
  if (setting.photo || setting.isOnlyLit) return light;
  const wall = linearColour(preset.palette.wall);
  const accent = linearColour(preset.palette.accent);
  const free = freedomOf(setting);
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

/** Light, sky, surroundings, wetness and mirrors for one output. */
export function lightOutdoors(
  setting: SceneSetting,
  rgb: Uint8Array,
  index: number,
  seed: number,
): { light: LinearLight; look: MoodLook } {
  const { params, kind, model } = setting;
  const look = lookOf(setting, index);
  const isPainted = kind !== 'shaded';
  const scene: Scene = {
    ...setting.scene,
    rgb,
    lab: isPainted ? labPlanes(rgb) : setting.scene.lab,
    ...(model ? { panes: panesOf(setting) } : {}),
  };
  // Colour lies on a sketch thinly: weather and lamps are for pictures that have light.
  // A part that goes back into its photograph must not leave the light round it.
  const isThin = kind === 'lines' || (params.isPastedBack && kind === 'shaded');
  const amount = isThin ? 0.3 : 1;
  const { light } = applyMood(scene, look, {
    amount,
    areLightsOn: (setting.place !== 'garden' || model !== undefined) && !setting.isOnlyLit,
    isSkyChanged: kind !== 'lines' && !params.isPastedBack && !setting.isSkyKept,
    seed,
  });
  const { masks, line, plants } = scene;
  if (params.environment && params.environment !== 'auto' && !setting.isSkyKept) {
    const air = linearColour(look.sky.horizon);
    const brightness = look.light.exposure;
    paintBackdrop(light, scene, params.environment, { mask: masks.sky, horizon: line.horizon, air, brightness, seed });
  }
  if (model) addMirrors(light, scene, model, { look, seed, isFromAbove: setting.isFromAbove });
  freshenPlants(setting, light, scene, seed);
  const wetness = { dry: 0, damp: 0.4, wet: 0.9 }[params.ground ?? 'dry'];
  if (look.falls !== 'rain') wetGround(light, scene, masks, line, plants, { amount: wetness, seed });
  return { light, look };
}

/** Sky in panes, lit rooms behind them, and the scene in water. In place. */
function addMirrors(
  light: LinearLight,
  scene: Scene,
  { frame, shares }: NonNullable<SceneSetting['model']>,
  { look, seed, isFromAbove }: { look: MoodLook; seed: number; isFromAbove: boolean },
): void {
  const scale = scene.height / frame.size.height;
  const horizon = isFromAbove ? scene.height : (frame.horizon ?? scene.line.horizon / scale) * scale;
  // A lit room outshines what its panes mirror.
  const dim = (isFromAbove ? 0.5 : 1) * (1 - 0.8 * Math.min(1, look.lamps));
  mirrorSky(light, scene, shares.glass, { sky: look.sky, horizon, seed, dim });
  if (isFromAbove) return;
  if (look.lamps > 0.5 && scene.panes) {
    glowInside(light, scene, scene.panes, { strength: Math.min(1, look.lamps), seed });
  }
  mirrorInWater(light, scene, shares.water, seed);
}

/** Plants of photographs grow greener where the form asks for lush ones, or for green seen from above. In place. */
function freshenPlants(setting: SceneSetting, light: LinearLight, scene: Scene, seed: number): void {
  const { params, model } = setting;
  const { masks, plants } = scene;
  if (!model && (params.vegetation === 'lush' || params.vegetation === 'wild')) {
    const season = params.vegetation === 'lush' ? 'summer' : 'spring';
    recolourPlants(light, scene, plants, masks, { season, amount: 0.6, seed });
  }
  if (setting.isFromAbove && setting.isOnlyLit) {
    const amount = freshness[params.greenSpace ?? 'medium'];
    recolourPlants(light, scene, plants, masks, { season: 'summer', amount, seed });
  }
}

/** The clear inside of panes: a soft rim would shine on the wall. */
function panesOf({ model, scene }: SceneSetting): Uint8Array {
  const inner = boxBlur(model!.shares.glass, scene, Math.max(1, Math.round(Math.max(scene.width, scene.height) / 700)));
  return bytesOf(inner, (share) => (share > 0.72 ? 255 : 0));
}

function lookOf(setting: SceneSetting, index: number): MoodLook {
  const { params, kind } = setting;
  const base = moodLooks[moodOf(setting, index)];
  const isLitPart = litParts.has(params.component ?? '');
  const areLampsAsked = isLitPart || (params.lights !== undefined && params.lights !== 'none');
  // An axonometric view has no distance for haze to lie in.
  const farHaze = params.view === 'axonometric' || params.view === 'top' ? 0.03 : 0.12;
  const { light } = base;
  return {
    ...base,
    haze: setting.isFromAbove ? Math.max(base.haze, farHaze) : base.haze * (setting.photo ? photoHaze : 1),
    lamps: areLampsAsked ? Math.max(base.lamps, params.lights === 'all' ? 0.8 : 0.45) : base.lamps,
    light:
      kind === 'shaded'
        ? { ...light, ...(setting.photo && lateLight[moodOf(setting, index)]) }
        : {
            ...light,
            // Pale walls would outshine the lamps.
            exposure: light.exposure * (base.lamps > 0.5 ? 0.66 : 1),
            lightColour: paler(light.lightColour, base.lamps < 0.5 ? 0.55 : 0.25),
            flatness: light.flatness * 0.5,
            saturation: light.saturation * 0.88,
          },
  };
}

/** A colour mixed with white. */
function paler(hex: string, share: number): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `#${channels
    .map((value) =>
      Math.round(value + (255 - value) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

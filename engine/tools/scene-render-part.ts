import { labPlanes } from '../base/colour.ts';
import type { SuitabilityCheck } from '../base/job.ts';
import { featherMask, type Mask, pasteBack, shareOf } from '../base/mask.ts';
import { type Pixels, readPixels } from '../base/picture-file.ts';
import { refusalOf } from '../base/refusals.ts';
import { byteOf } from '../base/scalar.ts';
import { refusalsApart } from '../base/words.ts';
import { hearLook, lookOf, type MaterialLook } from '../kernels/fill/material-words.ts';
import { redrawBySurface, surfaceFor } from '../kernels/fill/redraw-surface.ts';
import { judgeInput } from '../kernels/light/relight-input-kind.ts';
import type { SceneClass, SceneReading } from '../kernels/scene/scene-reading.ts';
import { finishId } from '../kernels/scene-paint/look/presets.ts';
import { planeOfRoof, seamedSheets } from '../kernels/scene-paint/look/roof-finish.ts';
import { hasRoof } from '../kernels/scene-paint/photo/roof-mask.ts';
import { sceneLayersOf } from '../steps/scene-layers.ts';
import type { SceneParams, SceneSetting } from './scene-render-base.ts';
import { sourceOf } from './scene-render-drawn.ts';

type Component = NonNullable<SceneParams['component']>;

/** The classes of a reading in which a component lies; what is built of no other class lies in walls. */
const classesOf: Readonly<Record<Component, readonly SceneClass[]>> = {
  shopFront: ['wall'],
  window: ['window'],
  balcony: ['wall'],
  roof: ['roof'],
  curtainWall: ['window', 'wall'],
  entrance: ['wall'],
  railing: ['wall'],
  eaves: ['wall', 'roof'],
};
const titles: Readonly<Record<Component, string>> = {
  shopFront: '门头墙面',
  window: '窗',
  balcony: '阳台墙面',
  roof: '屋面',
  curtainWall: '幕墙',
  entrance: '入口墙面',
  railing: '栏杆所在墙面',
  eaves: '檐口',
};

/** True when a run would cover a roof anew: then a photograph has to show one. */
export function isRoofCovered({ component, promptTxt = '', negTxt = '', ignoreWordAndImage }: Partial<SceneParams>) {
  return component === 'roof' && !ignoreWordAndImage && lookOf(promptTxt, negTxt) !== undefined;
}

/**
 * A photograph without a roof cannot get another roofing.
 * @throws UnsuitablePicture
 */
export function refuseWithoutRoof(reading: SceneReading): void {
  if (reading.readBy === 'classical' || hasRoof(reading)) return;
  throw refusalOf('noRoof');
}

/** Checked before a run: whether a photograph has the roof that is to be covered. */
export const roofLook: SuitabilityCheck = {
  appliesTo: (params) => isRoofCovered(refusalsApart(params as unknown as SceneParams)),
  async check(picture, place) {
    const pixels = await readPixels(picture, { maxSide: lookSide, alpha: 'onWhite' });
    const kind = judgeInput(labPlanes(pixels.rgb), pixels);
    if (kind !== 'shaded' || sourceOf(pixels, kind, 'street')) return;
    refuseWithoutRoof((await sceneLayersOf(picture, place)).reading);
  },
};
/** Longest side at which photographs are told from drawings, pixels. */
const lookSide = 1024;

/** Less of the frame is not found at all, 0–1. */
const leastFound = 0.02;

/**
 * Mask of a component, by the classes of the reading.
 * @returns 0–255 per pixel of the reading; undefined where no network read the picture
 */
export function maskOfComponent(component: Component, reading: SceneReading): Uint8Array | undefined {
  if (reading.readBy === 'classical') return undefined;
  const planes = classesOf[component].map((name) => reading.shares[name]);
  return planes[0]!.map((_, i) => {
    const share = planes.reduce((sum, plane) => sum + plane[i]!, 0);
    // A class that is likely is meant whole; its doubtful rim fades.
    return byteOf(((share - 76) * 255) / 76);
  });
}

/** Materials that roofs are covered with in sheets and in tiles; other materials lie on them as on walls. */
const isSheet = ({ title }: MaterialLook) => title === '铜' || title === '金属';
const isRoofing = (look: MaterialLook) => isSheet(look) || look.title === '瓦';

function roofingFor(pixels: Pixels, roof: Mask, look: MaterialLook) {
  const { finish, plane } = surfaceFor(pixels, roof, finishId('屋面'));
  return { finish: isSheet(look) ? seamedSheets : finish, plane: planeOfRoof(plane, roof, pixels) };
}

/**
 * The part of a photograph in the material or colour that words name, laid in perspective under its own light; undefined
 * when words name none or the part is not found in the frame, which the result then says.
 *
 * @returns sRGB of the scene's size
 */
export function dressPart(
  { params, scene, part, notices, kind, laidWords }: SceneSetting,
  index: number,
  seed: number,
) {
  const { component, promptTxt = '', negTxt = '' } = params;
  if (!component || kind !== 'shaded' || params.ignoreWordAndImage) return undefined;
  const look = lookOf(promptTxt, negTxt);
  if (!look) return undefined;
  if (component === 'window' && look.title !== '玻璃') {
    notices.add('窗框太细，内置引擎认不出，没有换材质；可用局部重绘涂出位置');
    return undefined;
  }
  if (!part || shareOf(part) < leastFound) {
    notices.add(`框内没有认出${titles[component]}，没有换材质；可换构件类别，或用局部重绘涂出位置`);
    return undefined;
  }
  if (!look.finish && !(component === 'roof' && isRoofing(look))) {
    notices.add(
      `内置引擎没有“${look.title}”的真实纹理，${titles[component]}没有换材质；可用「材质替换」选材质或上传贴图`,
    );
    return undefined;
  }
  const pixels = { width: scene.width, height: scene.height, rgb: scene.rgb };
  const options = { strength: 0.85, seed, variant: index };
  const drawn =
    component === 'roof' && isRoofing(look)
      ? redrawBySurface(pixels, part, look, roofingFor(pixels, part, look), options)
      : redrawBySurface(pixels, part, look, surfaceFor(pixels, part, look.finish ?? finishId('屋面')), options);
  laidWords.push(...hearLook(promptTxt, negTxt).wanted);
  notices.add(`已把${titles[component]}换成“${look.title}”，位置按识别结果，请核对`);
  return pasteBack(scene.rgb, drawn, featherMask(part, pixels, Math.max(1, Math.round(scene.width / 500))));
}

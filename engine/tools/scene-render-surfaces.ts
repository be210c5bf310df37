import { bytesOf } from '../base/map-plane.ts';
import { featherMask, type Mask, pasteBack } from '../base/mask.ts';
import type { TextRange } from '../base/words.ts';
import { lookOf, type MaterialLook } from '../kernels/fill/material-words.ts';
import { redrawByLook } from '../kernels/fill/redraw-region.ts';
import { redrawBySurface, surfaceFor } from '../kernels/fill/redraw-surface.ts';
import { isPhotograph, type SceneParams, type SceneSetting } from './scene-render-base.ts';

/** Surfaces of a furnished room that words can give another material. */
type RoomSurface = 'floor' | 'wall' | 'ceiling';

const surfaceWords: ReadonlyArray<readonly [surface: RoomSurface, words: RegExp]> = [
  ['floor', /地板|地面|地砖|地坪|地毯|floor/i],
  ['ceiling', /天花|吊顶|顶面|ceiling/i],
  ['wall', /墙|wall/i],
];
const surfaceTitles: Readonly<Record<RoomSurface, string>> = { floor: '地面', wall: '墙面', ceiling: '顶面' };

/** A surface that words name with its material, and the words. */
interface AskedSurface {
  surface: RoomSurface;
  look: MaterialLook;
  /** The words that say so. */
  words: TextRange;
}

/** The surfaces that a description names together with a material or a colour, the first of each. */
function surfacesAsked({ promptTxt = '', negTxt = '', ignoreWordAndImage }: SceneParams): AskedSurface[] {
  if (ignoreWordAndImage) return [];
  const asked: AskedSurface[] = [];
  for (const clause of promptTxt.matchAll(/[^,，、。;；\s]+/g)) {
    const surface = surfaceWords.find(([, words]) => words.test(clause[0]))?.[0];
    const look = lookOf(clause[0], negTxt);
    if (!surface || !look || asked.some((other) => other.surface === surface)) continue;
    asked.push({ surface, look, words: { from: clause.index, to: clause.index + clause[0].length } });
  }
  return asked;
}

/** Less of a surface is not found at all, as a share of the picture. */
const leastSurface = 0.02;

/**
 * Lays what words name on floor, walls and ceiling of a furnished photograph, where a network saw them; furniture stays.
 * Undefined for any other base and without such words.
 * @returns sRGB of the scene's size
 */
export function coatRoom(setting: SceneSetting, index: number, seed: number): Uint8Array | undefined {
  const { room, scene, params, surfaces } = setting;
  if (!room || room.isBare || !surfaces || !isPhotograph(setting)) return undefined;
  const asked = surfacesAsked(params);
  if (asked.length === 0) return undefined;
  let rgb = scene.rgb;
  for (const one of asked) {
    const mask = sureMask(surfaces[one.surface]);
    if (!mask) {
      setting.notices.add(`${surfaceTitles[one.surface]}认得不够准，没有换材质；请用「材质替换」点选后再换`);
      continue;
    }
    rgb = lay({ ...setting, scene: { ...scene, rgb } }, mask, one.look, { index, seed });
    setting.laidWords.push(one.words);
    setting.notices.add(`已按描述把${surfaceTitles[one.surface]}换成“${one.look.title}”，家具保留，请核对边缘`);
  }
  return rgb === scene.rgb ? undefined : rgb;
}

/** Levels of a class that a point likely and surely has. */
const likely = 110;
const sure = 215;
/** Share of the likely points that are sure where a surface is told well enough to be laid anew. */
const leastSure = 0.85;

/** Mask of a surface that the network is sure of nearly everywhere; undefined else: patches of it would be worse. */
function sureMask(levels: Uint8Array): Mask | undefined {
  let likelyCount = 0;
  let sureCount = 0;
  for (const level of levels) {
    if (level > likely) likelyCount++;
    if (level > sure) sureCount++;
  }
  if (likelyCount < leastSurface * levels.length || sureCount < leastSure * likelyCount) return undefined;
  return bytesOf(levels, (level) => (level > 150 ? 255 : 0));
}

function lay(
  { scene }: SceneSetting,
  mask: Mask,
  look: MaterialLook,
  { index, seed }: { index: number; seed: number },
): Uint8Array {
  const pixels = { width: scene.width, height: scene.height, rgb: scene.rgb };
  const options = { strength: 0.75, seed, variant: index };
  const drawn = look.finish
    ? redrawBySurface(pixels, mask, look, surfaceFor(pixels, mask, look.finish), options)
    : redrawByLook(pixels, mask, look, options);
  return pasteBack(scene.rgb, drawn, featherMask(mask, pixels, Math.max(1, Math.round(scene.width / 400))));
}

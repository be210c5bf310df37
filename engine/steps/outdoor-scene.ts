import { type JobPicture, type JobQuality, type SuitabilityCheck, UnsuitablePicture } from '../base/job.ts';
import { readPixels } from '../base/picture-file.ts';
import { type RefusalName, refusalOf } from '../base/refusals.ts';
import type { FoundWindow, SceneReading } from '../kernels/scene/scene-reading.ts';
import { findNightSky } from '../kernels/scene-reader/night-sky.ts';
import { sceneLayersOf } from './scene-layers.ts';

/** A reading less sure than this makes a result a rough look. */
const leastConfidence = 0.7;

/**
 * Rooms have no sky and no weather.
 * @param isConfirmed whether a person drew a sky, and so says that there is one
 * @param refusal the one with the tool that fits
 * @throws UnsuitablePicture
 */
export function refuseRoom(reading: SceneReading, isConfirmed: boolean, refusal: RefusalName): void {
  if (reading.place === 'interior' && !isConfirmed) throw refusalOf(refusal);
}

/**
 * Check before a run for tools that change sky and weather: refuses pictures of rooms.
 * @param isWanted whether parameters ask for such a change
 * @param refusal as in {@link refuseRoom}
 */
export function outdoorLook<Params extends { skyMask?: string | undefined }>(
  isWanted: (params: Params) => boolean,
  refusal: RefusalName,
): SuitabilityCheck {
  return {
    appliesTo: (params) => (params as Params).skyMask === undefined && isWanted(params as Params),
    async check(picture, place) {
      refuseRoom((await sceneLayersOf(picture, place)).reading, false, refusal);
    },
  };
}

/** Longest side at which it is seen whether a picture was taken at night, pixels. */
const nightSide = 384;

/** True when a black sky tells that a picture was taken at night. */
export async function isTakenAtNight(picture: JobPicture): Promise<boolean> {
  const { rgb, width, height } = await readPixels(picture, { maxSide: nightSide, alpha: 'onWhite' });
  return findNightSky(rgb, { width, height }) !== undefined;
}

/** Said of pictures taken at night that are to stand in daylight or snow: what is black has no colour to be lit. */
const noDaylight =
  '这是一张夜景照片，暗处没有颜色，算不出白天的光和积雪。可以选「夜晚」「蓝调」、阴、雨、雾或色调；要白天的效果，请换一张白天拍的图。';

/** @throws UnsuitablePicture */
export function refuseNight(): never {
  throw new UnsuitablePicture(noDaylight);
}

/**
 * Check before a run for tools that put pictures into daylight: refuses those taken at night.
 * @param isWanted whether parameters ask for it
 */
export function daylightLook(isWanted: SuitabilityCheck['appliesTo']): SuitabilityCheck {
  return {
    appliesTo: isWanted,
    async check(picture, place) {
      const { reading } = await sceneLayersOf(picture, place);
      if (reading.place !== 'interior' && (await isTakenAtNight(picture))) refuseNight();
    },
  };
}

/** Quality of a result whose effects depend on the reading; undefined leaves it to the tool. */
export function qualityBy(reading: SceneReading, isConfirmed: boolean): JobQuality | undefined {
  if (reading.readBy !== 'network' || isConfirmed) return undefined;
  return reading.place === 'unclear' && reading.confidence < leastConfidence ? 'preview' : undefined;
}

/** Windows so sure light up unasked, where there are at least so many of them: one alone is a sign or a door. */
const sureWindow = 0.9;
const fewestSure = 4;

/**
 * The windows that may light up without a person's word: the surest of a picture that is outdoors. The others wait in
 * the mask, since one in six of them is none.
 *
 * @returns undefined where the windows were not looked for one by one
 */
export function sureWindowsOf({ windows, place }: SceneReading): readonly FoundWindow[] | undefined {
  const sure = windows?.filter(({ sureness }) => sureness >= sureWindow);
  return sure && (place !== 'outdoor' || sure.length < fewestSure) ? [] : sure;
}

/**
 * True when windows may light up: all that a person confirmed, those of the classical masks, or those that are sure.
 */
export function areWindowsSure(reading: SceneReading, isConfirmed: boolean): boolean {
  return isConfirmed || reading.readBy !== 'network' || (sureWindowsOf(reading)?.length ?? 0) > 0;
}

/** True when walls may be lit from their feet: a façade that was surely read, out of doors. */
export function isFacadeSure({ readBy, place, confidence }: SceneReading): boolean {
  return readBy !== 'classical' && place !== 'interior' && confidence >= leastConfidence;
}

/** True when the sky may be changed: what a person drew, and what is surely outdoors. */
export function isSkySure(reading: SceneReading, isConfirmed: boolean): boolean {
  return isConfirmed || reading.readBy !== 'network' || reading.place !== 'unclear';
}

/** Said where the sky was left as it is. */
export const unsureSky = '看不清是室内还是室外，没有换天空；如果是室外，请在蒙版中核对天空后再生成';

/** Said where windows were found but did not light up. */
export const unsureWindows = '窗户认得不准，没有点亮；请在蒙版中核对窗户后再生成';

/** Said where sure windows lit up and others did not. */
export function darkWindowsNote(reading: SceneReading, isConfirmed: boolean): string[] {
  const sure = isConfirmed ? undefined : sureWindowsOf(reading);
  const dark = sure ? reading.windows!.length - sure.length : 0;
  return dark > 0 ? [`只点亮了有把握的 ${sure!.length} 扇窗，另有 ${dark} 处没有点亮；请在蒙版中核对窗户后再生成`] : [];
}

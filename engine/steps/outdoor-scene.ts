import { type JobQuality, UnsuitablePicture } from '../base/job.ts';
import type { SceneReading } from '../kernels/scene-reader/scene-reading.ts';

/** A reading less sure than this makes a result a rough look. */
const leastConfidence = 0.7;

/**
 * Rooms have no sky and no weather.
 * @param isConfirmed whether a person drew a sky, and so says that there is one
 * @param instead the tools that fit, as a sentence ends
 * @throws UnsuitablePicture
 */
export function refuseRoom(reading: SceneReading, isConfirmed: boolean, instead: string): void {
  if (reading.place !== 'interior' || isConfirmed) return;
  throw new UnsuitablePicture(
    `这张图看起来是室内，没有可以更换的天空。${instead}；如果确实是室外，请在蒙版中涂出天空后再生成。`,
  );
}

/** What a result is whose effects go by the reading; undefined leaves it to the tool. */
export function qualityBy(reading: SceneReading, isConfirmed: boolean): JobQuality | undefined {
  if (reading.readBy !== 'network' || isConfirmed) return undefined;
  return reading.place === 'unclear' && reading.confidence < leastConfidence ? 'preview' : undefined;
}

/**
 * Whether windows may light up. The network takes whole storeys for windows (IoU 0.17 on LabelMeFacade): those it finds
 * act only once a person has confirmed them.
 */
export function areWindowsSure(reading: SceneReading, isConfirmed: boolean): boolean {
  return isConfirmed || reading.readBy !== 'network';
}

/** Whether the sky may be changed: what a person drew, and what is surely outdoors. */
export function isSkySure(reading: SceneReading, isConfirmed: boolean): boolean {
  return isConfirmed || reading.readBy !== 'network' || reading.place !== 'unclear';
}

/** Said where the sky was left as it is. */
export const unsureSky = '看不清是室内还是室外，没有换天空；如果是室外，请在蒙版中核对天空后再生成';

/** Said where windows were found but did not light up. */
export const unsureWindows = '窗户认得不准，没有点亮；请在蒙版中核对窗户后再生成';

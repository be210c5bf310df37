import type { Size } from '../base/blur.ts';
import type { JobPicture } from '../base/job.ts';
import { decodeLight } from '../base/linear-light.ts';
import { smoothstep } from '../base/scalar.ts';
import { type Frame, frameFromRgb } from '../kernels/video/i420.ts';
import { keyOfLight, makeLightMixer, meanOfKey } from '../kernels/video/light-mix.ts';
import { isSameView } from '../kernels/video/same-view.ts';
import { evenWeight, wayOf } from '../kernels/video/time-lapse.ts';
import { readStillPixels, stillSize } from './video-picture.ts';

/** A still that is one picture when the film begins and another when it ends. */
interface PairStill {
  /** The still at 0 (first frame) … 1 (last frame); the same frame, drawn over, every time. */
  stillAt(progress: number): Frame;
  /** True when both show the same view, so that the whole film is the change from one to the other. */
  isTimeLapse: boolean;
  /** The first picture, for what the camera goes for. */
  first: Frame;
}

/** Pictures of different things dissolve during this part of the film. */
const dissolve = { start: 0.38, end: 0.62 };
/** Stills are never larger than this against the film: their mix is worked out for every frame. */
const largestStill = 1.2;

/**
 * Two pictures under one camera, mixed in linear light before the camera looks, so that both are always in register.
 *
 * @param nearest closest view of the camera, see `CameraPath.nearest`
 */
export async function openPair(pictures: readonly JobPicture[], film: Size, nearest: number): Promise<PairStill> {
  const sizes = pictures.map((picture) => stillSize(picture, film, Math.max(nearest, 1 / largestStill)));
  const size = sizes.reduce((one, other) => (other.width > one.width ? other : one));
  const [one, other] = await Promise.all(pictures.map((picture) => readStillPixels(picture, film, size)));
  const first = frameFromRgb(one!.rgb, size);
  const isTimeLapse = isSameView(first.planes[0]!, frameFromRgb(other!.rgb, size).planes[0]!);
  const [from, to] = [one!, other!].map(({ rgb }) => keyOfLight(decodeLight(rgb))) as [Uint16Array, Uint16Array];
  const [before, after] = [meanOfKey(from), meanOfKey(to)];
  const mixer = makeLightMixer(size);
  return {
    stillAt(progress) {
      const share = isTimeLapse ? wayOf(progress) : smoothstep(dissolve.start, dissolve.end, progress);
      return mixer.mix(from, to, evenWeight(share, before, after));
    },
    isTimeLapse,
    first,
  };
}

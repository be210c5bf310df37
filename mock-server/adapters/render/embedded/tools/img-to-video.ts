import type { ParamsOf } from '#shared/tools/define-tool';
import type { img2Video as definition } from '#shared/tools/video';
import type { EmbeddedTool } from '../job.ts';
import { findFocus } from '../kernels/video/camera-focus.ts';
import { chooseMoves, planCamera } from '../kernels/video/camera-path.ts';
import { movesInWords } from '../kernels/video/camera-words.ts';
import { makeFrameSampler } from '../kernels/video/frame-sampler.ts';
import { pictureOf } from '../picture-file.ts';
import { filmFps, writeFilm } from '../video-file.ts';
import { filmSize, readStill } from '../video-picture.ts';

type VideoParams = ParamsOf<typeof definition.fields>;

/** One picture seen by a moving camera, as MP4 with its first frame as cover. */
export const img2Video: EmbeddedTool = {
  quality: 'final',
  algorithm: 'subpixel camera move over the picture plane (pinhole camera, Lanczos sampling), H.264 by minih264',
  async run(job) {
    const params = job.params as VideoParams;
    const picture = pictureOf(job, params.upload_img);
    const size = filmSize(picture, params.resolution === '1080p' ? 1080 : 720);
    const plan = {
      moves: chooseMoves(params.cameraMoves, { words: movesInWords(params.promptTxt), seed: job.seed }),
      strength: params.motion,
      seconds: params.duration,
    };
    // How near the camera comes does not depend on where it goes.
    const { nearest } = planCamera({ ...plan, focus: { x: 0.5, y: 0.5 } });
    const still = await readStill(picture, size, nearest);
    const path = planCamera({ ...plan, focus: findFocus(still.planes[0]!) });
    const sampler = makeFrameSampler();
    const frames = params.duration * filmFps;
    const isStill = plan.moves.every((move) => move === 'still');
    return writeFilm(job, { size, frames }, (index, out) => {
      if (isStill && index > 0) return;
      sampler.draw(still, path.poseAt(index / (frames - 1)), out);
    });
  },
};

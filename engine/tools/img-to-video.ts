import type { ParamsOf } from '#shared/tools/define-tool';
import type { img2Video as definition } from '#shared/tools/video';
import type { Size } from '../base/blur.ts';
import type { EngineTool, ToolJob } from '../base/job.ts';
import { pictureOf } from '../base/picture-file.ts';
import { partOfJob, stepsOf } from '../base/steps.ts';
import { sortWords } from '../base/words.ts';
import { findFocus } from '../kernels/video/camera-focus.ts';
import { chooseMoves, planCamera } from '../kernels/video/camera-path.ts';
import { hearMoves, movesInWords } from '../kernels/video/camera-words.ts';
import { makeFrameSampler } from '../kernels/video/frame-sampler.ts';
import { frameFromRgb } from '../kernels/video/i420.ts';
import { drawWindows } from '../kernels/windows/draw-windows.ts';
import { sureWindowsOf } from '../steps/outdoor-scene.ts';
import { sceneLayersOf } from '../steps/scene-layers.ts';
import { filmFps, writeFilm } from '../steps/video-file.ts';
import { filmSize, maskOfStill, readStill, readStillPixels, stillSize } from '../steps/video-picture.ts';
import { makeTimeLapse, type TimeLapseName, type TimeLapseStill } from '../steps/video-time-lapse.ts';

type VideoParams = ParamsOf<typeof definition.fields>;

/** Share of the progress that the key pictures of a time-lapse take. */
const keysShare = 0.25;
/** A still in changing light is never larger than this against the film: its light is worked out for every frame. */
const largestLapse = 1.2;

/** One picture seen by a moving camera, on request in changing light, as MP4 with its first frame as cover. */
export const img2Video: EngineTool = {
  quality: 'final',
  algorithm:
    '在画面平面上做亚像素镜头移动（针孔相机、Lanczos 采样），延时由重打光的关键画面在线性光下叠化，minih264 编码',
  readWords(params) {
    const { promptTxt, cameraMoves } = params as VideoParams;
    const words = movesInWords(promptTxt);
    // Beside a move that is chosen there is room for one of the words'.
    const taken = chooseMoves(cameraMoves, { words, seed: 0 });
    const heard = hearMoves(promptTxt).filter((_, at) => cameraMoves.includes('auto') && taken.includes(words[at]!));
    return sortWords({ promptTxt }, { wanted: heard, unwanted: [] });
  },
  async run(job) {
    const params = job.params as VideoParams;
    const picture = pictureOf(job, params.upload_img);
    const size = filmSize(picture, params.resolution === '1080p' ? 1080 : 720);
    const plan = {
      moves: chooseMoves(params.cameraMoves, { words: movesInWords(params.promptTxt), seed: job.seed }),
      strength: params.motion,
      seconds: params.duration,
    };
    // The nearest distance of the camera does not depend on its focus.
    const { nearest } = planCamera({ ...plan, focus: { x: 0.5, y: 0.5 } });
    const sampler = makeFrameSampler();
    const frames = params.duration * filmFps;
    if (params.timeLapse === 'none') {
      stepsOf(job)('分析图片', 0.02);
      const still = await readStill(picture, size, nearest);
      const path = planCamera({ ...plan, focus: findFocus(still.planes[0]!) });
      const isStill = plan.moves.every((move) => move === 'still');
      return writeFilm(partOfJob(job, 0.02, 1), { size, frames }, (index, out) => {
        if (isStill && index > 0) return;
        sampler.draw(still, path.poseAt(index / (frames - 1)), out);
      });
    }
    const { focus, lapse } = await openTimeLapse(job, params.timeLapse, size, Math.max(nearest, 1 / largestLapse));
    const path = planCamera({ ...plan, focus });
    const { outputs, facts } = await writeFilm(partOfJob(job, keysShare, 1), { size, frames }, (index, out) => {
      const progress = index / (frames - 1);
      sampler.draw(lapse.stillAt(progress), path.poseAt(progress), out);
      lapse.drawAir(out, progress, index / filmFps);
    });
    const note = lapse.notes.length > 0 ? { note: lapse.notes.join('；') } : {};
    return { outputs, facts: { ...facts, ...lapse.facts, ...note } };
  },
};

async function openTimeLapse(
  job: ToolJob,
  name: TimeLapseName,
  film: Size,
  nearest: number,
): Promise<{ focus: { x: number; y: number }; lapse: TimeLapseStill }> {
  const step = stepsOf(job, { from: 0, to: keysShare });
  step('分析图片', 0.1);
  const picture = pictureOf(job, (job.params as VideoParams).upload_img);
  const still = await readStillPixels(picture, film, stillSize(picture, film, nearest));
  step('分割', 0.4);
  const found = await sceneLayersOf(picture, job);
  const sure = sureWindowsOf(found.reading);
  const [sky, ground, window] = await Promise.all(
    [found.layers.sky, found.layers.ground, sure ? drawWindows(sure, found) : found.layers.window].map((mask) =>
      maskOfStill(mask, found, still),
    ),
  );
  const layers = { sky: sky!, ground: ground!, window: window! };
  const lapse = makeTimeLapse(name, { rgb: still.rgb, size: still, layers, seed: job.seed }, step('变光影', 1));
  return { focus: findFocus(frameFromRgb(still.rgb, still).planes[0]!), lapse };
}

import type { ParamsOf } from '#shared/tools/define-tool';
import type { text2Video as definition } from '#shared/tools/video';
import type { EngineTool } from '../base/job.ts';
import { partOfJob, stepsOf } from '../base/steps.ts';
import { sortWords } from '../base/words.ts';
import type { Brief } from '../kernels/concept/brief.ts';
import { buildConcept } from '../kernels/concept/concept-scene.ts';
import { exposeConcept, resizeRgb, traceSize } from '../kernels/concept/expose-concept.ts';
import { markFalling } from '../kernels/concept/falling-weather.ts';
import { readBrief } from '../kernels/concept/read-brief.ts';
import { Tracer } from '../kernels/trace/tracer.ts';
import { chooseMoves, type PlainMove, planCamera } from '../kernels/video/camera-path.ts';
import { hearMoves, movesInWords } from '../kernels/video/camera-words.ts';
import { cameraAt } from '../kernels/video/depth-camera.ts';
import { type KeyView, makeDepthViewer, sharpenDepth } from '../kernels/video/depth-view.ts';
import { type Frame, frameFromRgb } from '../kernels/video/i420.ts';
import { filmFps, writeFilm } from '../steps/video-file.ts';
import { filmSize } from '../steps/video-picture.ts';

type VideoParams = ParamsOf<typeof definition.fields>;

/** Points traced per still. */
const tracedPoints = { '720p': 340_000, '1080p': 560_000 } as const;
/** Moves that keep the camera's place or line need fewer stills on the way. */
const plainMoves: ReadonlySet<string> = new Set(['panLeft', 'panRight', 'pushIn', 'pullOut']);
const moveLabels: Readonly<Record<PlainMove, string>> = {
  still: '静止',
  pushIn: '推',
  pullOut: '拉',
  trackLeft: '左移',
  trackRight: '右移',
  rise: '升',
  lower: '降',
  orbitLeft: '环绕左',
  orbitRight: '环绕右',
  panLeft: '左摇',
  panRight: '右摇',
};
/** Share of the progress that tracing takes. */
const traceShare = 0.45;

/** A parametric building filmed by a moving camera: stills are traced along the way, the frames between come from their depth. */
export const text2Video: EngineTool = {
  quality: 'preview',
  algorithm: '由词生成参数化的建筑与场地，沿镜头路径追踪关键画面，其间按深度插帧，minih264 编码',
  readWords(params) {
    const { promptTxt, cameraMove } = params as VideoParams;
    const moves = cameraMove === 'auto' ? hearMoves(promptTxt) : [];
    return sortWords({ promptTxt }, readBrief({ promptTxt }, 0).heard, { wanted: moves, unwanted: [] });
  },
  async run(job) {
    const params = job.params as VideoParams;
    const { brief, understood, notes } = readBrief(params, job.seed);
    const [across = 16, down = 9] = params.ratio.split(':').map(Number);
    const size = filmSize({ width: across, height: down }, params.resolution === '1080p' ? 1080 : 720);
    const aspect = size.width / size.height;
    const moves = chooseMoves([params.cameraMove], { words: movesInWords(params.promptTxt), seed: job.seed });
    const { scene, distance } = buildConcept(brief, { aspect, seed: job.seed, output: 0 });
    const path = planCamera({ moves, strength: params.motion, seconds: params.duration, focus: { x: 0.5, y: 0.5 } });
    const cameraFor = (progress: number) => cameraAt(scene.camera, path.poseAt(progress), { reach: distance, aspect });
    const isStill = moves.every((move) => move === 'still');
    const legs =
      (moves.every((move) => plainMoves.has(move)) ? 1 : 2) + (moves.length > 1 || params.motion === 'strong' ? 1 : 0);
    const stops = isStill ? [0] : Array.from({ length: legs + 1 }, (_, at) => at / legs);
    const tracer = new Tracer(scene);
    const depthSize = traceSize(size, Math.min(tracedPoints[params.resolution], job.mostPoints ?? Infinity));
    const traced = stepsOf(job)('算光线', traceShare);
    const keys = stops.map((stop, at): KeyView => {
      const camera = cameraFor(stop);
      const exposure = exposeConcept({ ...scene, camera }, tracer, depthSize, 4, (fraction) =>
        traced((at + fraction) / stops.length),
      );
      sharpenDepth(exposure.depth, depthSize);
      const frame = frameFromRgb(resizeRgb(exposure.rgb, depthSize, size), size);
      return { frame, camera, depth: exposure.depth, depthSize };
    });
    const viewer = makeDepthViewer(size);
    const frames = params.duration * filmFps;
    const result = await writeFilm(partOfJob(job, traceShare, 1), { size, frames }, (index, out) => {
      const progress = index / (frames - 1);
      if (isStill) out.data.set(keys[0]!.frame.data);
      else {
        const leg = Math.min(keys.length - 2, Math.floor(progress * (keys.length - 1)));
        const share = progress * (keys.length - 1) - leg;
        viewer.draw(keys[leg]!, keys[leg + 1]!, share, cameraFor(progress), out);
      }
      drawFallingOn(out, brief, { seed: job.seed, seconds: index / filmFps });
    });
    const shown = {
      understood,
      cameraMoves: moves.map((move) => moveLabels[move]).join('、'),
      ...(notes.length > 0 ? { note: notes.join('；') } : {}),
    };
    return { ...result, facts: { ...result.facts, ...shown } };
  },
};

/** Rain and snow on the luma plane of a frame. */
function drawFallingOn(
  { planes, width, height }: Frame,
  { weather }: Brief,
  when: { seed: number; seconds: number },
): void {
  const luma = planes[0]!.samples;
  markFalling({ width, height }, weather, when, (x, y, share, level) => {
    const at = y * width + x;
    luma[at] = luma[at]! * (1 - share) + (16 + (level * 219) / 255) * share;
  });
}

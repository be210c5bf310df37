import type { ParamsOf } from '#shared/tools/define-tool';
import type { imgs2Video as definition } from '#shared/tools/video';
import { RenderRefused } from '../../port.ts';
import type { EmbeddedTool, ToolJob } from '../job.ts';
import { findFocus } from '../kernels/video/camera-focus.ts';
import { type CameraPath, chooseMoves, planCamera } from '../kernels/video/camera-path.ts';
import { makeFrameSampler } from '../kernels/video/frame-sampler.ts';
import { type Frame, makeFrame } from '../kernels/video/i420.ts';
import { makeTimeline } from '../kernels/video/slide-timeline.ts';
import { drawTransition, poseInTransition } from '../kernels/video/transitions.ts';
import { pictureOf } from '../picture-file.ts';
import { filmFps, writeFilm } from '../video-file.ts';
import { filmSize, readStill } from '../video-picture.ts';

type SlidesParams = ParamsOf<typeof definition.fields>;

const shapes: Record<Exclude<SlidesParams['ratio'], 'source'>, { width: number; height: number }> = {
  '16:9': { width: 16, height: 9 },
  '9:16': { width: 9, height: 16 },
  '1:1': { width: 1, height: 1 },
};

/** Several pictures one after the other, each with its camera move, as one MP4 with its first frame as cover. */
export const imgs2Video: EmbeddedTool = {
  quality: 'final',
  algorithm:
    'subpixel camera moves over the picture planes (Lanczos sampling) with eased transitions, H.264 by minih264',
  async run(job) {
    const params = job.params as SlidesParams;
    if (params.images.length < 2) throw new RenderRefused('请至少上传两张图片');
    const first = pictureOf(job, params.images[0]!);
    const size = filmSize(params.ratio === 'source' ? first : shapes[params.ratio], 720);
    const shots = params.images.map((_, at) => params.shots[at] ?? { seconds: 3, cameraMove: 'auto' as const });
    const { transition } = params;
    const timeline = makeTimeline(
      shots.map(({ seconds }) => seconds),
      { fps: filmFps, hasTransitions: transition !== 'none' },
    );
    const openSlide = slidesOf(job, params.images, size, (slide) => ({
      moves: chooseMoves([shots[slide]!.cameraMove], { seed: job.seed, shot: slide }),
      strength: 'medium' as const,
      seconds: timeline.lengthOf(slide) / filmFps,
    }));
    const sampler = makeFrameSampler();
    const coming = makeFrame(size.width, size.height);
    const { outputs, facts } = await writeFilm(job, { size, frames: timeline.frames }, async (index, out) => {
      const { slide, progress, next, time } = timeline.at(index);
      const { still, path } = await openSlide(slide);
      sampler.draw(still, poseInTransition(transition, 'before', path.poseAt(progress), time), out);
      if (!next) return;
      const other = await openSlide(next.slide);
      const pose = other.path.poseAt(next.progress);
      sampler.draw(other.still, poseInTransition(transition, 'after', pose, time), coming);
      drawTransition(transition, out, coming, time, out);
    });
    return { outputs, facts: { ...facts, shots: shots.length } };
  },
};

interface Slide {
  still: Frame;
  path: CameraPath;
}

/** Opens slides in order when they are first seen; never holds more than the one that goes and the one that comes. */
function slidesOf(
  job: ToolJob,
  images: readonly string[],
  size: { width: number; height: number },
  planOf: (slide: number) => Omit<Parameters<typeof planCamera>[0], 'focus'>,
): (slide: number) => Promise<Slide> {
  const open = new Map<number, Slide>();
  return async (slide) => {
    const known = open.get(slide);
    if (known) return known;
    open.delete(slide - 2);
    const plan = planOf(slide);
    const { nearest } = planCamera({ ...plan, focus: { x: 0.5, y: 0.5 } });
    const still = await readStill(pictureOf(job, images[slide]!), size, nearest);
    const opened = { still, path: planCamera({ ...plan, focus: findFocus(still.planes[0]!) }) };
    open.set(slide, opened);
    return opened;
  };
}

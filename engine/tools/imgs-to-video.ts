import type { ParamsOf } from '#shared/tools/define-tool';
import type { imgs2Video as definition } from '#shared/tools/video';
import type { Size } from '../base/blur.ts';
import { type EngineTool, JobRefused, type ToolJob, type ToolResult } from '../base/job.ts';
import { pictureOf } from '../base/picture-file.ts';
import { findFocus } from '../kernels/video/camera-focus.ts';
import { type CameraPath, chooseMoves, planCamera } from '../kernels/video/camera-path.ts';
import { makeFrameSampler } from '../kernels/video/frame-sampler.ts';
import { type Frame, makeFrame } from '../kernels/video/i420.ts';
import { makeTimeline } from '../kernels/video/slide-timeline.ts';
import { drawTitle, type TitleCard, type TitleSpan, titleLevel } from '../kernels/video/title-card.ts';
import { drawTransition, poseInTransition } from '../kernels/video/transitions.ts';
import { filmFps, writeFilm } from '../steps/video-file.ts';
import { openPair } from '../steps/video-pair.ts';
import { filmSize, readStill } from '../steps/video-picture.ts';
import { makeTitle } from '../steps/video-title.ts';
import { canWrite } from './scene-render-sign.ts';

type SlidesParams = ParamsOf<typeof definition.fields>;

const shapes: Record<Exclude<SlidesParams['ratio'], 'source'>, Size> = {
  '16:9': { width: 16, height: 9 },
  '9:16': { width: 9, height: 16 },
  '1:1': { width: 1, height: 1 },
};
/** A title is seen at most this long. */
const titleSeconds = 4;

/** Several pictures one after the other or two in one shot, with titles, as one MP4 with its first frame as cover. */
export const imgs2Video: EngineTool = {
  quality: 'final',
  algorithm: '在各画面平面上做亚像素镜头移动（Lanczos 采样），缓动转场或线性光下叠化，minih264 编码',
  async run(job) {
    const params = job.params as SlidesParams;
    if (params.images.length < 2) throw new JobRefused('请至少上传两张图片');
    const first = pictureOf(job, params.images[0]!);
    const size = filmSize(params.ratio === 'source' ? first : shapes[params.ratio], 720);
    return params.mode === 'firstLast' ? filmPair(job, params, size) : filmAlbum(job, params, size);
  },
};

async function filmAlbum(job: ToolJob, params: SlidesParams, size: Size): Promise<ToolResult> {
  const { transition } = params;
  const shots = shotsOf(params);
  const timeline = makeTimeline(
    shots.map(({ seconds }) => seconds),
    { fps: filmFps, hasTransitions: transition !== 'none' },
  );
  const openSlide = slidesOf(job, params.images, size, (slide) => ({
    moves: chooseMoves([shots[slide]!.cameraMove], { seed: job.seed, shot: slide }),
    strength: 'medium' as const,
    seconds: timeline.lengthOf(slide) / filmFps,
  }));
  const moments = Array.from({ length: timeline.frames }, (_, frame) => timeline.at(frame));
  const titles = await openTitles(params, size, {
    firstEnds: moments.findIndex(({ slide, next }) => slide > 0 || next),
    lastStarts: moments.findLastIndex(({ slide, next }) => slide < shots.length - 1 || next) + 1,
    frames: timeline.frames,
  });
  const sampler = makeFrameSampler();
  const coming = makeFrame(size.width, size.height);
  let resting: number | undefined;
  const { outputs, facts } = await writeFilm(job, { size, frames: timeline.frames }, async (index, out) => {
    const { slide, progress, next, time } = moments[index]!;
    const isResting = shots[slide]!.cameraMove === 'still' && !next && !titles.isSeenAt(index);
    if (isResting && resting === slide) return;
    resting = isResting ? slide : undefined;
    const { still, path } = await openSlide(slide);
    sampler.draw(still, poseInTransition(transition, 'before', path.poseAt(progress), time), out);
    if (next) {
      const other = await openSlide(next.slide);
      const pose = other.path.poseAt(next.progress);
      sampler.draw(other.still, poseInTransition(transition, 'after', pose, time), coming);
      drawTransition(transition, out, coming, time, out);
    }
    titles.draw(out, index);
  });
  return { outputs, facts: { ...facts, shots: shots.length, ...titles.facts } };
}

/** Two pictures in one shot: as long as both rows together, with their moves one after the other. */
async function filmPair(job: ToolJob, params: SlidesParams, size: Size): Promise<ToolResult> {
  if (params.images.length !== 2) throw new JobRefused('首尾帧模式需要两张图片');
  const shots = shotsOf(params);
  const seconds = shots.reduce((sum, shot) => sum + shot.seconds, 0);
  const named = [...new Set(shots.map(({ cameraMove }) => cameraMove))];
  const wanted = named.length > 1 ? named.filter((move) => move !== 'auto') : named;
  const plan = { moves: chooseMoves(wanted, { seed: job.seed }), strength: 'weak' as const, seconds };
  const { nearest } = planCamera({ ...plan, focus: { x: 0.5, y: 0.5 } });
  const pictures = params.images.map((image) => pictureOf(job, image));
  const pair = await openPair(pictures, size, nearest);
  const path = planCamera({ ...plan, focus: findFocus(pair.first.planes[0]!) });
  const frames = Math.round(seconds * filmFps);
  const third = Math.round(frames / 3);
  const titles = await openTitles(params, size, { firstEnds: third, lastStarts: frames - third, frames });
  const sampler = makeFrameSampler();
  const { outputs, facts } = await writeFilm(job, { size, frames }, (index, out) => {
    const progress = index / (frames - 1);
    sampler.draw(pair.stillAt(progress), path.poseAt(progress), out);
    titles.draw(out, index);
  });
  const made = pair.isTimeLapse ? '同一视角，延时变化' : '不同画面，叠化过渡';
  return { outputs, facts: { ...facts, firstLast: made, ...titles.facts } };
}

function shotsOf({ images, shots }: SlidesParams): SlidesParams['shots'] {
  return images.map((_, at) => shots[at] ?? { seconds: 3, cameraMove: 'auto' as const });
}

interface Titles {
  isSeenAt(frame: number): boolean;
  draw(out: Frame, frame: number): void;
  facts: { titles?: string; note?: string };
}

/** The titles of a film; left out, and said so, when the server has no letters for them. */
async function openTitles(
  { openingTitle, closingTitle }: SlidesParams,
  size: Size,
  { firstEnds, lastStarts, frames }: { firstEnds: number; lastStarts: number; frames: number },
): Promise<Titles> {
  const longest = titleSeconds * filmFps;
  const wanted: { text: string; span: TitleSpan }[] = [
    { text: openingTitle, span: { start: 0, end: Math.min(firstEnds, longest), isLast: false } },
    { text: closingTitle, span: { start: Math.max(lastStarts, frames - longest), end: frames, isLast: true } },
  ];
  const cards: { card: TitleCard; span: TitleSpan }[] = [];
  const written: string[] = [];
  const missing: string[] = [];
  for (const { text, span } of wanted) {
    if (text === '') continue;
    if (await canWrite(text)) {
      cards.push({ card: await makeTitle(text, size), span });
      written.push(text);
    } else missing.push(text);
  }
  return {
    isSeenAt: (frame) => cards.some(({ span }) => titleLevel(frame, span, filmFps) > 0),
    draw(out, frame) {
      for (const { card, span } of cards) drawTitle(out, card, titleLevel(frame, span, filmFps));
    },
    facts: {
      ...(written.length > 0 && { titles: written.join('／') }),
      ...(missing.length > 0 && { note: `服务器没有中文字体，“${missing.join('”“')}”未绘制` }),
    },
  };
}

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

import type { WordsRead } from '#shared/domain/words-read';
import type { ParamsOf } from '#shared/tools/define-tool';
import type { text2Video as definition } from '#shared/tools/video';
import type { EngineTool } from '../base/job.ts';
import { partOfJob, stepsOf } from '../base/steps.ts';
import { type Heard, sortWords } from '../base/words.ts';
import { buildConcept } from '../kernels/concept/concept-scene.ts';
import { readBrief } from '../kernels/concept/reading/read-brief.ts';
import { exposeConcept, resizeRgb, traceSize } from '../kernels/concept/view/expose-concept.ts';
import { markFalling } from '../kernels/concept/view/falling-weather.ts';
import type { Brief } from '../kernels/concept/words/brief.ts';
import type { PieceKind } from '../kernels/furnish/pieces.ts';
import { reachInRoom } from '../kernels/interior/free-way.ts';
import { buildInterior, interiorRays, interiorShare } from '../kernels/interior/interior-scene.ts';
import { type InteriorReading, piecesHeard, readInterior } from '../kernels/interior/read-interior.ts';
import { Tracer } from '../kernels/trace/tracer.ts';
import { type CameraPath, chooseMoves, type PlainMove, planCamera } from '../kernels/video/camera-path.ts';
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

/** The subject of the film. */
interface Stage {
  tracer: Tracer;
  /** Metres ahead at which things move as the moves are meant, see `cameraAt`. */
  reach: number;
  /** Rays for every point: at first, and more where neighbours differ. */
  rays: { first: number; more: number };
  /** Points traced per still. */
  points: number;
  weather: Brief['weather'];
  understood: string;
  notes: readonly string[];
  words?: WordsRead;
}

/**
 * A parametric building or, where the words name a room, a furnished room, filmed by a moving camera: stills are traced
 * along the way, the frames between come from their depth.
 */
export const text2Video: EngineTool = {
  quality: 'preview',
  algorithm: '由词生成参数化的建筑与场地或按房间规则布置的室内，沿镜头路径追踪关键画面，其间按深度插帧，minih264 编码',
  readWords(given) {
    const params = given as VideoParams;
    const interior = readInterior(params);
    if (interior) return hearInterior(params, interior, () => true);
    return sortWords(params, readBrief(params, 0).heard, movesHeard(params));
  },
  async run(job) {
    const params = job.params as VideoParams;
    const [across = 16, down = 9] = params.ratio.split(':').map(Number);
    const size = filmSize({ width: across, height: down }, params.resolution === '1080p' ? 1080 : 720);
    const aspect = size.width / size.height;
    const moves = chooseMoves([params.cameraMove], { words: movesInWords(params.promptTxt), seed: job.seed });
    const path = planCamera({ moves, strength: params.motion, seconds: params.duration, focus: { x: 0.5, y: 0.5 } });
    const interior = readInterior(params);
    const stage = interior
      ? stageRoom(interior, params, { aspect, seed: job.seed, path })
      : stageBuilding(params, { aspect, seed: job.seed });
    const { tracer, reach, rays, weather, understood, notes, words } = stage;
    const { scene } = tracer;
    const cameraFor = (progress: number) => cameraAt(scene.camera, path.poseAt(progress), { reach, aspect });
    const isStill = moves.every((move) => move === 'still');
    const legs =
      (moves.every((move) => plainMoves.has(move)) ? 1 : 2) + (moves.length > 1 || params.motion === 'strong' ? 1 : 0);
    const stops = isStill ? [0] : Array.from({ length: legs + 1 }, (_, at) => at / legs);
    const depthSize = traceSize(size, Math.min(stage.points, job.mostPoints ?? Infinity));
    const traced = stepsOf(job)('算光线', traceShare);
    const keys = stops.map((stop, at): KeyView => {
      const camera = cameraFor(stop);
      const onProgress = (fraction: number) => traced((at + fraction) / stops.length);
      const exposure = exposeConcept(
        { ...scene, camera },
        tracer,
        { ...depthSize, ...rays },
        { onProgress, callHelpers: job.callHelpers },
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
      drawFallingOn(out, weather, { seed: job.seed, seconds: index / filmFps });
    });
    const shown = {
      understood,
      cameraMoves: moves.map((move) => moveLabels[move]).join('、'),
      ...(notes.length > 0 ? { note: notes.join('；') } : {}),
    };
    return { ...result, facts: { ...result.facts, ...shown }, ...(words && { words }) };
  },
};

function stageBuilding(params: VideoParams, { aspect, seed }: { aspect: number; seed: number }): Stage {
  const { brief, understood, notes } = readBrief(params, seed);
  const { scene, distance } = buildConcept(brief, { aspect, seed, output: 0 });
  return {
    tracer: new Tracer(scene),
    reach: distance,
    rays: { first: 2, more: 4 },
    points: tracedPoints[params.resolution],
    weather: brief.weather,
    understood,
    notes,
  };
}

function stageRoom(
  reading: InteriorReading,
  params: VideoParams,
  { aspect, seed, path }: { aspect: number; seed: number; path: CameraPath },
): Stage {
  const { scene, plan, placed } = buildInterior(reading.brief, { aspect, seed, output: 0 });
  const tracer = new Tracer(scene);
  const kinds = new Set(placed.map(({ kind }) => kind));
  return {
    tracer,
    reach: reachInRoom(plan, tracer, path, aspect),
    rays: interiorRays,
    points: tracedPoints[params.resolution] * interiorShare,
    // It falls outside the windows only.
    weather: 'clear',
    understood: reading.understood,
    notes: reading.notes,
    words: hearInterior(params, reading, (kind) => kinds.has(kind)),
  };
}

/** Words of a room and of the camera; a piece counts when it could be placed. */
function hearInterior(
  params: VideoParams,
  reading: InteriorReading,
  isPlaced: (kind: PieceKind) => boolean,
): WordsRead {
  return sortWords(params, reading.heard, piecesHeard(reading, isPlaced), movesHeard(params));
}

function movesHeard({ promptTxt, cameraMove }: VideoParams): Heard {
  return { wanted: cameraMove === 'auto' ? hearMoves(promptTxt) : [], unwanted: [] };
}

/** Rain and snow on the luma plane of a frame. */
function drawFallingOn(
  { planes, width, height }: Frame,
  weather: Brief['weather'],
  when: { seed: number; seconds: number },
): void {
  const luma = planes[0]!.samples;
  markFalling({ width, height }, weather, when, (x, y, share, level) => {
    const at = y * width + x;
    luma[at] = luma[at]! * (1 - share) + (16 + (level * 219) / 255) * share;
  });
}

import { labPlanes } from '../base/colour.ts';
import type { EngineTool, ToolJob } from '../base/job.ts';
import { type Pixels, pictureOf, readPixels } from '../base/picture-file.ts';
import { type BeginStep, stepsOf, stepsOfOutput } from '../base/steps.ts';
import { refusalsApart } from '../base/words.ts';
import { readScene, type Scene } from '../kernels/light/atmosphere.ts';
import { type InputKind, judgeInput } from '../kernels/light/relight-input-kind.ts';
import type { RegionedPicture } from '../kernels/light/style-transport-regions.ts';
import { readModelScene } from '../kernels/scene-paint/model-light.ts';
import { presetOf, type ScenePreset } from '../kernels/scene-paint/presets.ts';
import { readRoom } from '../kernels/scene-paint/room-paint.ts';
import type { SceneWords } from '../kernels/scene-paint/scene-words.ts';
import { resizeMask } from '../kernels/segment/mask-size.ts';
import type { SceneMasks } from '../kernels/segment/scene-masks.ts';
import { sceneOfJob } from '../steps/scene-of-job.ts';
import { readBase, writeRender } from './render-size.ts';
import { cut, cutToRatio, frameOf, type Place, type SceneParams, type Setting } from './scene-render-base.ts';
import { sourceOf } from './scene-render-drawn.ts';
import { maskOfComponent } from './scene-render-part.ts';
import { pasteBackFrame } from './scene-render-paste.ts';
import { canWrite, drawSign, findSignPlace } from './scene-render-sign.ts';
import { openLines, type Rendered, regionsOf, renderOne } from './scene-render-steps.ts';
import { hearScene, wordsOf } from './scene-render-words.ts';

const algorithm =
  '按明暗、边线和位置分出各面，沿灭点贴程序材料，线性光下保边重打光（He 2010），程序天空与倒影，参考图的色彩统计以切片最优传输迁移（Pitié 2005）；线稿、草图与建模视图按闭合区域重绘，不闭合的线稿以水彩晕染（Curtis 1997）';

/** Buildings from the street. */
export const architecturalRender = sceneTool('street');
/** A part of a building, cut out by a frame. */
export const architecturalPart = sceneTool('street');
/** Plans of districts seen from above: distance is read from the height in the picture. */
export const birdsViewRender = sceneTool('above');
export const landscapeRender = sceneTool('garden');
export const indoorRender = sceneTool('room');
/** Offices, hotels, halls. */
export const gongzhuangRender = sceneTool('room');

function sceneTool(place: Place): EngineTool {
  return {
    quality: 'preview',
    algorithm,
    readWords: (params) => hearScene(refusalsApart(params as unknown as SceneParams), place),
    run: (job) => render(job, place),
  };
}

async function render(job: ToolJob, place: Place) {
  const params = refusalsApart(job.params as unknown as SceneParams);
  const picture = pictureOf(job, params.upload_img);
  const step = stepsOf(job);
  step('读图', 0.03);
  const read = await readBase(picture, params.quality);
  const frame = frameOf(read, params.crop, read.width / picture.width);
  const isPasted = frame !== undefined && params.isPastedBack === true;
  const shape = isPasted ? 'source' : params.ratio;
  const base = cutToRatio(frame ? cut(read, frame) : read, shape);
  step('分割', 0.28);
  // Sky and ground are told from the whole picture: a part often shows neither.
  const found = await sceneOfJob(job, params.upload_img, read);
  const part = (mask: Uint8Array) => {
    const plane = { width: read.width, height: read.height, rgb: mask };
    return cutToRatio(frame ? cut(plane, frame, 1) : plane, shape, 1).rgb;
  };
  const setting = await readSetting(job, step, params, place, base, {
    sky: part(found.sky),
    ground: part(found.ground),
  });
  const component = params.component && maskOfComponent(params.component, found.reading);
  if (component) setting.part = part(resizeMask(component, found.reading, read));
  const facts = { inputKind: inputKindOf(setting), figureCount: 0, lampCount: 0 };
  let changedPixelsOutside = 0;
  const notes: string[] = [];
  const outputs = [];
  for (let index = 0; index < params.num; index++) {
    const step = stepsOfOutput(job, { from: 0.7, index, count: params.num });
    step('上材质与光', 0.8);
    const rendered: Rendered = await renderOne(setting, index, job.seed + index * 211);
    step('编码', 1);
    const rgb = await sign(rendered.rgb, base, params, notes);
    facts.figureCount += rendered.figureCount;
    facts.lampCount += rendered.lampCount;
    if (isPasted) {
      const pasted = await pasteBackFrame(picture, params.crop, rgb, base);
      changedPixelsOutside += pasted.changedPixelsOutside;
      outputs.push(await writeRender(job, `${index + 1}`, pasted.rgb, pasted.size, 'standard'));
    } else outputs.push(await writeRender(job, `${index + 1}`, rgb, base, params.quality));
  }
  notes.unshift(...notesOf(setting), ...setting.notices);
  return {
    outputs,
    words: hearScene(params, place, { kind: setting.kind, isRoomBare: setting.room?.isBare === true }),
    // What is drawn anew is guessed for a good part.
    quality: setting.kind === 'shaded' && !setting.source ? ('assisted' as const) : ('preview' as const),
    facts: {
      ...facts,
      ...(isPasted ? { changedPixelsOutside } : {}),
      ...(notes.length > 0 ? { note: notes.join('；') } : {}),
    },
  };
}

async function readSetting(
  job: ToolJob,
  step: BeginStep,
  params: SceneParams,
  place: Place,
  base: Pixels,
  found: SceneMasks,
): Promise<Setting> {
  step('读光影', 0.42);
  const scene = readScene(base, masksFor(place, found));
  const kind = judgeInput(scene.lab, base);
  step(place === 'room' ? '看空间' : '看形体', 0.7);
  const isFromAbove = place === 'above';
  if (isFromAbove) lookDown(scene, params.view === 'semiAerial');
  const source = sourceOf(base, kind, place);
  const isModel = kind === 'whiteModel' && place !== 'room' && source === undefined;
  const model = isModel ? readModelScene(base.rgb, scene.lab, base, scene.masks, isFromAbove) : undefined;
  if (model && !isFromAbove) {
    for (let i = 0; i < scene.masks.sky.length; i++) {
      scene.masks.sky[i] = Math.round(255 * model.shares.sky[i]!);
      scene.masks.ground[i] = Math.round(255 * model.shares.ground[i]!);
    }
  }
  const words = wordsOf(params);
  return {
    params,
    place,
    scene,
    kind,
    preset: worded(presetOf(params.classifyId2, params.classifyId3), words),
    words,
    notices: new Set(),
    isFromAbove,
    model,
    source,
    room: place === 'room' ? readRoom(base.rgb, scene.lab, base) : undefined,
    reference: await readReference(job, params, place),
  };
}

/** From above everything stands on ground that reaches to the upper border; a horizon is seen half from above only. */
function lookDown(scene: Scene, isHorizonSeen: boolean): void {
  const { masks, height } = scene;
  if (!isHorizonSeen) {
    for (let i = 0; i < masks.sky.length; i++) {
      masks.ground[i] = Math.max(masks.ground[i]!, masks.sky[i]!);
      masks.sky[i] = 0;
    }
  }
  scene.line = { contact: scene.line.contact.map(() => height * 0.02), horizon: height * 0.02 };
}

/** The preset with the wall material that the description names, if it names one. */
function worded(preset: ScenePreset, { wall }: SceneWords): ScenePreset {
  if (!wall) return preset;
  const hex = `#${wall.colour.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
  return { ...preset, wallFinish: wall.finish, palette: { ...preset.palette, wall: hex } };
}

/** What the base is called in the facts of a result. */
function inputKindOf({ kind, source }: Setting): InputKind | 'modelView' | 'sketch' {
  if (kind !== 'shaded' || source === undefined) return kind;
  return source === 'view' ? 'modelView' : 'sketch';
}

/** Notes for the user about limits that the picture does not show. */
function notesOf({ kind, place, room, source, notices }: Setting): string[] {
  if (notices.has(openLines)) return ['底图是线稿：结果为上色示意图，用来比选色彩与氛围'];
  if (source === 'view' && kind === 'shaded') {
    return ['底图是建模软件的视图：各面沿用模型的颜色，天空、地面和四周由引擎补上，请核对玻璃与屋面'];
  }
  if (source === 'canvas') return ['底图是彩色草图：按颜色、形状和位置推断材质，请核对各部分'];
  if (kind === 'lines')
    return ['底图是线稿：墙、屋顶、玻璃与地面按闭合的区域和位置推断，结果为示意图，用来比选色彩与氛围'];
  if (kind === 'whiteModel') return ['底图是白模：材质与植被按形体、位置和明暗推断，请核对分区'];
  return place === 'room' && room && !room.isBare ? ['底图已有材质：保留原有家具与材质，只改善光影与色彩'] : [];
}

async function sign(rgb: Uint8Array, size: Pixels, { signText }: SceneParams, notes: string[]): Promise<Uint8Array> {
  if (!signText) return rgb;
  if (await canWrite(signText)) return drawSign(rgb, size, signText, findSignPlace(size.rgb, size, signText));
  const missing = '服务器没有中文字体，标识文字未绘制';
  if (!notes.includes(missing)) notes.push(missing);
  return rgb;
}

/** Rooms have no sky; what is bright at the top is the ceiling. */
function masksFor(place: Place, { sky, ground }: SceneMasks): SceneMasks {
  return { sky: place === 'room' ? new Uint8Array(sky.length) : sky, ground };
}

async function readReference(job: ToolJob, params: SceneParams, place: Place): Promise<RegionedPicture | undefined> {
  if (!params.style_img || params.ignoreWordAndImage) return undefined;
  const pixels: Pixels = await readPixels(pictureOf(job, params.style_img), { maxSide: 900, alpha: 'onWhite' });
  const masks = masksFor(place, await sceneOfJob(job, params.style_img, pixels));
  const regions = regionsOf({ masks, rgb: pixels.rgb }, place === 'room' ? 1 : 3);
  return { size: pixels, lab: labPlanes(pixels.rgb), regions };
}

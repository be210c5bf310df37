import { labPlanes } from '../base/colour.ts';
import type { EngineTool, ToolJob } from '../base/job.ts';
import { resizeMask } from '../base/mask-size.ts';
import { type Pixels, pictureOf, readPixels } from '../base/picture-file.ts';
import { type BeginStep, stepsOf, stepsOfOutput } from '../base/steps.ts';
import { refusalsApart } from '../base/words.ts';
import { readScene, type Scene } from '../kernels/light/atmosphere.ts';
import type { InputKind } from '../kernels/light/relight-input-kind.ts';
import type { RegionedPicture } from '../kernels/light/style-transport-regions.ts';
import { classLayer } from '../kernels/scene/class-layer.ts';
import type { SceneClass, SceneReading } from '../kernels/scene/scene-reading.ts';
import { presetOf, type ScenePreset } from '../kernels/scene-paint/look/presets.ts';
import type { SceneWords } from '../kernels/scene-paint/look/scene-words.ts';
import { photoPartsOf } from '../kernels/scene-paint/photo/photo-parts.ts';
import { roofMaskOf } from '../kernels/scene-paint/photo/roof-mask.ts';
import { readModelScene } from '../kernels/scene-paint/reading/model-light.ts';
import { readRoom } from '../kernels/scene-paint/room-paint.ts';
import type { SceneMasks } from '../kernels/segment/scene-masks.ts';
import { sceneOfJob } from '../steps/scene-of-job.ts';
import { renderBuilding } from './building-render.ts';
import { readBase, writeRender } from './render-size.ts';
import {
  cut,
  cutToRatio,
  frameOf,
  isPhotograph,
  placeSeen,
  type SceneParams,
  type SceneSetting,
  type Viewpoint,
} from './scene-render-base.ts';
import { idleNotes, judgeBase, sceneForesight } from './scene-render-idle.ts';
import { isRoofCovered, maskOfComponent, refuseWithoutRoof, roofLook } from './scene-render-part.ts';
import { pasteBackFrame } from './scene-render-paste.ts';
import { canWrite, drawSign, findSignPlace } from './scene-render-sign.ts';
import { openLines, type Rendered, regionsOf, renderOne } from './scene-render-steps.ts';
import { hearScene, wordsOf } from './scene-render-words.ts';

const algorithm =
  '按明暗、边线和位置分出各面，沿灭点贴程序材料，线性光下保边重打光（He 2010），程序天空与倒影，参考图的色彩统计以切片最优传输迁移（Pitié 2005）；线稿、草图与建模视图按闭合区域重绘，不闭合的线稿以水彩晕染（Curtis 1997）';

/** Buildings from the street. */
export const architecturalRender = sceneTool('street');
/** A part of a building, cut out by a frame. */
export const architecturalPart: EngineTool = { ...sceneTool('street'), looks: [roofLook], takesBuildings: false };
/** Plans of districts seen from above: distance is read from the height in the picture. */
export const birdsViewRender = sceneTool('above');
export const landscapeRender = sceneTool('garden');
export const indoorRender = sceneTool('room');
/** Offices, hotels, halls. */
export const gongzhuangRender = sceneTool('room');

function sceneTool(place: Viewpoint): EngineTool {
  return {
    quality: 'preview',
    algorithm,
    shows: place === 'room' ? 'room' : 'outdoors',
    takesBuildings: true,
    foresight: sceneForesight(place),
    readWords: (params) => {
      const asked = refusalsApart(params as unknown as SceneParams);
      return hearScene(asked, placeSeen(place, asked.view));
    },
    run: (job) => render(job, place),
  };
}

async function render(job: ToolJob, tool: Viewpoint) {
  const params = refusalsApart(job.params as unknown as SceneParams);
  const place = placeSeen(tool, params.view);
  const picture = pictureOf(job, params.upload_img);
  const { building } = picture;
  // A part is redrawn in the picture; the whole is drawn from the model.
  if (building && !params.component && !params.crop) return renderBuilding(job, params, { picture, building, place });
  const step = stepsOf(job);
  step('分析图片', 0.03);
  const read = await readBase(picture, params.quality);
  const frame = frameOf(read, params.crop, read.width / picture.width);
  const isPasted = frame !== undefined && params.isPastedBack === true;
  const shape = isPasted ? 'source' : params.ratio;
  const base = cutToRatio(frame ? cut(read, frame) : read, shape);
  step('分割', 0.28);
  // Sky and ground are told from the whole picture: a part often shows neither.
  const layers = await sceneOfJob(job, params.upload_img, read);
  const { reading } = layers;
  const part = (mask: Uint8Array) => {
    const plane = { width: read.width, height: read.height, rgb: mask };
    return cutToRatio(frame ? cut(plane, frame, 1) : plane, shape, 1).rgb;
  };
  const setting = await readSetting(job, step, params, place, base, {
    sky: part(layers.sky),
    ground: part(layers.ground),
  });
  addReading(setting, reading, read, part);
  const component = componentMask(params, reading, read);
  if (component) setting.part = part(component);
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
  notes.unshift(
    ...notesOf(setting),
    ...setting.notices,
    ...idleNotes({ ...setting, isWashed: setting.notices.has(openLines) }),
  );
  return {
    outputs,
    words: hearScene(params, place, {
      kind: setting.source ? 'whiteModel' : setting.kind,
      isRoomBare: setting.room?.isBare === true,
      laid: setting.laidWords,
    }),
    quality: qualityOf(setting, place),
    facts: {
      ...facts,
      ...(isPasted ? { changedPixelsOutside } : {}),
      ...(notes.length > 0 ? { note: notes.join('；') } : {}),
    },
  };
}

/** Redrawn pictures are a guess for a good part; of a garden and of a furnished room little is left to do in a photograph. */
function qualityOf({ isOnlyLit, room, laidWords, ...setting }: SceneSetting, place: Viewpoint): 'assisted' | 'preview' {
  const isFurnishedAsBefore = room !== undefined && !room.isBare && laidWords.length === 0;
  return isPhotograph(setting as SceneSetting) && !isOnlyLit && !isFurnishedAsBefore && place !== 'garden'
    ? 'assisted'
    : 'preview';
}

/** Layers of the whole picture's reading that the place and the kind of picture need, cut by `part`. In place. */
function addReading(
  setting: SceneSetting,
  reading: SceneReading,
  read: Pixels,
  part: (mask: Uint8Array) => Uint8Array,
): void {
  const layer = (...names: SceneClass[]) => part(classLayer(reading, names, read));
  if (setting.place === 'room') {
    setting.layers = { floor: layer('floor'), ceiling: layer('ceiling'), window: layer('window') };
    if (reading.readBy !== 'classical') setting.surfaces = { ...setting.layers, wall: layer('wall') };
  }
  noteWalls(setting);
  if (isReadPhoto(setting, reading)) addPhotoParts(setting, reading, read, part);
  if (isPhotograph(setting) && isRoofCovered(setting.params)) refuseWithoutRoof(reading);
}

/** Parts of a photograph that are dressed; a photograph without sure parts, or from above, is only lit. In place. */
function addPhotoParts(
  setting: SceneSetting,
  reading: SceneReading,
  read: Pixels,
  part: (mask: Uint8Array) => Uint8Array,
): void {
  const photo = setting.isFromAbove ? undefined : photoPartsOf(reading, read.rgb, read);
  if (photo) {
    const { wall, hard, things, window } = photo;
    setting.photo = { wall: part(wall), hard: part(hard), things: part(things), window: part(window) };
    return;
  }
  setting.isOnlyLit = true;
  setting.isSkyKept ||= !setting.isFromAbove;
  setting.notices.add(setting.isFromAbove ? photoFromAbove : unsurePhoto);
}

/** Mask of the component that the form names, of the size of the picture; undefined without one. */
function componentMask({ component }: SceneParams, reading: SceneReading, read: Pixels): Uint8Array | undefined {
  if (!component) return undefined;
  const count = read.width * read.height;
  if (component === 'roof' && reading.readBy !== 'classical') {
    return roofMaskOf(reading, read.rgb, read) ?? new Uint8Array(count);
  }
  const mask = maskOfComponent(component, reading);
  return mask && (mask.length === count ? mask : resizeMask(mask, reading, read));
}

async function readSetting(
  job: ToolJob,
  step: BeginStep,
  params: SceneParams,
  place: Viewpoint,
  base: Pixels,
  found: SceneMasks,
): Promise<SceneSetting> {
  step('读光影', 0.42);
  const scene = readScene(base, masksFor(place, found));
  const { kind, source } = judgeBase(base, scene.lab, place);
  step(place === 'room' ? '看空间' : '看形体', 0.7);
  const isFromAbove = place === 'above';
  if (isFromAbove) lookDown(scene, params.view === 'semiAerial');
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
    laidWords: [],
    isFromAbove,
    model,
    source,
    room: place === 'room' ? readRoom(base.rgb, scene.lab, base) : undefined,
    reference: await readReference(job, params, place),
  };
}

/** Said where a photograph was only given another light. */
const unsurePhoto = '照片里的墙、地面和天空认得不够准，只改了光影与色彩，材质、地面和天空没有动';

/** Roofs and roads are hardly ever told apart from above. */
const photoFromAbove =
  '底图是照片：从上方认不准屋面、道路和窗，只改了光影、远处的空气感和植被的颜色，建筑、道路和水面照原样';

/** A photograph of buildings that a network read: it can be given finishes, or it is known that it cannot. */
function isReadPhoto({ kind, source, place, params }: SceneSetting, { readBy }: SceneReading): boolean {
  return (
    kind === 'shaded' &&
    !source &&
    (place === 'street' || place === 'above') &&
    !params.component &&
    readBy !== 'classical'
  );
}

/** Says that words did not change the walls of a photograph, which takes their colour only. */
function noteWalls(setting: SceneSetting): void {
  const { params, words, place, notices } = setting;
  if (!isPhotograph(setting) || !words.wall || place === 'room' || params.component) return;
  notices.add('照片的外墙只向所说材质的颜色靠拢，没有换成这种材质；要换材质请用「材质替换」');
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
  const horizon = isHorizonSeen ? Math.max(height * 0.02, endOf(masks.sky, scene)) : height * 0.02;
  scene.line = { contact: scene.line.contact.map(() => horizon), horizon };
}

/** Row at which the sky ends in most columns that show it; 0 without a sky. */
function endOf(sky: Uint8Array, { width, height }: Scene): number {
  const ends: number[] = [];
  for (let x = 0; x < width; x++) {
    let end = height - 1;
    while (end > 0 && sky[end * width + x]! < 128) end--;
    if (end > 0) ends.push(end);
  }
  ends.sort((one, other) => one - other);
  return ends[Math.floor(ends.length * 0.9)] ?? 0;
}

/** The preset with the wall material that the description names, if it names one. */
function worded(preset: ScenePreset, { wall }: SceneWords): ScenePreset {
  if (!wall) return preset;
  const hex = `#${wall.colour.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
  return { ...preset, wallFinish: wall.finish, palette: { ...preset.palette, wall: hex } };
}

/** Name of the kind of base in the facts of a result. */
function inputKindOf({ kind, source }: SceneSetting): InputKind | 'modelView' | 'sketch' {
  if (source === 'view') return 'modelView';
  return source === 'sketch' ? 'sketch' : kind;
}

/** Notes for the user about limits that the picture does not show. */
function notesOf({ kind, place, room, source, notices, laidWords }: SceneSetting): string[] {
  if (notices.has(openLines)) return ['底图是线稿：结果为上色示意图，用来比选色彩与氛围'];
  if (source === 'view' && place === 'room') {
    return ['底图是建模软件的室内视图：没有材质的墙、地、顶按风格铺装，有颜色的面沿用模型的颜色，请核对窗与家具'];
  }
  if (source === 'view' || source === 'sketch') return [keptNote[source]];
  if (kind === 'lines')
    return ['底图是线稿：墙、屋顶、玻璃与地面按闭合的区域和位置推断，结果为示意图，用来比选色彩与氛围'];
  if (kind === 'whiteModel') return ['底图是白模：材质与植被按形体、位置和明暗推断，请核对分区'];
  return place === 'room' && room && !room.isBare && laidWords.length === 0
    ? ['底图已有材质：保留原有家具与材质，只改善光影与色彩']
    : [];
}

const keptNote = {
  view: '底图是建模软件的视图：线条和颜色全部保留，白色与灰色的面按风格上材质，只在看得清地平线时添加天空和地面',
  sketch: '底图是彩色草图：线条和颜色全部保留，白色与灰色的面按风格上材质，只在看得清地平线时添加天空和地面',
} as const;

async function sign(rgb: Uint8Array, size: Pixels, { signText }: SceneParams, notes: string[]): Promise<Uint8Array> {
  if (!signText) return rgb;
  if (await canWrite(signText)) return drawSign(rgb, size, signText, findSignPlace(size.rgb, size, signText));
  const missing = '服务器没有中文字体，标识文字未绘制';
  if (!notes.includes(missing)) notes.push(missing);
  return rgb;
}

/** Rooms have no sky; what is bright at the top is the ceiling. */
function masksFor(place: Viewpoint, { sky, ground }: SceneMasks): SceneMasks {
  return { sky: place === 'room' ? new Uint8Array(sky.length) : sky, ground };
}

async function readReference(
  job: ToolJob,
  params: SceneParams,
  place: Viewpoint,
): Promise<RegionedPicture | undefined> {
  if (!params.style_img || params.ignoreWordAndImage) return undefined;
  const pixels: Pixels = await readPixels(pictureOf(job, params.style_img), { maxSide: 900, alpha: 'onWhite' });
  const masks = masksFor(place, await sceneOfJob(job, params.style_img, pixels));
  const regions = regionsOf({ masks, rgb: pixels.rgb }, place === 'room' ? 1 : 3);
  return { size: pixels, lab: labPlanes(pixels.rgb), regions };
}

/** A view of a building model as a final picture: the model itself is traced, so that every edge is exact. */
import type { BuildingView } from '#shared/domain/building-view';
import type { Size } from '../base/blur.ts';
import { type JobPicture, JobRefused, type PictureBuilding, type ToolJob, type ToolResult } from '../base/job.ts';
import { decodeLight, encodeLight } from '../base/linear-light.ts';
import { linearOfByte } from '../base/srgb.ts';
import { stepsOf, stepsOfOutput } from '../base/steps.ts';
import { nothingHeard, sortWords } from '../base/words.ts';
import { UnreadableBuildingFile } from '../kernels/building/building-file.ts';
import { sunAtHour, sunOver } from '../kernels/building/building-light.ts';
import { buildingScene, usualBrief } from '../kernels/building/building-scene.ts';
import { exposeBuilding } from '../kernels/building/expose-building.ts';
import type { Finish } from '../kernels/building/finish-rules.ts';
import type { PreparedBuilding } from '../kernels/building/prepared-building.ts';
import { materialOf } from '../kernels/building/surfaces.ts';
import { atmospheres, categoryName, readBrief } from '../kernels/concept/reading/read-brief.ts';
import { traceSize } from '../kernels/concept/view/expose-concept.ts';
import { drawFalling } from '../kernels/concept/view/falling-weather.ts';
import type { Brief, Feature, Hour } from '../kernels/concept/words/brief.ts';
import type { LightMood } from '../kernels/light/atmosphere-looks.ts';
import { gradeByWords, hearGrade, isPlain, readWords } from '../kernels/light/grade-words.ts';
import { type FinishName, presetOf } from '../kernels/scene-paint/look/presets.ts';
import type { SceneWords } from '../kernels/scene-paint/look/scene-words.ts';
import type { Material } from '../kernels/trace/materials.ts';
import { Tracer } from '../kernels/trace/tracer.ts';
import { openBuilding } from '../steps/building-reading.ts';
import { idleOnBuilding } from './building-render-idle.ts';
import { writeRender } from './render-size.ts';
import type { SceneParams, Viewpoint } from './scene-render-base.ts';
import { wordsOf } from './scene-render-words.ts';

const algorithm =
  '直接对建筑模型做路径追踪（两级包围盒，天光、日光与室内漫反射）：太阳按经纬度、日期与时刻计算（NOAA），材质按构件类别与材质名匹配程序材质，场地、植物与天空按词和表单生成，导向小波去噪';

/** Longest side, points that are traced at most, and rays: for every point, and more for edges and leaves. */
const qualities = {
  standard: { long: 1536, traced: 1_600_000, first: 3, more: 6 },
  '2k': { long: 2048, traced: 2_400_000, first: 3, more: 6 },
  '4k': { long: 4096, traced: 2_800_000, first: 4, more: 8 },
} as const;
/** Rooms are lit by few windows: they take more rays. */
const roomRays = { first: 4, more: 6 } as const;
const mostRoomPoints = 1_600_000;

interface BuildingBase {
  picture: JobPicture;
  building: PictureBuilding;
  place: Viewpoint;
}

/** @throws JobRefused where the model's file is gone or cannot be read */
export async function renderBuilding(job: ToolJob, params: SceneParams, base: BuildingBase): Promise<ToolResult> {
  const step = stepsOf(job);
  step('读模型', 0.04);
  const building = await openModel(base.building.model);
  const words = wordsOf(params);
  const reading = readWishes(params, base, building, words);
  const repainted = repaint(building, words, base.place);
  const size = sizeOf(params, base.picture);
  const notes = Object.values(idleOnBuilding(params));
  if (words.wall && repainted.size === 0) notes.push('模型没有墙体分类，描述里的墙面材质没有用上');
  const outputs = [];
  for (let index = 0; index < params.num; index++) {
    const begin = stepsOfOutput(job, { from: 0.05, index, count: params.num });
    begin('搭场景', 0.04);
    const seed = (job.seed + index * 211) % 1_000_000;
    const view: BuildingView = { ...base.building.view, look: 'material', sun: reading.sun };
    const made = buildingScene(building, { view, north: base.building.north, brief: reading.brief, seed, repainted });
    const { first, more, traced } = { ...qualities[params.quality], ...(made.isInside ? roomRays : {}) };
    const rays = {
      ...traceSize(size, Math.min(traced, made.isInside ? mostRoomPoints : Infinity, job.mostPoints ?? Infinity)),
      first,
      more,
    };
    const exposed = exposeBuilding(made, new Tracer(made.scene), rays, {
      onProgress: begin('算光线', 0.97),
      callHelpers: job.callHelpers,
    });
    begin('编码', 1);
    const rgb = graded(exposed, params);
    if (!made.isInside) drawFalling(rgb, rays, reading.brief.weather, seed);
    outputs.push(await writeRender(job, `${index + 1}`, rgb, rays, params.quality));
  }
  const heard = params.ignoreWordAndImage
    ? []
    : [
        reading.heard,
        repainted.size > 0 ? words.heard.wall : nothingHeard,
        { wanted: reading.isMoodUsed ? words.heard.mood : [], unwanted: words.heard.things },
        hearGrade(params.promptTxt ?? '', params.negTxt ?? ''),
      ];
  return {
    outputs,
    quality: 'final',
    algorithm,
    words: sortWords(params, ...heard),
    facts: {
      inputKind: 'buildingModel',
      understood: reading.understood,
      ...(notes.length > 0 ? { note: notes.join('；') } : {}),
    },
  };
}

async function openModel(file: string): Promise<PreparedBuilding> {
  try {
    return await openBuilding(file);
  } catch (fault) {
    if (fault instanceof UnreadableBuildingFile)
      throw new JobRefused('建筑模型已删除或无法读取，请重新上传模型并选择视角。');
    throw fault;
  }
}

interface Wishes {
  brief: Brief;
  sun: BuildingView['sun'];
  understood: string;
  heard: ReturnType<typeof readBrief>['heard'];
  isMoodUsed: boolean;
}

/** Surroundings, weather and hour by form, words and preset, in that order; else those of the view. */
function readWishes(
  params: SceneParams,
  { building: { view, north } }: BuildingBase,
  building: PreparedBuilding,
  words: SceneWords,
): Wishes {
  const isSilent = params.ignoreWordAndImage;
  const read = readBrief(
    {
      promptTxt: isSilent ? '' : (params.promptTxt ?? ''),
      negTxt: isSilent ? '' : params.negTxt,
      classifyId2: params.classifyId2,
      environment: params.environment,
    },
    0,
  );
  const usual = usualBrief(building);
  const isKindKnown = categoryName(params.classifyId2) !== undefined;
  const asked = params.atmosphere === 'auto' ? undefined : params.atmosphere;
  const mood = asked ?? words.mood ?? presetOf(params.classifyId2, params.classifyId3).mood;
  const { hour, weather } = meaningOf(mood);
  const named = params.environment !== undefined && params.environment !== 'auto';
  const brief: Brief = {
    ...read.brief,
    kind: isKindKnown ? read.brief.kind : usual.kind,
    surroundings: named || isKindKnown ? read.brief.surroundings : usual.surroundings,
    weather,
    season: weather === 'snow' ? 'winter' : read.brief.season,
    ...amountsOf(params, read.brief),
  };
  const sun = hour ? sunAtHour(view.sun, hour) : view.sun;
  const { altitude } = sunOver({ sun }, north);
  const clock = `${String(Math.floor(sun.minutes / 60)).padStart(2, '0')}:${String(sun.minutes % 60).padStart(2, '0')}`;
  return {
    brief,
    sun,
    understood: `${sun.date} ${clock} · 太阳高度 ${Math.round(altitude)}°`,
    heard: read.heard,
    isMoodUsed: asked === undefined || asked === words.mood,
  };
}

/** Hour and weather of a mood; the hour is left to the view where the mood is one of the weather. */
function meaningOf(mood: LightMood | undefined): { hour: Hour | undefined; weather: Brief['weather'] } {
  if (mood === undefined) return { hour: undefined, weather: 'clear' };
  if (mood === 'noon') return { hour: 'day', weather: 'clear' };
  const [hour, weather] = atmospheres[mood] ?? [undefined, 'clear' as const];
  return { hour, weather };
}

/** People, cars and plants by the form, which always says something of them; words may want or refuse more. */
function amountsOf(params: SceneParams, { wanted, unwanted }: Brief): Pick<Brief, 'wanted' | 'unwanted'> {
  const more = new Set<Feature>(wanted);
  const less = new Set<Feature>(unwanted);
  const amount = (value: string | undefined, feature: Feature, none: string, many: readonly string[]): void => {
    if (value === none && !wanted.has(feature)) less.add(feature);
    if (value !== undefined && value !== none) more.delete(feature);
    if (value !== undefined && many.includes(value)) more.add(feature);
  };
  amount(params.people, 'people', 'none', ['many']);
  amount(params.vehicles, 'cars', 'none', ['many']);
  amount(params.greenery, 'trees', 'none', ['lush']);
  if (params.greenery === 'none' || params.greenSpace === 'low')
    for (const plant of ['trees', 'shrubs'] as const) less.add(plant);
  if (params.lights !== undefined && params.lights !== 'none') more.add('lamps');
  return { wanted: more, unwanted: less };
}

const finishOfName: Readonly<Record<FinishName, Finish>> = {
  石材: 'stone',
  木: 'wood',
  混凝土: 'concrete',
  砖: 'brick',
  金属: 'panel',
  玻璃: 'glass',
  涂料: 'plaster',
  瓷砖: 'tile',
  地毯: 'carpet',
  屋面: 'roofTile',
};

/** The material that words name for walls: outer ones, or those of rooms. */
function repaint({ surfaces }: PreparedBuilding, { wall }: SceneWords, place: Viewpoint): Map<number, Material> {
  const repainted = new Map<number, Material>();
  const finish = wall && finishOfName[wall.finish];
  if (!finish || finish === 'glass') return repainted;
  const [r, g, b] = wall.colour.map((level) => linearOfByte[Math.round(level)]!);
  const material = materialOf({ finish, colour: [r!, g!, b!] }, { name: '', colour: [r!, g!, b!], opacity: 1 });
  surfaces.forEach(({ wall: side }, i) => {
    if (side === (place === 'room' ? 'inner' : 'outer')) repainted.set(i, material);
  });
  return repainted;
}

/** Size of a result: the view's own shape or another one, whose width shows the same. */
function sizeOf({ ratio, quality }: SceneParams, picture: Size): Size {
  const { long } = qualities[quality];
  const [across, down] = ratio.split(':').map(Number);
  const shape = across && down ? across / down : picture.width / picture.height;
  const even = (length: number): number => Math.max(64, Math.round(length / 2) * 2);
  return shape >= 1 ? { width: long, height: even(long / shape) } : { width: even(long * shape), height: long };
}

function graded(rgb: Uint8Array, { promptTxt = '', negTxt = '', ignoreWordAndImage }: SceneParams): Uint8Array {
  const grade = ignoreWordAndImage ? undefined : readWords(promptTxt, negTxt);
  if (!grade || isPlain(grade)) return rgb;
  const light = decodeLight(rgb);
  gradeByWords(light, grade);
  return encodeLight(light);
}

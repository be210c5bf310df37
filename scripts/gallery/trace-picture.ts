/** Scenes as pixels: traced small, developed, enlarged to the size that the gallery shows. */
import { text2Img } from '#shared/tools/outdoor';
import type { Size } from '../../engine/base/blur.ts';
import { decodeLight, encodeLight } from '../../engine/base/linear-light.ts';
import { buildConcept } from '../../engine/kernels/concept/concept-scene.ts';
import { readBrief } from '../../engine/kernels/concept/reading/read-brief.ts';
import { exposeConcept, resizeRgb, traceSize } from '../../engine/kernels/concept/view/expose-concept.ts';
import { drawFalling } from '../../engine/kernels/concept/view/falling-weather.ts';
import { gradeByWords, isPlain, readWords } from '../../engine/kernels/light/grade-words.ts';
import { studio } from '../../engine/kernels/trace/atmospheres.ts';
import { whiteModel } from '../../engine/kernels/trace/materials.ts';
import type { Scene } from '../../engine/kernels/trace/scene.ts';
import { Tracer } from '../../engine/kernels/trace/tracer.ts';
import { categoryId } from './categories.ts';
import type { Ratio, TimeLabel, ViewLabel, Words } from './recipe.ts';

/** Points that are traced; the rest is enlarged. About ten seconds of one core for a house among trees. */
const tracedPoints = 300_000;
/** Further rays on edges and in leaves. */
const edgeRays = 4;
const longSide = 1280;

const views: Readonly<Record<ViewLabel, string>> = {
  人视: 'eye',
  半鸟瞰: 'semiAerial',
  鸟瞰: 'aerial',
  仰视: 'lowAngle',
  正立面: 'elevation',
  轴测: 'axonometric',
  顶视: 'top',
  局部特写: 'closeUp',
};
const atmospheres: Readonly<Record<TimeLabel, string>> = {
  晴天: 'sunny',
  清晨: 'morning',
  黄昏: 'dusk',
  蓝调时刻: 'blueHour',
  夜景: 'night',
  阴天: 'overcast',
  雨天: 'rain',
  雾天: 'fog',
  雪景: 'snow',
};
const places: Readonly<Record<NonNullable<Words['place']>, string>> = {
  城市街区: 'city',
  住区: 'residential',
  园区: 'campus',
  乡村田园: 'countryside',
  山林: 'forest',
  滨水: 'waterfront',
  海岸: 'coast',
  雪山: 'snowMountain',
  沙漠: 'desert',
};

/** Pixels of interleaved 8-bit RGB. */
export interface Pixels extends Size {
  rgb: Uint8Array;
}

/** Size of a picture of the gallery; sides even. */
export function sizeOf(ratio: Ratio): Size {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const even = (length: number): number => Math.round(length / 2) * 2;
  return across >= down
    ? { width: longSide, height: even((longSide * down) / across) }
    : { width: even((longSide * across) / down), height: longSide };
}

/** Parameters of the tool 文生图 for a picture. The picture is the last one of the run. */
export function paramsOf(given: Words, ratio: Ratio) {
  const { words, type, style, view, time, place, seed, output = 0 } = given;
  return {
    promptTxt: words,
    classifyId2: categoryId('建筑', type),
    ...(style ? { classifyId3: categoryId('建筑', type, style) } : {}),
    view: views[view],
    atmosphere: atmospheres[time],
    environment: place ? places[place] : 'auto',
    ratio,
    seed,
    num: output + 1,
  };
}

/** The picture that the tool 文生图 makes of these words, traced a little more coarsely. */
export function traceWords(given: Words, ratio: Ratio, isWhite = false): Pixels {
  const { seed, output = 0 } = given;
  const form = text2Img.params.parse(paramsOf(given, ratio));
  const { brief } = readBrief(form as Parameters<typeof readBrief>[0], seed);
  const size = sizeOf(ratio);
  const { scene } = buildConcept(brief, { aspect: size.width / size.height, seed, output });
  if (isWhite) return traceScene(whiteScene(scene), size);
  const { rgb } = traceScene(scene, size);
  const grade = readWords(form.promptTxt, '');
  let picture = rgb;
  if (!isPlain(grade)) {
    const light = decodeLight(rgb);
    gradeByWords(light, grade);
    picture = encodeLight(light);
  }
  drawFalling(picture, size, brief.weather, seed + output);
  return { ...size, rgb: picture };
}

function whiteScene(scene: Scene): Scene {
  const light = studio([0.42, 0.6, -0.78]);
  return { ...scene, ...light, haze: 0, materials: whiteModel(scene.materials), lights: [] };
}

/** @param points traced at most */
export function traceScene(scene: Scene, size: Size, points = tracedPoints): Pixels {
  const traced = traceSize(size, points);
  const { rgb } = exposeConcept(
    scene,
    new Tracer(scene),
    { ...traced, first: 2, more: edgeRays },
    { onProgress: () => undefined },
  );
  return { ...size, rgb: resizeRgb(rgb, traced, size) };
}

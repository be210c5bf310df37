import type { EmbeddedTool, ToolJob } from '../job.ts';
import { labPlanes } from '../kernels/colour.ts';
import { readScene } from '../kernels/light/atmosphere.ts';
import { judgeInput } from '../kernels/light/relight-input-kind.ts';
import { type FindSceneMasks, simpleSceneMasks } from '../kernels/light/simple-scene-masks.ts';
import { splitRoom } from '../kernels/light/style-room-regions.ts';
import type { RegionedPicture } from '../kernels/light/style-transport-regions.ts';
import { drawLabels, hasChineseFont, type PlanLabel } from '../kernels/plan/plan-labels.ts';
import { type Pixels, pictureOf, readPixels } from '../picture-file.ts';
import { readBase, writeRender } from './render-size.ts';
import { cutFrame, cutToRatio, type SceneParams } from './scene-render-base.ts';
import { regionsOf, renderOne, type Setting } from './scene-render-steps.ts';

type Place = 'street' | 'above' | 'room';

const algorithm =
  'surface palettes by edges and place, edge-preserving relight in linear light (He 2010), procedural sky, colour statistics of the reference by sliced optimal transport (Pitié 2005)';

/** Buildings from the street. */
export const architecturalRender = sceneTool('street', unheeded('不想出现', '绿化'));
/** A part of a building, cut out by a frame. */
export const architecturalPart = sceneTool('street', unheeded('构件的样式'));
/** Plans of districts seen from above: distance is read from the height in the picture. */
export const birdsViewRender = sceneTool('above', unheeded('道路', '密度', '人物', '车辆', '绿化'));
export const landscapeRender = sceneTool('street', unheeded('水景', '硬景', '植被的疏密'));
export const indoorRender = sceneTool('room', unheeded('软装密度', '绿植'));
/** Offices, hotels, halls. */
export const gongzhuangRender = sceneTool('room', '内置引擎只处理光影、材质与色彩，不新增家具与陈设');

/** What the form asks and this engine does not act on. */
function unheeded(...labels: string[]): string {
  return `内置引擎不新增物件，未用到：${labels.join('、')}`;
}

/** @param limits one sentence, told with every result */
function sceneTool(place: Place, limits: string): EmbeddedTool {
  return { quality: 'preview', algorithm, run: (job) => render(job, place, limits) };
}

async function render(job: ToolJob, place: Place, limits: string) {
  const params = job.params as unknown as SceneParams;
  const picture = pictureOf(job, params.upload_img);
  const read = await readBase(picture, params.quality);
  const base = cutToRatio(cutFrame(read, params.crop, picture.width), params.ratio);
  const scene = readScene(base, place === 'room' ? roomMasks : simpleSceneMasks);
  const kind = judgeInput(scene.lab);
  job.onProgress(0.2);
  const isFromAbove = place === 'above' || ['aerial', 'semiAerial', 'axonometric', 'top'].includes(params.view ?? '');
  if (isFromAbove) {
    // From above everything stands on the ground that reaches to the horizon at the upper border.
    // A horizon is only in view when the camera looks half down.
    if (params.view !== 'semiAerial') {
      for (let i = 0; i < scene.masks.sky.length; i++) {
        scene.masks.ground[i] = Math.max(scene.masks.ground[i]!, scene.masks.sky[i]!);
        scene.masks.sky[i] = 0;
      }
    }
    scene.line = { contact: scene.line.contact.map(() => base.height * 0.02), horizon: base.height * 0.02 };
  }
  const setting: Setting = {
    params,
    scene,
    kind,
    isFromAbove,
    room: place === 'room' ? splitRoom(scene.lab, base, scene.masks.ground) : undefined,
    reference: await readReference(job, params, place),
  };
  job.onProgress(0.3);
  const sign = await signOf(params, base);
  const outputs = [];
  for (let index = 0; index < params.num; index++) {
    const rendered = await renderOne(setting, index, job.seed + index * 211);
    const rgb = sign ? await drawLabels(rendered, base, [sign], '#2b2620') : rendered;
    outputs.push(await writeRender(job, `${index + 1}`, rgb, base, params.quality));
    job.onProgress(0.3 + (0.7 * (index + 1)) / params.num);
  }
  const isSignLeftOut = Boolean(params.signText) && !sign;
  const note = isSignLeftOut ? `${limits}；服务器没有中文字体，标识文字未绘制` : limits;
  return { outputs, facts: { inputKind: kind, note } };
}

const isLatin = /^[\x20-\x7e]*$/;

/** The words of a sign on the upper middle of the far wall; nothing when the server cannot draw them. */
async function signOf({ signText }: SceneParams, { width, height }: Pixels): Promise<PlanLabel | undefined> {
  if (!signText || !(isLatin.test(signText) || (await hasChineseFont()))) return undefined;
  return { x: width / 2, y: height * 0.24, lines: [signText], size: Math.round(height * 0.05) };
}

/** Rooms have no sky; what is bright at the top is the ceiling. */
const roomMasks: FindSceneMasks = (pixels) => {
  const { ground } = simpleSceneMasks(pixels);
  return { sky: new Uint8Array(ground.length), ground };
};

async function readReference(job: ToolJob, params: SceneParams, place: Place): Promise<RegionedPicture | undefined> {
  if (!params.style_img || params.ignoreWordAndImage) return undefined;
  const pixels: Pixels = await readPixels(pictureOf(job, params.style_img), { maxSide: 900, alpha: 'onWhite' });
  const masks = place === 'room' ? roomMasks(pixels) : simpleSceneMasks(pixels);
  const regions = regionsOf({ masks, rgb: pixels.rgb }, place === 'room' ? 1 : 3);
  return { size: pixels, lab: labPlanes(pixels.rgb), regions };
}

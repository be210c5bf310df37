import { labPlanes } from '../base/colour.ts';
import type { ChoiceForesight, JobPicture } from '../base/job.ts';
import { type Pixels, readPixels } from '../base/picture-file.ts';
import { type InputKind, isGreyPhoto, judgeInput } from '../kernels/light/relight-input-kind.ts';
import { readRoom } from '../kernels/scene-paint/room-paint.ts';
import type { LabPlanes } from '../kernels/segment/slic.ts';
import { idleOnBuilding } from './building-render-idle.ts';
import { type BaseSource, isPhotograph, placeSeen, type SceneParams, type Viewpoint } from './scene-render-base.ts';
import { sourceOf } from './scene-render-drawn.ts';

/** Kind of a base by what a run does with it. */
type SceneBase = 'photograph' | 'model' | 'lines' | BaseSource;

/** Why a choice is not followed; of `recoloured` ones a part is. */
type IdleReason = 'photograph' | 'recoloured' | 'above' | 'kept' | 'furnished';

interface IdleChoice {
  field: keyof SceneParams;
  label: string;
  reason: IdleReason;
}

interface IdleRule {
  label: string;
  /** Values that ask for nothing. */
  nothing: readonly string[];
  /** Undefined where the choice is followed, or where that is known after the run only. */
  reasonOn(place: Viewpoint, base: SceneBase | undefined): IdleReason | undefined;
}

const onPhotograph: IdleRule['reasonOn'] = (_place, base) => (base === 'photograph' ? 'photograph' : undefined);
const fromAbove: IdleRule['reasonOn'] = (place, base) => (place === 'above' ? 'above' : onPhotograph(place, base));
/** Furniture of a modelled room stands already. */
const inRoom: IdleRule['reasonOn'] = (place, base) =>
  place === 'room' && base === 'view' ? 'furnished' : onPhotograph(place, base);
/** Ground seen from above is divided anew in models only. */
const byModel: IdleRule['reasonOn'] = (_place, base) => (base && base !== 'model' ? 'kept' : undefined);
/** Views and sketches keep their colours; other bases have light of their own or get it. */
const byLight: IdleRule['reasonOn'] = (_place, base) => (base === 'view' || base === 'sketch' ? 'kept' : undefined);

const rules: ReadonlyMap<keyof SceneParams, IdleRule> = new Map<keyof SceneParams, IdleRule>([
  ['people', { label: '人物', nothing: ['none'], reasonOn: fromAbove }],
  ['crowd', { label: '人流', nothing: ['none'], reasonOn: inRoom }],
  ['vehicles', { label: '车辆', nothing: ['none'], reasonOn: fromAbove }],
  ['plants', { label: '绿植', nothing: ['none', 'few'], reasonOn: inRoom }],
  // Low plants may be set along the walls of a photograph, which is known after the run.
  [
    'greenery',
    {
      label: '绿化',
      nothing: ['none', 'moderate'],
      reasonOn: (place) => (place === 'above' ? 'above' : undefined),
    },
  ],
  [
    'vegetation',
    {
      label: '植被',
      nothing: ['few', 'moderate'],
      reasonOn: (_place, base) => (base === 'photograph' ? 'recoloured' : undefined),
    },
  ],
  ['waterFeature', { label: '水景', nothing: ['none'], reasonOn: onPhotograph }],
  ['hardscape', { label: '硬景', nothing: ['few', 'moderate'], reasonOn: onPhotograph }],
  ['lights', { label: '灯光', nothing: ['none'], reasonOn: onPhotograph }],
  ['roads', { label: '道路', nothing: ['medium'], reasonOn: byModel }],
  [
    'greenSpace',
    {
      label: '绿地',
      nothing: ['medium'],
      // The plants of a photograph take the asked green.
      reasonOn: (place, base) => (base === 'photograph' ? undefined : byModel(place, base)),
    },
  ],
  ['water', { label: '水体', nothing: ['low'], reasonOn: byModel }],
  ['ground', { label: '地面干湿', nothing: ['dry'], reasonOn: byLight }],
]);

const isAsked = (value: unknown, { nothing }: IdleRule) => value !== undefined && !nothing.includes(String(value));

/** @param base undefined before the picture was seen: then only what no base changes is told */
function idleChoices(params: Partial<SceneParams>, place: Viewpoint, base: SceneBase | undefined): IdleChoice[] {
  return [...rules].flatMap(([field, rule]) => {
    const reason = isAsked(params[field], rule) ? rule.reasonOn(place, base) : undefined;
    return reason ? [{ field, label: rule.label, reason }] : [];
  });
}

/** Said at a field before a run. */
const foreseen: Readonly<Record<IdleReason, (label: string) => string>> = {
  photograph: (label) => `底图是照片：不会加入${label}，内置引擎画的图样放进照片不真实`,
  recoloured: () => '底图是照片：不会加种植物，只调照片里已有植物的颜色',
  above: (label) => `画面从上方看：不会加入${label}`,
  kept: (label) => `这张底图的${label}照原样保留，所选的不会画进去`,
  furnished: (label) => `底图是建模软件的室内视图：不会再加入${label}`,
};

/** Said of a result. */
const reported: Readonly<Record<IdleReason, (labels: string) => string>> = {
  photograph: (labels) => `底图是照片，没有加入${labels}：内置引擎画的图样放进照片不真实，需要时请用已连接的生成引擎`,
  recoloured: (labels) => `底图是照片，没有加种${labels}，只调了已有植物的颜色`,
  above: (labels) => `画面从上方看，没有加入${labels}`,
  kept: (labels) => `底图的${labels}照原样保留，所选的没有画进去`,
  furnished: (labels) => `底图是建模软件的室内视图，没有再加入${labels}`,
};

interface RunScene {
  params: SceneParams;
  place: Viewpoint;
  kind: InputKind;
  source?: BaseSource | undefined;
  /** Plants were set along the walls of a photograph. */
  isPlanted?: boolean;
}

/** Sentences about the choices that a run did not follow, one for each reason. */
export function idleNotes({ isPlanted, ...scene }: RunScene): string[] {
  const { params, place } = scene;
  const choices = idleChoices(params, place, baseOf(scene));
  const greenery = rules.get('greenery')!;
  if (place !== 'above' && isPhotograph(scene) && !isPlanted && isAsked(params.greenery, greenery))
    choices.push({ field: 'greenery', label: greenery.label, reason: 'photograph' });
  return [...Map.groupBy(choices, ({ reason }) => reason)].map(([reason, group]) =>
    reported[reason](group.map(({ label }) => label).join('、')),
  );
}

function baseOf({ kind, source }: Pick<RunScene, 'kind' | 'source'>): SceneBase {
  if (source) return source;
  if (kind === 'shaded') return 'photograph';
  return kind === 'whiteModel' ? 'model' : 'lines';
}

/** Kind of a base picture, and the method by which it is redrawn, if it is. */
export function judgeBase(
  base: Pixels,
  lab: LabPlanes,
  place: Viewpoint,
): { kind: InputKind; source: BaseSource | undefined } {
  const judged = judgeInput(lab, base);
  const kind = judged === 'whiteModel' && place !== 'room' && isGreyPhoto(lab) ? 'shaded' : judged;
  return { kind, source: sourceOf(base, kind, place) };
}

/** Said at the base picture of a room that is not bare, be it furnished or only coloured or patterned; words that name surfaces are still followed. */
const onlyLit = '底图是室内照片：内置引擎只调整光影与色调，不重新布置；描述里写明地面、墙面或顶面的材质时会尝试更换';

/** Longest side at which kinds of bases are told apart before a run, pixels. */
const lookSide = 1024;

/** The choices of a scene tool that its runs do not follow, by the kind of base at each place the form may name. */
export function sceneForesight(tool: Viewpoint): ChoiceForesight {
  const places: readonly Viewpoint[] = tool === 'street' ? ['street', 'above'] : [tool];
  return {
    async kindsOf(picture: JobPicture) {
      const pixels = await readPixels(picture, { maxSide: lookSide, alpha: 'onWhite' });
      const lab = labPlanes(pixels.rgb);
      const kinds = Object.fromEntries(places.map((place) => [place, baseOf(judgeBase(pixels, lab, place))]));
      const isKept = kinds.room === 'photograph' && !readRoom(pixels.rgb, lab, pixels).isBare;
      return { ...kinds, ...(isKept && { finishes: 'kept' }) };
    },
    idleChoices(given, kinds) {
      const params = given as Partial<SceneParams>;
      if (kinds?.building) return idleOnBuilding(params);
      const place = placeSeen(tool, params.view);
      const choices = idleChoices(params, place, kinds?.[place] as SceneBase | undefined);
      return {
        ...(kinds?.finishes && { upload_img: onlyLit }),
        ...Object.fromEntries(choices.map(({ field, label, reason }) => [field, foreseen[reason](label)])),
      };
    },
  };
}

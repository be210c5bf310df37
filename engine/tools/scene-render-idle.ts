import { labPlanes } from '../base/colour.ts';
import type { ChoiceForesight, JobPicture } from '../base/job.ts';
import { type Pixels, readPixels } from '../base/picture-file.ts';
import { type InputKind, isGreyPhoto, judgeInput } from '../kernels/light/relight-input-kind.ts';
import { Part, readViewParts } from '../kernels/model-view/view-parts.ts';
import { type RoomReading, readRoom } from '../kernels/scene-paint/room-paint.ts';
import type { LabPlanes } from '../kernels/segment/slic.ts';
import { idleOnBuilding } from './building-render-idle.ts';
import { readBase } from './render-size.ts';
import { type BaseSource, isPhotograph, placeSeen, type SceneParams, type Viewpoint } from './scene-render-base.ts';
import { sourceOf } from './scene-render-drawn.ts';

/** Kind of a base by what a run does with it. */
type SceneBase = 'photograph' | 'model' | 'lines' | BaseSource;

/** Why a choice is not followed; of `recoloured` and `planted` ones a part is. */
type IdleReason =
  | 'photograph'
  | 'recoloured'
  | 'planted'
  | 'above'
  | 'kept'
  | 'furnished'
  | 'lit'
  | 'camera'
  | 'exact'
  | 'groundUnseen'
  | 'backdrop';

/** Further findings about a base. */
interface BaseTraits {
  /** Photograph of a room that is not bare: it is only lit. */
  isRoomKept?: boolean | undefined;
  /** View or sketch outdoors that shows no horizon: it gets no ground and no sky. */
  isGroundUnseen?: boolean | undefined;
  /** Line drawing whose closed areas were filled, without a light of their own; known after the run. */
  isFilled?: boolean | undefined;
  /** Line drawing that was too open for that and was washed. */
  isWashed?: boolean | undefined;
  /** View of a room before the even background of its program: it gets no light of its own. */
  isBackdropSeen?: boolean | undefined;
}

interface IdleQuestion extends BaseTraits {
  place: Viewpoint;
  /** Undefined before the picture was seen: then only what no base changes is told. */
  base: SceneBase | undefined;
  params: Partial<SceneParams>;
}

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
  reasonOn(question: IdleQuestion): IdleReason | undefined;
}

type Reason = IdleRule['reasonOn'];

const inPhotograph: Reason = ({ base }) => (base === 'photograph' ? 'photograph' : undefined);
const onGround: Reason = ({ isGroundUnseen }) => (isGroundUnseen ? 'groundUnseen' : undefined);
const fromAbove: Reason = ({ place }) => (place === 'above' ? 'above' : undefined);
/** Furniture of a modelled room stands already. */
const inRoom: Reason = ({ place, base }) => (place === 'room' && base === 'view' ? 'furnished' : undefined);
/** Ground seen from above is divided anew in models only. */
const byModel: Reason = ({ base }) => (base && base !== 'model' ? 'kept' : undefined);
/** Views and sketches keep their colours; other bases have light of their own or get it. */
const byLight: Reason = ({ base, isFilled }) => (base === 'view' || base === 'sketch' || isFilled ? 'kept' : undefined);
/** Views and sketches are finished line by line, unless they are lit as a room is; a reference follows the structure. */
const byLines: Reason = ({ base, place, params, isBackdropSeen, isWashed }) => {
  const isFinished = (base === 'sketch' || base === 'view') && (place !== 'room' || isBackdropSeen);
  return (isFinished || isWashed || base === 'lines') && !params.style_img ? 'exact' : undefined;
};
/** The bird's-eye form always names a view from above, of which it asks how much of the sky is seen. */
const byCamera: Reason = ({ base, place, params }) => {
  if (place === 'street') return 'camera';
  const isFinished = base === 'sketch' || base === 'view';
  return params.roads !== undefined && isFinished ? 'camera' : undefined;
};
/** Surroundings of what is seen from above are drawn about models only. */
const bySurroundings: Reason = (asked) => {
  if (asked.place !== 'above') return onGround(asked);
  return asked.base === 'photograph' || asked.base === 'lines' ? 'kept' : undefined;
};
const byBackdrop: Reason = ({ isBackdropSeen, isFilled }) => {
  if (isBackdropSeen) return 'backdrop';
  return isFilled ? 'kept' : undefined;
};

/** The first reason that holds. */
const firstOf =
  (...reasons: Reason[]): Reason =>
  (question) => {
    for (const reasonOn of reasons) {
      const reason = reasonOn(question);
      if (reason) return reason;
    }
    return undefined;
  };

const outdoorThing = firstOf(fromAbove, inPhotograph, onGround);
const roomThing = firstOf(inRoom, inPhotograph, ({ isFilled }) => (isFilled ? 'kept' : undefined));
const gardenThing = firstOf(inPhotograph, onGround);
/** Low plants may be set along the walls of a photograph, which is known after the run. */
const planted: Reason = ({ base }) => (base === 'photograph' ? 'planted' : undefined);

const rules: ReadonlyMap<keyof SceneParams, IdleRule> = new Map<keyof SceneParams, IdleRule>([
  [
    'classifyId3',
    { label: '风格', nothing: ['', 'null'], reasonOn: ({ isRoomKept }) => (isRoomKept ? 'lit' : undefined) },
  ],
  ['view', { label: '视角', nothing: ['auto', 'aerial'], reasonOn: byCamera }],
  ['environment', { label: '环境', nothing: ['auto'], reasonOn: bySurroundings }],
  ['cnStrength', { label: '结构相似度', nothing: ['0.75'], reasonOn: byLines }],
  ['lock', { label: '锁定主体结构', nothing: ['false'], reasonOn: byLines }],
  ['people', { label: '人物', nothing: ['none'], reasonOn: outdoorThing }],
  ['crowd', { label: '人流', nothing: ['none'], reasonOn: roomThing }],
  ['vehicles', { label: '车辆', nothing: ['none'], reasonOn: outdoorThing }],
  ['plants', { label: '绿植', nothing: ['none', 'few'], reasonOn: roomThing }],
  ['greenery', { label: '绿化', nothing: ['none', 'moderate'], reasonOn: firstOf(fromAbove, planted, onGround) }],
  [
    'vegetation',
    {
      label: '植被',
      nothing: ['few', 'moderate'],
      reasonOn: (asked) => (asked.base === 'photograph' ? 'recoloured' : onGround(asked)),
    },
  ],
  ['waterFeature', { label: '水景', nothing: ['none'], reasonOn: gardenThing }],
  ['hardscape', { label: '硬景', nothing: ['few', 'moderate'], reasonOn: gardenThing }],
  ['lights', { label: '灯光', nothing: ['none'], reasonOn: gardenThing }],
  ['roads', { label: '道路', nothing: ['medium'], reasonOn: byModel }],
  [
    'greenSpace',
    {
      label: '绿地',
      nothing: ['medium'],
      // The plants of a photograph take the asked green.
      reasonOn: (asked) => (asked.base === 'photograph' ? undefined : byModel(asked)),
    },
  ],
  ['water', { label: '水体', nothing: ['low'], reasonOn: byModel }],
  ['ground', { label: '地面干湿', nothing: ['dry'], reasonOn: byLight }],
  ['lighting', { label: '灯光', nothing: ['mixed'], reasonOn: byBackdrop }],
  ['floor', { label: '地面', nothing: ['matte'], reasonOn: byBackdrop }],
]);

const isAsked = (value: unknown, { nothing }: IdleRule) => value !== undefined && !nothing.includes(String(value));

function idleChoices(question: IdleQuestion): IdleChoice[] {
  return [...rules].flatMap(([field, rule]) => {
    const reason = isAsked(question.params[field], rule) ? rule.reasonOn(question) : undefined;
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
  planted: () => '底图是照片：只在认得清的墙脚种低矮植物，认不清时不加',
  lit: (label) => `底图是布置好的室内照片：只调整光影与色调，所选的${label}不会换上去`,
  camera: (label) => `内置引擎不移动镜头：${label}以底图为准`,
  exact: (label) => `底图是模型视图、草图或线稿：每条线都照原样保留，${label}不起作用`,
  groundUnseen: (label) => `底图里看不出地平线，不会添加天空和地面，所选的${label}不会画进去`,
  backdrop: (label) => `底图是程序背景前的室内视图：${label}照原样保留，所选的不会画进去`,
};

/** Said of a result. */
const reported: Readonly<Record<IdleReason, (labels: string) => string>> = {
  photograph: (labels) => `底图是照片，没有加入${labels}：内置引擎画的图样放进照片不真实，需要时请用已连接的生成引擎`,
  recoloured: (labels) => `底图是照片，没有加种${labels}，只调了已有植物的颜色`,
  above: (labels) => `画面从上方看，没有加入${labels}`,
  kept: (labels) => `底图的${labels}照原样保留，所选的没有画进去`,
  furnished: (labels) => `底图是建模软件的室内视图，没有再加入${labels}`,
  planted: (labels) => `${labels}只在墙脚种了低矮植物，其余照照片原样`,
  lit: (labels) => `底图是布置好的室内照片，只调整了光影与色调，没有换成所选的${labels}`,
  camera: (labels) => `镜头没有移动，${labels}以底图为准`,
  exact: (labels) => `底图的每条线都照原样保留，${labels}没有起作用`,
  groundUnseen: (labels) => `底图里看不出地平线，没有添加天空和地面，所选的${labels}没有画进去`,
  backdrop: (labels) => `底图是程序背景前的室内视图，${labels}照原样保留，所选的没有画进去`,
};

interface RunScene extends Omit<BaseTraits, 'isRoomKept' | 'isFilled'> {
  params: SceneParams;
  place: Viewpoint;
  kind: InputKind;
  source?: BaseSource | undefined;
  room?: Pick<RoomReading, 'isBare'> | undefined;
  /** Plants were set along the walls of a photograph. */
  isPlanted?: boolean;
}

/** Sentences about the choices that a run did not follow, one for each reason. */
export function idleNotes({ params, place, isPlanted, room, ...scene }: RunScene): string[] {
  const { isGroundUnseen, isBackdropSeen, isWashed } = scene;
  const isFilled = scene.source === 'drawing' && !isWashed;
  const isRoomKept = isPhotograph(scene) && room?.isBare === false;
  const traits: BaseTraits = { isRoomKept, isGroundUnseen, isBackdropSeen, isWashed, isFilled };
  const choices = idleChoices({ params, place, base: baseOf(scene), ...traits }).map((choice) =>
    choice.reason === 'planted' && !isPlanted ? { ...choice, reason: 'photograph' as const } : choice,
  );
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

/** Traits of a view or a sketch, by the size at which runs read it: the horizon is a matter of a few pixels. */
async function traitsOfView(picture: JobPicture, isRoom: boolean): Promise<Record<string, string>> {
  const read = await readBase(picture, 'standard');
  const { parts, horizon } = readViewParts(read.rgb, read, isRoom);
  if (isRoom) return parts.includes(Part.backdrop) ? { backdrop: 'seen' } : {};
  return horizon === undefined ? { ground: 'unseen' } : {};
}

/** The choices of a scene tool that its runs do not follow, by the kind of base at each place the form may name. */
export function sceneForesight(tool: Viewpoint): ChoiceForesight {
  const places: readonly Viewpoint[] = tool === 'street' ? ['street', 'above'] : [tool];
  return {
    async kindsOf(picture: JobPicture) {
      const pixels = await readPixels(picture, { maxSide: lookSide, alpha: 'onWhite' });
      const lab = labPlanes(pixels.rgb);
      const kinds = Object.fromEntries(places.map((place) => [place, baseOf(judgeBase(pixels, lab, place))]));
      const isKept = kinds.room === 'photograph' && !readRoom(pixels.rgb, lab, pixels).isBare;
      const isFinished = kinds[tool] === 'view' || kinds[tool] === 'sketch';
      const traits = isFinished ? await traitsOfView(picture, tool === 'room') : {};
      return { ...kinds, ...traits, ...(isKept && { finishes: 'kept' }) };
    },
    idleChoices(given, kinds) {
      const params = given as Partial<SceneParams>;
      if (kinds?.building) return idleOnBuilding(params);
      const place = placeSeen(tool, params.view);
      const choices = idleChoices({
        ...{ params, place, base: kinds?.[place] as SceneBase | undefined },
        isRoomKept: kinds?.finishes === 'kept',
        isGroundUnseen: kinds?.ground === 'unseen',
        isBackdropSeen: kinds?.backdrop === 'seen',
      });
      return {
        ...(kinds?.finishes && { upload_img: onlyLit }),
        ...Object.fromEntries(choices.map(({ field, label, reason }) => [field, foreseen[reason](label)])),
      };
    },
  };
}

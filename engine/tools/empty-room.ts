import type { ParamsOf } from '#shared/tools/define-tool';
import type { emptyRoom as definition } from '#shared/tools/indoor';
import { luminanceOf } from '../base/colour.ts';
import { type EngineTool, JobRefused, type ToolJob, type ToolResult } from '../base/job.ts';
import { type Pixels, pictureOf, readPixels } from '../base/picture-file.ts';
import { makeRandom } from '../base/random.ts';
import { stepsOf, stepsOfOutput } from '../base/steps.ts';
import { sortWords } from '../base/words.ts';
import { categoryName } from '../kernels/furnish/category-name.ts';
import { compose } from '../kernels/furnish/compose.ts';
import { renewFinish } from '../kernels/furnish/finish.ts';
import { makeKit } from '../kernels/furnish/kit.ts';
import { traceLayer } from '../kernels/furnish/layer.ts';
import { type Layout, type LayoutOptions, layOut } from '../kernels/furnish/layout.ts';
import { wishesFor } from '../kernels/furnish/layout-rooms.ts';
import { listPieces } from '../kernels/furnish/piece-names.ts';
import type { PieceKind } from '../kernels/furnish/pieces.ts';
import { readRoomLight } from '../kernels/furnish/room-light.ts';
import { lookOf, type StyleLook } from '../kernels/furnish/styles.ts';
import { readWishes, type WordedWishes, withPicture, withWords } from '../kernels/furnish/words.ts';
import {
  cornersIn,
  factsOf,
  nothingFits,
  placeAsRead,
  refuseOutdoors,
  type Surveyed,
  survey,
  surveyFound,
} from './empty-room-place.ts';
import { readBase, writeRender } from './render-size.ts';
import { cutToRatio } from './scene-render-base.ts';

type EmptyRoomParams = ParamsOf<(typeof definition)['fields']>;

/** Long side at which furniture is traced, pixels. */
const layerSide = 1536;
const raysPerPoint = 5;
const densities = { empty: 0, few: 1, moderate: 2, full: 3 } as const;
/** From here the room must stay as it is; up to there it may be panelled. */
const strictFrom = 0.9;
const freeUpTo = 0.5;

/** Furniture on the floor of a photographed empty room. */
export const emptyRoom: EngineTool = {
  quality: 'preview',
  algorithm:
    '由边线求曼哈顿相机和房间盒子（Coughlan、Yuille 1999，Lee 2009），按规则布置，参数家具路径追踪后以差分渲染合成（Debevec 1998）',
  readWords: (params) => hearWishes(params as EmptyRoomParams, () => true),
  shows: 'room',
  looks: [
    {
      appliesTo: isSeenWhole,
      async check(picture) {
        refuseOutdoors(await readBase(picture, 'standard'));
      },
    },
    {
      appliesTo: (params) =>
        isSeenWhole(params) && !params.isEyeHeightGiven && (params as EmptyRoomParams).floorCorners.length === 0,
      async check(picture) {
        surveyFound(await readBase(picture, 'standard'));
      },
    },
  ],
  async run(job) {
    const params = job.params as EmptyRoomParams;
    const step = stepsOf(job);
    step('分析图片', 0.03);
    const picture = pictureOf(job, params.upload_img);
    const whole = await readBase(picture, params.quality);
    const base = cutToRatio(whole, params.ratio);
    step('看空间', 0.1);
    const corners = cornersIn(params.floorCorners, whole.width / picture.width, whole, base);
    const place = survey(base, corners, params.isEyeHeightGiven ? params.eyeHeight : undefined);
    const { room, light } = place;
    const { walls, isClear } =
      base === whole ? await placeAsRead(job, picture, { ...place, base }) : { ...place, isClear: undefined };
    step('换硬装', 0.14);
    const wished = wishesOf(params);
    const look = await lookFor(job, params, wished);
    const rgb = params.hardFinish === 'renew' ? renewFinish(base.rgb, base, room, light, look) : base.rgb;
    const lit = params.hardFinish === 'renew' ? readRoomLight(rgb, room) : light;
    const outputs: ToolResult['outputs'] = [];
    const lists: string[] = [];
    const placed = new Set<string>();
    let isOverruled = false;
    for (let index = 0; index < params.num; index++) {
      const step = stepsOfOutput(job, { from: 0.14, index, count: params.num });
      step('摆家具', 0.08);
      const layoutWith = (clearance: LayoutOptions['isClear']) =>
        layoutFor({ ...place, walls, look, words: wished, isClear: clearance }, params, job.seed + index * 101, index);
      let layout = layoutWith(isClear);
      if (layout.mainCount === 0 && isClear && place.marked) {
        // A person says that this floor is free, and knows better.
        isOverruled = true;
        layout = layoutWith(undefined);
      }
      if (layout.mainCount === 0) throw new JobRefused(nothingFits(place));
      const onProgress = step('算光线', 0.92);
      const layer = traceLayer(room, { ...lit, level: light.level }, layout.furnishing, {
        side: layerSide,
        samples: raysPerPoint,
        seed: job.seed + index,
        onProgress,
      });
      const [r, g, b] = lit.faceColours.floor;
      step('编码', 1);
      const result = compose(rgb, base, layer, { level: light.level, floor: luminanceOf(r, g, b) });
      outputs.push(await writeRender(job, `room-${index + 1}`, result, base, params.quality));
      lists.push(listPieces(layout.placed.map(({ kind }) => kind)));
      for (const { kind } of layout.placed) placed.add(kind);
    }
    const words = hearWishes(params, (kind) => placed.has(kind));
    return {
      outputs,
      facts: factsOf(place, lists, {
        num: params.num,
        things: isOverruled ? 'overruled' : isClear ? 'avoided' : 'unknown',
      }),
      words,
    };
  },
};

/** True when a run sees what the first looks see. */
function isSeenWhole({ quality, ratio }: Readonly<Record<string, unknown>>): boolean {
  return quality === 'standard' && ratio === 'source';
}

function wishesOf({ ignoreWordAndImage, promptTxt, negTxt }: EmptyRoomParams): WordedWishes {
  return ignoreWordAndImage ? readWishes('', '') : readWishes(promptTxt, negTxt);
}

/** Which words the furniture goes by; a piece counts when it could be placed. */
function hearWishes(params: EmptyRoomParams, isPlaced: (kind: PieceKind) => boolean) {
  const { wanted, unwanted, pieces } = wishesOf(params).heard;
  const present = pieces.filter(({ kinds }) => kinds.some(isPlaced)).map(({ from, to }) => ({ from, to }));
  return sortWords(params, { wanted: [...wanted, ...present], unwanted });
}

async function lookFor(job: ToolJob, params: EmptyRoomParams, words: WordedWishes): Promise<StyleLook> {
  let look = lookOf(categoryName(params.classifyId3));
  if (params.style_img && !params.ignoreWordAndImage) {
    const picture: Pixels = await readPixels(pictureOf(job, params.style_img), { maxSide: 400, alpha: 'onWhite' });
    look = withPicture(look, picture.rgb, params.ipaPlus);
  }
  return withWords(look, words);
}

interface Place extends Surveyed, Pick<LayoutOptions, 'isClear'> {
  look: StyleLook;
  words: WordedWishes;
}

/** Another seed gives other covers, pieces and sides; every second output tries another main wall. */
function layoutFor(place: Place, params: EmptyRoomParams, seed: number, index: number): Layout {
  const { room, walls, marked, isClear, look, words } = place;
  const able = walls.filter((wall) => wall.length > 2.3 && wall.depth > 2.2);
  const order = able.length > 0 ? able : walls;
  let best: Layout | undefined;
  for (let attempt = 0; attempt < order.length; attempt++) {
    const main = order[(index + attempt) % order.length]!;
    const furnisher = makeKit(look, seed + index);
    const wishes = wishesFor(categoryName(params.classifyId2), {
      main,
      others: walls.filter((wall) => wall !== main),
      ceiling: room.box.height,
      random: makeRandom(seed),
      budget: params.budget,
      // A marked floor says nothing of walls and ceilings to fix something to.
      fixing:
        marked || params.lock || params.cnStrength >= strictFrom
          ? 'none'
          : params.cnStrength <= freeUpTo
            ? 'panels'
            : 'usual',
    }).map((wish) => (words.wanted.has(wish.kind) ? { ...wish, need: 0 as const } : wish));
    const layout = layOut(wishes, {
      room,
      floor: marked,
      isClear,
      walls,
      furnisher,
      density: densities[params.furnishing],
      isPremium: params.budget === 'premium',
      isRich: params.budget !== 'economy' && params.furnishing !== 'empty',
      unwanted: words.unwanted,
      variant: seed,
    });
    if (layout.placed.length >= 3 || order.length === 1) return layout;
    if (!best || layout.placed.length > best.placed.length) best = layout;
  }
  return best!;
}

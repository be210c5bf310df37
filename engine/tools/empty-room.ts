import type { ParamsOf } from '#shared/tools/define-tool';
import type { emptyRoom as definition } from '#shared/tools/indoor';
import { luminanceOf } from '../base/colour.ts';
import { type EngineTool, JobRefused, type ToolJob, type ToolResult, UnsuitablePicture } from '../base/job.ts';
import { type Pixels, pictureOf, readPixels } from '../base/picture-file.ts';
import { makeRandom } from '../base/random.ts';
import { stepsOf, stepsOfOutput } from '../base/steps.ts';
import { sortWords } from '../base/words.ts';
import { categoryName } from '../kernels/furnish/category-name.ts';
import { compose } from '../kernels/furnish/compose.ts';
import { renewFinish } from '../kernels/furnish/finish.ts';
import { looksOutdoor } from '../kernels/furnish/indoors.ts';
import { makeKit } from '../kernels/furnish/kit.ts';
import { traceLayer } from '../kernels/furnish/layer.ts';
import { type Layout, layOut, type Wall, wallsOf } from '../kernels/furnish/layout.ts';
import { wishesFor } from '../kernels/furnish/layout-rooms.ts';
import { clutterOf, isDoubtful, isFurnished } from '../kernels/furnish/occupancy.ts';
import { listPieces } from '../kernels/furnish/piece-names.ts';
import type { PieceKind } from '../kernels/furnish/pieces.ts';
import type { Room } from '../kernels/furnish/room-box.ts';
import { type RoomLight, readRoomLight } from '../kernels/furnish/room-light.ts';
import { findScaledRoom } from '../kernels/furnish/scaled-room.ts';
import { lookOf, type StyleLook } from '../kernels/furnish/styles.ts';
import { readWishes, type WordedWishes, withPicture, withWords } from '../kernels/furnish/words.ts';
import { readBase, writeRender } from './render-size.ts';
import { cutToRatio } from './scene-render-base.ts';

type EmptyRoomParams = ParamsOf<(typeof definition)['fields']>;

/** Long side at which furniture is traced, pixels. */
const layerSide = 1536;
const raysPerPoint = 5;
/** Less floor than this share of the picture is no place for furniture. */
const leastFloor = 0.06;
/** Clear corners, as a share of the long side, without which nothing is known about the room. */
const leastCorners = 0.12;
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
  async run(job) {
    const params = job.params as EmptyRoomParams;
    const step = stepsOf(job);
    step('读图', 0.03);
    const base = cutToRatio(await readBase(pictureOf(job, params.upload_img), params.quality), params.ratio);
    step('看空间', 0.1);
    if (looksOutdoor(base.rgb, base))
      throw new UnsuitablePicture('这张图片看起来是室外场景，请上传室内空房或毛坯房照片；室外请用「建筑渲染」');
    const room = findScaledRoom(base.rgb, base, params.isEyeHeightGiven ? params.eyeHeight : undefined);
    const light = readRoomLight(base.rgb, room);
    const walls = wallsOf(room, light);
    if (room.floorShare < leastFloor || walls.length === 0) {
      throw new UnsuitablePicture('画面里能看到的地面太少，无法摆放家具，请换一张平视、能看到地面和墙面的室内照片');
    }
    if (room.corners < leastCorners) {
      throw new UnsuitablePicture('没有找到墙面与地面的交线，无法判断透视，请换一张能看清墙角和地面的室内照片');
    }
    const clutter = clutterOf(base.rgb, base, room);
    if (isFurnished(clutter)) {
      throw new UnsuitablePicture(
        '房间里看起来已有家具，新家具会与它们重叠：请先用「消除」移走，或上传空房、毛坯房照片；想整体换风格请用「家装渲染」',
      );
    }
    step('换硬装', 0.14);
    const wished = wishesOf(params);
    const look = await lookFor(job, params, wished);
    const rgb = params.hardFinish === 'renew' ? renewFinish(base.rgb, base, room, light, look) : base.rgb;
    const lit = params.hardFinish === 'renew' ? readRoomLight(rgb, room) : light;
    const outputs: ToolResult['outputs'] = [];
    const lists: string[] = [];
    const placed = new Set<string>();
    for (let index = 0; index < params.num; index++) {
      const step = stepsOfOutput(job, { from: 0.14, index, count: params.num });
      step('摆家具', 0.08);
      const layout = layoutFor({ room, light, walls, look, words: wished }, params, job.seed + index * 101, index);
      if (layout.placed.length === 0) {
        throw new JobRefused('可布置的地面太小，放不下所选空间的家具，请换一张视野更宽的照片或调整相机高度');
      }
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
    return { outputs, facts: factsOf(room, lists, { num: params.num, isDoubtful: isDoubtful(clutter) }), words };
  },
};

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

interface Place {
  room: Room;
  light: RoomLight;
  walls: readonly Wall[];
  look: StyleLook;
  words: WordedWishes;
}

/** Another seed gives other covers, pieces and sides; every second output tries another main wall. */
function layoutFor(place: Place, params: EmptyRoomParams, seed: number, index: number): Layout {
  const { room, walls, look, words } = place;
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
      fixing:
        params.lock || params.cnStrength >= strictFrom ? 'none' : params.cnStrength <= freeUpTo ? 'panels' : 'usual',
    }).map((wish) => (words.wanted.has(wish.kind) ? { ...wish, need: 0 as const } : wish));
    const layout = layOut(wishes, {
      room,
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

function factsOf(
  { box, view, corners }: Room,
  lists: string[],
  { num, isDoubtful }: { num: number; isDoubtful: boolean },
): NonNullable<ToolResult['facts']> {
  const metres = (value: number) => Math.round(value * 10) / 10;
  const facts: NonNullable<ToolResult['facts']> = {
    cameraHeight: Math.round(view.eyeHeight * 100) / 100,
    roomDepth: metres(box.back),
    roomHeight: metres(box.height),
    pieces: num === 1 ? lists[0]! : lists.map((list, i) => `${i + 1}：${list}`).join('；'),
  };
  if (view.support === 0 || corners < 0.4) {
    facts.note = '照片中可用的直线很少，透视为估计值；如家具大小不合适，请打开“指定相机高度”调整';
  } else if (isDoubtful) {
    facts.note = '画面下部东西较多，若房间里已有家具，新家具可能与它们重叠，请先用「消除」移走';
  }
  return facts;
}

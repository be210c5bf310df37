import { childrenOf } from '#shared/domain/category-tree';
import { categories, categoryRoots } from '#shared/tools/categories';
import type { Scene } from '../../engine/kernels/trace/scene.ts';
import { buildLandscape } from '../scenes/landscape.ts';
import { publicRooms } from '../scenes/public-rooms.ts';

/** A box of a picture, as shares of its sides. */
export interface Crop {
  left: number;
  top: number;
  width: number;
}

/** Recipe of the small picture of a choice. */
export type ChoiceRecipe = { name: string; title: string; keys: readonly string[] } & (
  | { by: 'words'; words: string; type?: string; style?: string; seed: number; view?: string }
  | { by: 'scene'; build: () => Scene }
  | { by: 'tool'; tool: string; base: string; values: Record<string, unknown>; mask?: boolean; crop?: Crop | undefined }
);

interface Named {
  id: string;
  name: string;
}

function childrenAt(...ids: string[]): Named[] {
  let level: readonly (Named & { children?: readonly unknown[] })[] = categories;
  let node: (typeof level)[number] | undefined;
  for (const id of ids) {
    node = level.find((one) => one.id === id);
    level = node ? (childrenOf(node as never) as typeof level) : [];
  }
  return level.map(({ id, name }) => ({ id, name }));
}

/** A style stands under every type of its root: one key for all of them. */
const styleKey = (root: string, { name }: Named) => `${root}/${name}`;

const { building, landscape, publicInterior, birdsView, indoor, colourPlan, material } = categoryRoots;

/** Words, seed and view of the picture of each type of building, beside its name. */
const buildingWords: Readonly<Record<string, readonly [words: string, seed: number, view?: string]>> = {
  别墅: ['午后', 5],
  小区住宅: ['午后', 9],
  办公楼: ['玻璃幕墙，午后', 4],
  办公园区: ['午后', 7],
  文化建筑: ['清水混凝土，滨水，午后', 5],
  酒店: ['石材，海岸，黄昏', 12],
  商业综合体: ['午后', 3],
  学校: ['红砖，午后', 3],
  幼儿园: ['午后', 6],
  体育馆: ['金属屋面，午后', 2],
  售楼部: ['蓝调时刻', 4],
  会所: ['新中式，松树，午后', 4],
  商业街: ['青砖，坡屋顶，午后', 6],
  商业门头: ['夜景', 8],
  医院: ['午后', 5],
  工业厂房: ['午后', 4],
  交通建筑: ['午后', 6],
  文旅: ['清晨', 9],
  民宿: ['木构坡屋顶，黄昏', 8],
};

const gardenWords: Readonly<Record<string, readonly [words: string, seed: number, view?: string]>> = {
  居住区: ['六层小区住宅，樱花，草坪，灌木，午后', 9],
  商业街区: ['两层商业街，银杏，行人，午后', 6],
  滨水: ['一层文化建筑，木，滨水，芦苇，黄昏', 5],
  庭院: ['一层会所，新中式，庭院，竹，午后', 4],
  校园: ['四层学校，红砖，草坪，枫树，秋，午后', 3],
  道路节点: ['十层办公楼，城市，银杏，汽车，鸟瞰，午后', 4, 'semiAerial'],
  乡村: ['一层民宿，夯土，坡屋顶，乡村，油菜花，清晨', 8],
  构筑物: ['一层游客中心，木构，柱廊，山林，午后', 3],
};

/** A style of gardens changes the paving of the tool's own result only: a garden as the words of the style build it. */
const gardenStyleWords: Readonly<Record<string, readonly [words: string, seed: number]>> = {
  现代: ['一层极简会所，玻璃，桦树，草坪，午后', 6],
  新中式: ['一层会所，新中式，青砖，竹，樱花，住区，午后', 7],
  日式: ['一层民宿，深色木，庭院，枫树，秋', 3],
  热带: ['两层度假别墅，木，泳池，棕榈，海岸，午后', 5],
  地中海: ['两层别墅，白色涂料，红瓦，四坡顶，海岸，棕榈，午后', 8],
  古典园林: ['一层游客中心，新中式，飞檐，滨水，松树，清晨', 4],
};

const birdsViewWords: Readonly<Record<string, readonly [words: string, seed: number]>> = {
  住区: ['八层小区住宅，鸟瞰，住区，午后', 9],
  产业园: ['工业厂房，鸟瞰，园区，午后', 4],
  新城: ['商业综合体，鸟瞰，城市，午后', 3],
  古镇: ['两层文旅，新中式，青砖，坡屋顶，鸟瞰，山林，午后', 9],
  校园: ['四层学校，红砖，鸟瞰，园区，午后', 3],
  滨水: ['六层酒店，鸟瞰，滨水，午后', 12],
};

const planCrops: Readonly<Record<string, Crop | undefined>> = {
  '601': undefined,
  '602': { left: 0.4, top: 0.34, width: 0.5 },
  '603': { left: 0.05, top: 0.05, width: 0.5 },
  '604': { left: 0.08, top: 0.56, width: 0.42 },
  '605': undefined,
};
/** Crops in which a style is shown: rooms of several floors, and green beside water and paving. */
const bedrooms: Crop = { left: 0.06, top: 0.1, width: 0.62 };
const lawns: Crop = { left: 0.4, top: 0.4, width: 0.45 };
const isFloorPlan = (id: string) => id === '601' || id === '602';

function planOf(type: string, style: string | undefined, crop: Crop | undefined) {
  const tool = isFloorPlan(type) ? 'colorFlatPicture' : 'allPlan';
  const values = { classifyId2: type, classifyId3: style, num: 1 };
  return { by: 'tool', tool, base: isFloorPlan(type) ? 'floor-plan' : 'site-plan', values, crop } as const;
}

/** Every choice with a picture, in the order of the tree. */
export const choiceRecipes: readonly ChoiceRecipe[] = [
  ...childrenAt(building).map(({ id, name }): ChoiceRecipe => {
    const [words, seed, view] = buildingWords[name]!;
    return { name: id, title: name, keys: [id], by: 'words', words, type: id, seed, ...(view ? { view } : {}) };
  }),
  ...childrenAt(building, '101').map(
    (style): ChoiceRecipe => ({
      name: `1-${style.id.slice(-2)}`,
      title: style.name,
      keys: [styleKey(building, style)],
      by: 'words',
      words: '三层，午后',
      type: '101',
      style: style.id,
      seed: 21,
    }),
  ),
  ...childrenAt(landscape).map(({ id, name }): ChoiceRecipe => {
    const common = { name: id, title: name, keys: [id] };
    const [words, seed, view] = gardenWords[name] ?? ['', 1];
    if (name === '公园') return { ...common, by: 'scene', build: buildLandscape };
    return { ...common, by: 'words', words, seed, ...(view ? { view } : {}) };
  }),
  ...childrenAt(landscape, '201').map((style): ChoiceRecipe => {
    const [words, seed] = gardenStyleWords[style.name]!;
    const common = { name: `2-${style.id.slice(-2)}`, title: style.name, keys: [styleKey(landscape, style)] };
    return { ...common, by: 'words', words, seed };
  }),
  ...childrenAt(publicInterior).map(
    ({ id, name }): ChoiceRecipe => ({ name: id, title: name, keys: [id], by: 'scene', build: publicRooms[name]! }),
  ),
  ...childrenAt(publicInterior, '301').map(
    (style): ChoiceRecipe => ({
      name: `3-${style.id.slice(-2)}`,
      title: style.name,
      keys: [styleKey(publicInterior, style)],
      by: 'tool',
      tool: 'gongzhuangRender',
      base: 'bare-hall',
      values: { classifyId2: '301', classifyId3: style.id },
    }),
  ),
  ...childrenAt(birdsView).map(({ id, name }): ChoiceRecipe => {
    const [words, seed] = birdsViewWords[name]!;
    return { name: id, title: name, keys: [id], by: 'words', words, seed, view: 'aerial' };
  }),
  ...childrenAt(birdsView, '401').map(
    (style): ChoiceRecipe => ({
      name: `4-${style.id.slice(-2)}`,
      title: style.name,
      keys: [styleKey(birdsView, style)],
      by: 'tool',
      tool: 'birdsViewRender',
      base: 'campus-above-white',
      values: { classifyId2: '401', classifyId3: style.id },
    }),
  ),
  ...childrenAt(indoor).map(({ id, name }): ChoiceRecipe => {
    const values = { classifyId2: id, classifyId3: `${id}01`, hardFinish: 'renew', furnishing: 'full' };
    return { name: id, title: name, keys: [id], by: 'tool', tool: 'emptyRoom', base: 'living-room-empty', values };
  }),
  ...childrenAt(indoor, '501').map((style): ChoiceRecipe => {
    const values = { classifyId2: '501', classifyId3: style.id, hardFinish: 'renew', furnishing: 'full' };
    const common = { name: `5-${style.id.slice(-2)}`, title: style.name, keys: [styleKey(indoor, style)] };
    return { ...common, by: 'tool', tool: 'emptyRoom', base: 'living-room-empty', values };
  }),
  ...childrenAt(colourPlan).map(
    ({ id, name }): ChoiceRecipe => ({ name: id, title: name, keys: [id], ...planOf(id, undefined, planCrops[id]) }),
  ),
  ...childrenAt(colourPlan, '601').map((style): ChoiceRecipe => {
    const keys = [styleKey(colourPlan, style)];
    return { name: `6-${style.id.slice(-2)}`, title: style.name, keys, ...planOf('601', style.id, bedrooms) };
  }),
  // A site plan in the same styles is another drawing.
  ...childrenAt(colourPlan, '603').map((style): ChoiceRecipe => {
    const place = style.id.slice(-2);
    const keys = ['603', '604', '605'].map((type) => `${type}${place}`);
    const title = `${style.name}（总平）`;
    return { name: `603-${place}`, title, keys, ...planOf('603', style.id, lawns) };
  }),
  ...childrenAt(material).map(
    ({ id, name }): ChoiceRecipe => ({
      name: id,
      title: name,
      keys: [id],
      by: 'tool',
      tool: 'materialChange',
      base: 'living-room-empty',
      // Large enough for joints and grain to be seen in a small picture.
      values: { classifyId2: id, textureScale: 2 },
      mask: true,
      crop: { left: 0.06, top: 0.2, width: 0.6 },
    }),
  ),
];

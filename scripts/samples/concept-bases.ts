import type { RoomName } from '../scenes/rooms.ts';

/** Rooms among the bases that tools are tried with, from `scenes/rooms.ts`. */
export interface RoomBase {
  name: RoomName;
  title: string;
}

export const roomBases: readonly RoomBase[] = [
  { name: 'room-attic', title: '阁楼 · 毛坯' },
  { name: 'room-corner', title: '砖墙房间 · 空房' },
  { name: 'room-gallery', title: '画廊 · 空房' },
  { name: 'room-dining', title: '餐厅' },
  { name: 'room-bedroom', title: '卧室' },
  { name: 'room-study', title: '书房' },
];

/** Buildings among them: one sentence each, read and built as the tool 文生图 does it. */
export interface ConceptBase {
  /** File name without ending, and what `sample:<name>` means. */
  name: string;
  title: string;
  words: string;
  seed: number;
  /** Without materials, as an architect's model. */
  isWhite?: true;
}

export const conceptBases: readonly ConceptBase[] = [
  { name: 'museum', title: '水畔文化馆', words: '三层文化建筑，清水混凝土，滨水，午后', seed: 5 },
  { name: 'guesthouse', title: '山野民宿', words: '两层民宿，乡土，木构坡屋顶，乡村，午后', seed: 8 },
  {
    name: 'guesthouse-white',
    title: '山野民宿 · 白模',
    words: '两层民宿，乡土，木构坡屋顶，乡村，午后',
    seed: 8,
    isWhite: true,
  },
  { name: 'school', title: '红砖学校', words: '四层学校，红砖，园区，午后', seed: 3 },
  { name: 'hotel', title: '海岸酒店', words: '六层酒店，石材，海岸，午后', seed: 12 },
  { name: 'clubhouse', title: '新中式会所', words: '一层会所，新中式，庭院，松树，午后', seed: 4 },
  { name: 'shopping-street', title: '青砖商业街', words: '两层商业街，青砖，坡屋顶，城市，午后', seed: 6 },
  { name: 'sports-hall', title: '体育馆', words: '体育馆，金属屋面，园区，午后', seed: 2 },
  { name: 'housing', title: '住宅小区', words: '六层小区住宅，浅色涂料，住区，午后', seed: 9 },
  { name: 'kindergarten', title: '彩色幼儿园', words: '三层幼儿园，彩色涂料，园区，午后', seed: 14 },
  { name: 'hospital', title: '城市医院', words: '八层医院，浅色石材，城市街区，午后', seed: 21 },
  { name: 'sales-office', title: '玻璃售楼部', words: '两层售楼部，玻璃幕墙，极简，滨水，午后', seed: 17 },
  { name: 'workshop', title: '老厂房', words: '两层工业厂房，红砖，工业，城市街区，午后', seed: 23 },
  { name: 'town-house', title: '法式小住宅', words: '两层别墅，法式，石材，坡屋顶，乡村，午后', seed: 31 },
  { name: 'gate-house', title: '文旅小镇', words: '两层文旅，木构坡屋顶，山林，午后', seed: 35 },
  { name: 'office-tower', title: '石材办公楼', words: '十层办公楼，深色石材，城市街区，午后', seed: 37 },
  { name: 'campus-above', title: '园区鸟瞰', words: '办公园区，鸟瞰，园区，午后', seed: 7 },
  { name: 'campus-above-white', title: '园区鸟瞰 · 白模', words: '办公园区，鸟瞰，园区，午后', seed: 7, isWhite: true },
  { name: 'pavilion', title: '公园展厅', words: '两层展厅，清水混凝土，公园，午后', seed: 14 },
];

/** Buildings for the bases that tools are tried with: one sentence each, read and built as the tool 文生图 does it. */
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
  { name: 'campus-above', title: '园区鸟瞰', words: '办公园区，鸟瞰，园区，午后', seed: 7 },
  { name: 'campus-above-white', title: '园区鸟瞰 · 白模', words: '办公园区，鸟瞰，园区，午后', seed: 7, isWhite: true },
  { name: 'pavilion', title: '公园展厅', words: '两层展厅，清水混凝土，公园，午后', seed: 14 },
];

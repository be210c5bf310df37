/** Drawings that the tool 转线稿 makes of concept pictures; their bases stand nowhere else in the gallery. */
import { categoryId } from '../categories.ts';
import type { PictureRecipe, Ratio, Words } from '../recipe.ts';

type Texts = Pick<PictureRecipe, 'name' | 'title' | 'about' | 'tags'>;

const drawing = (
  style: string,
  params: Record<string, unknown>,
  ratio: Ratio,
  base: Omit<Words, 'time'>,
  texts: Texts,
): PictureRecipe => ({
  ...texts,
  kind: 'drawing',
  classifyId: categoryId('画风', style),
  view: base.view,
  time: null,
  scene: texts.name,
  ratio,
  making: { by: 'drawing', base: { ...base, time: '晴天' }, params },
});

const lines = { lineStyle: 'detail' };
const cad = { lineStyle: 'cad' };
const outline = { lineStyle: 'outline', lineWidth: 3 };
const blueprint = { lineStyle: 'blueprint' };
const sketch = { lineStyle: 'sketch', jitter: 45 };

export const drawings: readonly PictureRecipe[] = [
  drawing(
    '黑白线稿',
    lines,
    '3:2',
    { words: '两层别墅，现代，石材，泳池', type: '别墅', view: '人视', place: '住区', seed: 101 },
    {
      name: 'drawing-villa-lines',
      title: '石材住宅 · 细节线稿',
      about: '石缝、窗框与树叶都留在线里，只有天空是空白。',
      tags: ['线稿', '别墅', '细节'],
    },
  ),
  drawing(
    '黑白线稿',
    lines,
    '3:4',
    { words: '十四层办公楼，竖向格栅', type: '办公楼', view: '仰视', place: '城市街区', seed: 102 },
    {
      name: 'drawing-tower-lines',
      title: '塔楼 · 仰视线稿',
      about: '竖线从底到顶，疏密只由透视决定。',
      tags: ['线稿', '办公楼', '仰视'],
    },
  ),
  drawing(
    'CAD 线',
    cad,
    '16:9',
    { words: '三层图书馆，清水混凝土', type: '文化建筑', view: '正立面', place: '园区', seed: 103, output: 1 },
    {
      name: 'drawing-library-cad',
      title: '图书馆立面 · CAD 线',
      about: '直线化的正立面，体块与洞口按长短取舍，可以当立面草图的底。',
      tags: ['线稿', 'CAD', '立面'],
    },
  ),
  drawing(
    'CAD 线',
    cad,
    '1:1',
    { words: '五层办公园区，现代', type: '办公园区', view: '轴测', place: '园区', seed: 104 },
    {
      name: 'drawing-campus-cad',
      title: '园区 · 轴测 CAD 线',
      about: '轴测线图只画体块与窗格，楼与楼的距离可以直接量。',
      tags: ['线稿', 'CAD', '轴测'],
    },
  ),
  drawing(
    '蓝图',
    blueprint,
    '4:3',
    { words: '四层学校，红砖', type: '学校', view: '正立面', place: '园区', seed: 105 },
    {
      name: 'drawing-school-blueprint',
      title: '学校立面 · 蓝图',
      about: '蓝底白线的正立面，窗带与楼层线一一对齐。',
      tags: ['蓝图', '学校', '立面'],
    },
  ),
  drawing(
    '蓝图',
    blueprint,
    '3:2',
    { words: '两层车站，拱顶', type: '交通建筑', view: '人视', place: '城市街区', seed: 106 },
    {
      name: 'drawing-station-blueprint',
      title: '车站 · 蓝图',
      about: '屋盖的弧线与幕墙的竖线在蓝图里最清楚，街与楼只是背景。',
      tags: ['蓝图', '车站', '弧形屋盖'],
    },
  ),
  drawing(
    '手绘',
    sketch,
    '4:3',
    { words: '两层民宿，木构，坡屋顶，竹林', type: '民宿', view: '人视', place: '山林', seed: 107 },
    {
      name: 'drawing-guesthouse-sketch',
      title: '竹林木屋 · 手绘',
      about: '抖动的线把竹与木屋画在同一层，像踏勘时的速写。',
      tags: ['手绘', '民宿', '竹'],
    },
  ),
  drawing(
    '手绘',
    sketch,
    '3:2',
    { words: '两层商业街，新中式，坡屋顶，行人', type: '商业街', view: '人视', place: '城市街区', seed: 108 },
    {
      name: 'drawing-street-sketch',
      title: '山墙街 · 手绘',
      about: '山墙与招牌的速写，行人只是几笔。',
      tags: ['手绘', '商业街', '速写'],
    },
  ),
  drawing(
    '黑白线稿',
    outline,
    '3:2',
    { words: '三层体育馆，金属板', type: '体育馆', view: '半鸟瞰', place: '园区', seed: 109 },
    {
      name: 'drawing-arena-outline',
      title: '体育馆 · 轮廓线',
      about: '只留轮廓，馆身的肋变成一圈平行的短线。',
      tags: ['线稿', '体育馆', '轮廓'],
    },
  ),
];

/** Plans: as lines, and coloured by the tools of the product. */
import { categoryId } from '../categories.ts';
import { drawFlat, type Flat } from '../flat-drawing.ts';
import type { PictureRecipe } from '../recipe.ts';
import { drawSite, type Site } from '../site-drawing.ts';
import { courtHouse, studioFlat, threeRooms, townHouse, twoRooms } from './flats.ts';
import { guestRooms, smallOffice } from './public-plans.ts';
import { campus, lakePark, quarter } from './sites.ts';

type Texts = Pick<PictureRecipe, 'name' | 'title' | 'about' | 'tags'> & { scene?: string };

/** @param style of the coloured plan; none for lines */
function plan(
  type: string,
  draw: () => string,
  texts: Texts,
  style?: string,
  corrections: Record<string, unknown> = {},
): PictureRecipe {
  const isSite = type.endsWith('总平');
  const ids = style
    ? { ...corrections, classifyId2: categoryId('平面彩图', type), classifyId3: categoryId('平面彩图', type, style) }
    : undefined;
  return {
    scene: texts.name,
    ...texts,
    kind: 'plan',
    classifyId: categoryId('平面彩图', type, ...(style ? [style] : [])),
    view: '顶视',
    time: null,
    ratio: '4:3',
    making: {
      by: 'plan',
      draw,
      ...(ids ? { tool: { id: isSite ? 'allPlan' : 'colorFlatPicture', params: ids } } : {}),
    },
  };
}

const flat = (type: string, drawn: Flat, texts: Texts, style?: string) =>
  plan(type, () => drawFlat(drawn), texts, style);
/** @param reassigned what the tool is told to take for something else: a point of the sheet and the legend's name */
const site = (
  type: string,
  drawn: Site,
  texts: Texts,
  style?: string,
  reassigned: ReadonlyArray<{ x: number; y: number; name: string }> = [],
) => plan(type, () => drawSite(drawn), texts, style, { reassigned });
const home = '户型（家装）';
const publicPlan = '公装平面';

export const plans: readonly PictureRecipe[] = [
  flat(home, twoRooms, {
    name: 'plan-two-rooms',
    title: '两居户型 · 线稿',
    about: '南面客厅连着阳台，卧室在西侧，卫生间与厨房靠北并排。',
    tags: ['户型', '两居', '线稿'],
  }),
  flat(
    home,
    threeRooms,
    {
      name: 'plan-three-rooms',
      title: '三居两卫户型 · 莫兰迪彩平',
      about: '一条短走廊串起三间房与两间卫生间，客餐厅占住东侧整列。',
      tags: ['户型', '三居', '彩平'],
    },
    '莫兰迪',
  ),
  flat(
    home,
    courtHouse,
    {
      name: 'plan-court-house',
      title: '院宅平面 · 写实彩平',
      about: '房间围着中间的小院，客厅与卧室各占一翼，餐厅隔院看门厅。',
      tags: ['户型', '院落', '彩平'],
    },
    '写实',
  ),
  flat(home, studioFlat, {
    name: 'plan-studio',
    title: '一居小户型 · 线稿',
    about: '一间大房兼做起居与卧室，厨房、卫生间、门厅排在东侧。',
    tags: ['户型', '一居', '线稿'],
  }),
  flat(
    home,
    townHouse,
    {
      name: 'plan-town-house',
      title: '联排住宅首层 · 奶油彩平',
      about: '楼梯居中，把客厅和餐厅分在两端，厨房藏在楼梯后面。',
      tags: ['户型', '联排', '楼梯', '彩平'],
    },
    '奶油',
  ),
  flat(
    publicPlan,
    smallOffice,
    {
      name: 'plan-office',
      title: '小型办公平面 · 灰调彩平',
      about: '开放工位占住采光最好的一角，会议、独立办公与卫生间排成东侧一列。',
      tags: ['公装', '办公', '彩平'],
    },
    '灰调',
  ),
  flat(publicPlan, guestRooms, {
    name: 'plan-guest-rooms',
    title: '客房标准层 · 线稿',
    about: '两间客房背靠背共用一道墙，卫生间靠走廊，床靠外窗。',
    tags: ['公装', '客房', '线稿'],
  }),
  site('规划总平', quarter, {
    name: 'plan-quarter',
    title: '住区总平 · 线稿',
    about: '行列式住宅围出中央绿地，水池和铺装广场落在东西、南北两条步道的交点附近。',
    tags: ['总平', '住区', '线稿'],
  }),
  site(
    '景观总平',
    lakePark,
    {
      name: 'plan-lake-park',
      title: '湖心公园总平 · 手绘彩平',
      about: '环路绕湖一圈，几座坡顶小屋散在岸边，树丛避开看湖的方向。',
      tags: ['总平', '公园', '彩平'],
    },
    '手绘',
    [
      { x: 640, y: 540, name: '水体' },
      { x: 1015, y: 245, name: '水体' },
    ],
  ),
  site(
    '建筑总平',
    campus,
    {
      name: 'plan-campus',
      title: '中学校园总平 · 清新彩平',
      about: '教学楼在西侧围院，跑道占住东北，南面一排是食堂与宿舍。',
      tags: ['总平', '校园', '彩平'],
    },
    '清新',
    [
      { x: 940, y: 400, name: '绿地' },
      { x: 715, y: 400, name: '铺装' },
      { x: 240, y: 760, name: '绿地' },
    ],
  ),
  site('建筑总平', campus, {
    name: 'plan-campus-lines',
    title: '中学校园总平 · 线稿',
    about: '同一校园的线稿，楼旁的数字是层数。',
    tags: ['总平', '校园', '线稿'],
    scene: 'plan-campus',
  }),
];

/** The wishes of a description of a room, in the terms the scene is built from. */
import type { Hour, Surroundings, Weather } from '../concept/words/brief.ts';
import type { WordedWishes } from '../furnish/words.ts';

export type RoomKind =
  | 'living'
  | 'dining'
  | 'bedroom'
  | 'study'
  | 'kitchen'
  | 'bathroom'
  | 'childrens'
  | 'hall'
  | 'dressing'
  | 'tea'
  | 'lobby'
  | 'office'
  | 'meeting'
  | 'exhibition'
  | 'cafe'
  | 'restaurant';

export type FloorName =
  | 'wood'
  | 'darkWood'
  | 'paleWood'
  | 'herringbone'
  | 'tiles'
  | 'marble'
  | 'terrazzo'
  | 'concrete'
  | 'carpet';
export type WallFinish =
  | 'white'
  | 'grey'
  | 'beige'
  | 'green'
  | 'blue'
  | 'dark'
  | 'wood'
  | 'darkWood'
  | 'slats'
  | 'concrete'
  | 'brick'
  | 'greyBrick'
  | 'marble'
  | 'plaster';
export type WindowWish = 'wide' | 'skylight' | 'end' | 'side';

export interface InteriorBrief {
  room: RoomKind;
  /** Name of a look of the furniture kit. */
  style: string;
  floor?: FloorName | undefined;
  wall?: WallFinish | undefined;
  windows: ReadonlySet<WindowWish>;
  isLeather: boolean;
  hour: Hour;
  weather: Weather;
  surroundings: Surroundings;
  /** Height of the ceiling, metres; the room's usual one when left out. */
  ceiling?: number | undefined;
  /** Lamps are asked for by day as well. */
  hasLamps: boolean;
  wishes: WordedWishes;
}

export interface RoomRule {
  label: string;
  /** Name in the furniture kit's plans, for rooms of homes. */
  plan?: string;
  /** Across, from the viewer to the far wall, and up; metres. */
  size: readonly [width: number, depth: number, height: number];
  style: string;
  /** Height of a usual window's lower edge, metres. */
  sill: number;
  surroundings: Surroundings;
}

const home = { style: '现代简约', sill: 0.45, surroundings: 'countryside' } as const;
const work = { style: '现代简约', sill: 0.3, surroundings: 'city' } as const;

export const roomRules: Readonly<Record<RoomKind, RoomRule>> = {
  living: { ...home, label: '客厅', plan: '客厅', size: [5.8, 6.2, 2.9], sill: 0.06 },
  dining: { ...home, label: '餐厅', plan: '餐厅', size: [4.8, 5.6, 2.9] },
  bedroom: { ...home, label: '卧室', plan: '卧室', size: [4.8, 5.6, 2.85] },
  study: { ...home, label: '书房', plan: '书房', size: [4.4, 5.2, 2.85], sill: 0.6 },
  kitchen: { ...home, label: '厨房', plan: '厨房', size: [4.4, 5.2, 2.75], sill: 0.95 },
  bathroom: { ...home, label: '卫生间', plan: '卫生间', size: [3.3, 5.3, 2.6], sill: 1.05 },
  childrens: { ...home, label: '儿童房', plan: '儿童房', size: [4.4, 5.4, 2.8], sill: 0.6 },
  hall: { ...home, label: '玄关', plan: '玄关', size: [3.4, 4.9, 2.7], sill: 0.9 },
  dressing: { ...home, label: '衣帽间', plan: '衣帽间', size: [3.8, 5.2, 2.7], sill: 0.9 },
  tea: { ...home, label: '茶室', style: '新中式', size: [5, 5.6, 2.9], sill: 0.35 },
  lobby: { ...work, label: '大堂', style: '意式', size: [12, 11, 5.4], sill: 0.1 },
  office: { ...work, label: '办公室', size: [9, 8.6, 3.2] },
  meeting: { ...work, label: '会议室', size: [6.4, 6.8, 3] },
  exhibition: { ...work, label: '展厅', size: [9.6, 9.6, 4.4], sill: 0.1 },
  cafe: { ...work, label: '咖啡店', style: '原木', size: [7.4, 7.4, 3.5] },
  restaurant: { ...work, label: '餐饮空间', style: '中古', size: [8.4, 8, 3.4] },
};

/** Every sample picture: what it shows, what it is for, and the scene it comes from. */

import type { Scene } from '../../engine/kernels/trace/scene.ts';
import { buildBirdseye } from './birdseye.ts';
import { buildChair } from './chair.ts';
import { buildLandscape } from './landscape.ts';
import { buildLivingRoom } from './living-room.ts';
import { buildLobby } from './lobby.ts';
import { buildOffice } from './office.ts';
import { buildRoom, type RoomName } from './rooms.ts';
import { buildVilla } from './villa.ts';

const SCENES = {
  'villa-day': () => buildVilla('day'),
  'villa-dusk': () => buildVilla('dusk'),
  'villa-white': () => buildVilla('white'),
  'living-room': () => buildLivingRoom('furnished'),
  'living-room-empty': () => buildLivingRoom('bare'),
  'living-room-dark-wood': () => buildLivingRoom('dark'),
  'chair-cutout': () => buildChair('picture'),
  'chair-mask': () => buildChair('mask'),
  'office-street': () => buildOffice('photo'),
  'office-white': () => buildOffice('white'),
  birdseye: () => buildBirdseye('photo'),
  'birdseye-white': () => buildBirdseye('white'),
  landscape: buildLandscape,
  lobby: buildLobby,
} as const satisfies Record<string, () => Scene>;

export type SceneName = keyof typeof SCENES | RoomName;

export function buildScene(name: SceneName): Scene {
  return name in SCENES ? SCENES[name as keyof typeof SCENES]() : buildRoom(name as RoomName);
}

export type SampleKind = 'photo' | 'white-model' | 'plan' | 'colour-plan' | 'empty-room' | 'cutout' | 'line-drawing';

export interface Sample {
  name: string;
  title: string;
  kind: SampleKind;
  /** Method: ray traced, drawn, an object cut from its ground, or by a tool of the product from another picture. */
  source: 'scene' | 'drawing' | 'cutout' | 'tool';
  /** For `tool`: which one, from which sample, and what differs from its defaults. */
  made?: { tool: string; from: string; params: Record<string, unknown> };
  width: number;
  height: number;
}

const WIDE = { width: 1600, height: 1000 } as const;
const TALL = { width: 1600, height: 1200 } as const;

export const SAMPLES: readonly Sample[] = [
  { name: 'villa-day', title: '泳池别墅 · 午后', kind: 'photo', source: 'scene', ...WIDE },
  { name: 'villa-dusk', title: '泳池别墅 · 蓝调时刻', kind: 'photo', source: 'scene', ...WIDE },
  { name: 'villa-white', title: '泳池别墅 · 白模', kind: 'white-model', source: 'scene', ...WIDE },
  { name: 'office-street', title: '街角办公楼', kind: 'photo', source: 'scene', ...WIDE },
  { name: 'office-white', title: '街角办公楼 · 白模', kind: 'white-model', source: 'scene', ...WIDE },
  { name: 'living-room', title: '客厅 · 原木', kind: 'photo', source: 'scene', ...WIDE },
  { name: 'living-room-empty', title: '客厅 · 毛坯', kind: 'empty-room', source: 'scene', ...WIDE },
  { name: 'living-room-dark-wood', title: '客厅 · 深色胡桃木', kind: 'photo', source: 'scene', ...WIDE },
  { name: 'birdseye', title: '滨水住区鸟瞰', kind: 'photo', source: 'scene', ...WIDE },
  { name: 'birdseye-white', title: '滨水住区鸟瞰 · 白模', kind: 'white-model', source: 'scene', ...WIDE },
  { name: 'landscape', title: '公园水畔凉亭', kind: 'photo', source: 'scene', ...WIDE },
  { name: 'lobby', title: '酒店大堂', kind: 'photo', source: 'scene', ...WIDE },
  { name: 'floor-plan', title: '户型图 · 线稿', kind: 'plan', source: 'drawing', ...TALL },
  { name: 'floor-plan-colour', title: '户型图 · 彩色', kind: 'colour-plan', source: 'drawing', ...TALL },
  { name: 'site-plan', title: '总平面图 · 线稿', kind: 'plan', source: 'drawing', ...TALL },
  { name: 'site-plan-colour', title: '总平面图 · 彩色', kind: 'colour-plan', source: 'drawing', ...TALL },
  { name: 'house-sketch', title: '坡顶小屋 · 草图', kind: 'line-drawing', source: 'drawing', ...TALL },
  { name: 'chair-cutout', title: '单椅 · 纯色背景', kind: 'photo', source: 'scene', width: 1200, height: 1200 },
  { name: 'chair-cutout-alpha', title: '单椅 · 透明背景', kind: 'cutout', source: 'cutout', width: 1200, height: 1200 },
  {
    name: 'villa-lines',
    title: '泳池别墅 · 线稿',
    kind: 'line-drawing',
    source: 'tool',
    made: { tool: 'toline', from: 'villa-day', params: { lineStyle: 'detail' } },
    ...WIDE,
  },
];

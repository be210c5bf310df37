import { categories } from '#shared/tools/categories';
import { categoryName } from '../../furnish/category-name.ts';
import type { LightMood } from '../../light/atmosphere-looks.ts';
import { type Palette, paletteOf } from '../../light/relight-palettes.ts';

/** A category of the material library, by its Chinese name there. */
export type FinishName = '石材' | '木' | '混凝土' | '砖' | '金属' | '玻璃' | '涂料' | '瓷砖' | '地毯' | '屋面';

/** Materials and mood of a preset. */
export interface ScenePreset {
  palette: Palette;
  wallFinish: FinishName;
  accentFinish: FinishName;
  floorFinish: FinishName;
  /** Of the ground before a building. */
  pavingFinish: '石板' | '混凝土' | '砖';
  /** Colour of roofs seen from above, `#rrggbb`. */
  roof: string;
  /** Share of surfaces that carry the accent, 0–1. */
  accentShare: number;
  /** Light a preset stands for; used when no atmosphere is chosen. */
  mood?: LightMood | undefined;
}

const finishesOfStyle: Readonly<Record<string, readonly [wall: FinishName, accent: FinishName, floor: FinishName]>> = {
  古典: ['石材', '石材', '木'],
  法式: ['石材', '金属', '木'],
  'Art Deco': ['石材', '金属', '石材'],
  工业: ['砖', '金属', '混凝土'],
  清水混凝土: ['混凝土', '木', '混凝土'],
  木构: ['木', '木', '木'],
  乡土: ['砖', '木', '砖'],
  参数化: ['金属', '金属', '瓷砖'],
  未来: ['金属', '玻璃', '瓷砖'],
  轻奢: ['涂料', '金属', '石材'],
  科技: ['金属', '金属', '瓷砖'],
  意式: ['涂料', '木', '石材'],
  新中式: ['涂料', '木', '木'],
  地中海: ['涂料', '木', '瓷砖'],
};

/** Styles whose ground is not laid with slabs. */
const pavingOfStyle: Readonly<Record<string, ScenePreset['pavingFinish']>> = {
  工业: '混凝土',
  清水混凝土: '混凝土',
  未来: '混凝土',
  乡土: '砖',
};

/** Changes of a palette by the kind of district or building. */
const kinds: Readonly<Record<string, Partial<Palette> & { roof?: string; accentShare?: number }>> = {
  住区: { wall: '#e3d8c6', accent: '#b08a66', roof: '#a8a49c' },
  产业园: { wall: '#dfe2e4', accent: '#7e8a94', roof: '#b9bec1' },
  新城: { wall: '#d5dce1', accent: '#8fa3b0', roof: '#a9b1b6' },
  古镇: { wall: '#e9e5db', accent: '#6b432c', roof: '#4c4d4f', paving: '#a09a8e' },
  校园: { wall: '#c98f6f', accent: '#e6ddcb', roof: '#9c6a52' },
  滨水: { wall: '#ece8df', accent: '#a9784c', roof: '#c0bbb1' },
  幼儿园: { accent: '#e0a63c', accentShare: 0.5 },
  工业厂房: { wall: '#cfd3d6', accent: '#5f7f9a' },
  医院: { wall: '#f0f0ec', accent: '#8fb3ae' },
  民宿: { accent: '#8a5c35', accentShare: 0.5 },
  文旅: { accent: '#8a5c35', accentShare: 0.45 },
};

const moodOfLight: Readonly<Record<string, LightMood>> = {
  晴: 'sunny',
  逆光: 'morning',
  夜: 'night',
  阴: 'overcast',
  柔光: 'noon',
};

/** The preset of a type and a style, by the names of their categories. */
export function presetOf(type: string, style: string | undefined): ScenePreset {
  const kind = kinds[categoryName(type) ?? ''] ?? {};
  const styleName = categoryName(style) ?? '';
  const hasOwnColours = style !== undefined && !(styleName in moodOfLight);
  const palette = paletteOf(style);
  const [wallFinish, accentFinish, floorFinish] = finishesOfStyle[styleName] ?? ['涂料', '木', '木'];
  const { roof, accentShare, ...colours } = kind;
  return {
    palette: hasOwnColours ? { ...palette } : { ...palette, ...colours },
    wallFinish,
    accentFinish,
    floorFinish,
    pavingFinish: pavingOfStyle[styleName] ?? '石板',
    roof: roof ?? '#a5a29b',
    accentShare: accentShare ?? 0.35,
    mood: moodOfLight[styleName],
  };
}

/** Id of a finish in the material library, for `finishOf`. */
export function finishId(name: FinishName): string {
  const root = categories.find((node) => node.name === '材质');
  const found = root?.children?.find((node) => node.name === name);
  if (!found) throw new Error(`no material category ${name}`);
  return found.id;
}

/** The swatches of the material library: every category in the tones its kernel knows. */
import { categoryId } from '../categories.ts';

export interface MaterialRecipe {
  /** As people read it. */
  name: string;
  file: string;
  classifyId: string;
  tone: number;
  seed: number;
}

const names: Readonly<Record<string, readonly [file: string, ...tones: string[]]>> = {
  石材: ['stone', '浅纹云石', '米黄石材', '墨绿石材'],
  木: ['wood', '橡木拼板', '胡桃木拼板', '白蜡木拼板'],
  混凝土: ['concrete', '清水混凝土', '深灰混凝土', '暖灰混凝土'],
  砖: ['brick', '红砖顺砌', '青砖顺砌', '米白砖顺砌'],
  金属: ['metal', '拉丝铝板', '古铜板', '炭黑金属板'],
  玻璃: ['glass', '蓝灰玻璃幕墙', '深灰玻璃幕墙', '青灰玻璃幕墙'],
  涂料: ['paint', '米白涂料', '灰绿涂料', '陶土涂料'],
  瓷砖: ['ceramic', '米白瓷砖', '浅灰瓷砖', '深灰瓷砖'],
  织物: ['fabric', '亚麻织物', '灰蓝织物', '赭石织物'],
  皮革: ['leather', '鞍棕皮革', '墨黑皮革', '沙色皮革'],
  地毯: ['carpet', '米灰地毯', '蓝灰地毯', '褐色地毯'],
  屋面: ['roof', '红陶平瓦', '青灰平瓦', '土褐平瓦'],
};

export const materialRecipes: readonly MaterialRecipe[] = Object.entries(names).flatMap(
  ([category, [file, ...tones]], place) =>
    tones.map((name, tone) => ({
      name,
      file: `${file}-${tone + 1}`,
      classifyId: categoryId('材质', category),
      tone,
      seed: 3 + place * 7 + tone,
    })),
);

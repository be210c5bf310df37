import { luminanceOf } from '../../base/colour.ts';
import type { LinearLight } from '../../base/linear-light.ts';
import { type Heard, stretchesOf } from '../../base/words.ts';

/** Changes of a picture's look that words ask for; 0 = none, about ±1 for one word. */
export interface WordedGrade {
  warmth: number;
  brightness: number;
  contrast: number;
  saturation: number;
}

const keys = ['warmth', 'brightness', 'contrast', 'saturation'] as const;

/** Words the engine understands in a description; everything else in it has no effect on a picture's grade. */
const words: ReadonlyArray<readonly [pattern: RegExp, effect: Partial<WordedGrade>]> = [
  [/暖|温馨|金色|夕阳|日落|阳光/, { warmth: 1 }],
  [/冷|清冷|蓝调|月光/, { warmth: -1 }],
  [/明亮|通透|高调|敞亮|白天/, { brightness: 1 }],
  [/昏暗|暗调|低调|深沉|阴影|过暗|太暗/, { brightness: -1 }],
  [/过曝|太亮|刺眼/, { brightness: 1 }],
  [/对比|硬朗|戏剧|电影/, { contrast: 1 }],
  [/柔和|柔光|朦胧|淡雅/, { contrast: -1 }],
  [/鲜艳|浓郁|饱和|多彩/, { saturation: 1 }],
  [/高级灰|素雅|低饱和|莫兰迪|灰调|淡雅/, { saturation: -1 }],
];

/** Reads what a description and a list of unwanted things ask for. */
export function readWords(wanted: string, unwanted: string): WordedGrade {
  const grade: WordedGrade = { warmth: 0, brightness: 0, contrast: 0, saturation: 0 };
  for (const [pattern, effect] of words) {
    const sign = Number(pattern.test(wanted)) - Number(pattern.test(unwanted));
    if (sign === 0) continue;
    for (const key of keys) grade[key] += sign * (effect[key] ?? 0);
  }
  return grade;
}

/** Which words {@link readWords} goes by; words that cancel each other are not among them. */
export function hearGrade(wanted: string, unwanted: string): Heard {
  const grade = readWords(wanted, unwanted);
  const heard: Heard = { wanted: [], unwanted: [] };
  for (const [pattern, effect] of words) {
    const sign = Number(pattern.test(wanted)) - Number(pattern.test(unwanted));
    if (sign === 0 || !keys.some((key) => effect[key] && grade[key] !== 0)) continue;
    if (sign > 0) heard.wanted.push(...stretchesOf(wanted, pattern));
    else heard.unwanted.push(...stretchesOf(unwanted, pattern));
  }
  return heard;
}

export function isPlain({ warmth, brightness, contrast, saturation }: WordedGrade): boolean {
  return warmth === 0 && brightness === 0 && contrast === 0 && saturation === 0;
}

/** Applies a worded grade, gently. In place. */
export function gradeByWords(light: LinearLight, { warmth, brightness, contrast, saturation }: WordedGrade): void {
  const red = 1.07 ** warmth;
  const blue = 0.9 ** warmth;
  const gain = 1.16 ** brightness;
  const power = 1.12 ** contrast;
  const chroma = 1.2 ** saturation;
  for (let at = 0; at < light.length; at += 3) {
    const grey = Math.max(1e-5, luminanceOf(light[at]!, light[at + 1]!, light[at + 2]!));
    const scale = gain * (grey / 0.18) ** (power - 1);
    light[at] = Math.max(0, grey + (light[at]! - grey) * chroma) * scale * red;
    light[at + 1] = Math.max(0, grey + (light[at + 1]! - grey) * chroma) * scale;
    light[at + 2] = Math.max(0, grey + (light[at + 2]! - grey) * chroma) * scale * blue;
  }
}

import type { CategoryNode } from '#shared/domain/category-tree';
import { categories } from '#shared/tools/categories';
import type { Rgb } from '../../base/colour.ts';
import { clamp } from '../../base/scalar.ts';
import { blanked, type Heard, stretchesOf } from '../../base/words.ts';
import { hearLook, lookOf } from '../fill/material-words.ts';
import { type LightMood, type MoodLook, moodLooks } from '../light/atmosphere-looks.ts';
import { hearGrade, readWords, type WordedGrade } from '../light/grade-words.ts';
import { type Palette, paletteOf } from '../light/relight-palettes.ts';
import type { Backdrop } from '../light/sky-backdrop.ts';

/** Parameters of the engine besides the canvas. */
export interface LiveParams {
  promptTxt?: string | undefined;
  classifyId2?: string | undefined;
  classifyId3?: string | undefined;
  /** 0–100: how strictly the colours and lines of the drawing stay. */
  similarity: number;
}

export type Season = 'spring' | 'summer' | 'autumn' | 'winter';
export type WallFinish = 'plaster' | 'brick' | 'wood' | 'concrete' | 'stone' | 'metal' | 'glass';

/** Wishes in words, type and style. */
export interface LiveWish {
  /** 0–1. */
  fidelity: number;
  mood: LightMood;
  look: MoodLook;
  season: Season;
  grade: WordedGrade;
  palette: Palette;
  /** Of walls whose colour says nothing. */
  finish: WallFinish;
  /** Named in words for walls; overrides the palette's. */
  wallColour: Rgb | undefined;
  backdrop: Backdrop;
  isCity: boolean;
  /** Said in words: a room or not; undefined = the drawing decides. */
  isRoom: boolean | undefined;
  /** The words that say so. */
  heard: Heard;
}

const moods: ReadonlyArray<readonly [pattern: RegExp, mood: LightMood]> = [
  [/夜景|夜晚|夜色|深夜|晚上|night/i, 'night'],
  [/蓝调|蓝色时刻|暮色|blue hour/i, 'blueHour'],
  [/黄昏|夕阳|日落|傍晚|晚霞|dusk|sunset/i, 'dusk'],
  [/清晨|晨曦|早晨|日出|morning|dawn/i, 'morning'],
  [/下雪|雪景|大雪|雪|snow/i, 'snow'],
  [/雨天|雨后|下雨|雨(?![棚篷搭水])|\brain(?:y|ing)?\b/i, 'rain'],
  [/雾天|薄雾|晨雾|雾|fog|mist/i, 'fog'],
  [/阴天|阴|overcast|cloudy/i, 'overcast'],
  [/正午|中午|noon/i, 'noon'],
];
const seasons: ReadonlyArray<readonly [pattern: RegExp, season: Season]> = [
  [/秋天|秋季|秋|红叶|枫|银杏|autumn/i, 'autumn'],
  [/春天|春季|春|樱花|樱|花开|spring|blossom/i, 'spring'],
  [/冬天|冬季|冬|雪|winter|snow/i, 'winter'],
];
const surroundings: ReadonlyArray<readonly [pattern: RegExp, backdrop: Backdrop]> = [
  [/雪山/, 'snowMountain'],
  [/城市|都市|街道|街区|街|商业|CBD|city|street/i, 'city'],
  [/海边|海岸|海滨|海|沙滩|coast|sea/i, 'coast'],
  [/森林|山林|树林|forest/i, 'forest'],
  [/湖边|湖畔|湖|滨水|河边|河|lake|river/i, 'waterfront'],
  [/沙漠|戈壁|desert/i, 'desert'],
  [/小区|住区|社区/, 'residential'],
  [/校园|园区|campus/i, 'campus'],
];
const finishTitles: Readonly<Record<string, WallFinish>> = {
  混凝土: 'concrete',
  玻璃: 'glass',
  铜: 'metal',
  金属: 'metal',
  大理石: 'stone',
  石材: 'stone',
  砖: 'brick',
  胡桃木: 'wood',
  木: 'wood',
  涂料: 'plaster',
};
const styleFinishes: Readonly<Record<string, WallFinish>> = {
  工业: 'brick',
  清水混凝土: 'concrete',
  木构: 'wood',
  乡土: 'stone',
  参数化: 'metal',
  未来: 'metal',
};
const cityTypes = /办公|酒店|商业|医院|交通|售楼|文化|体育/;
const insides: ReadonlyArray<readonly [pattern: RegExp, isRoom: boolean]> = [
  [/室内|客厅|卧室|餐厅|厨房|书房|大堂|玄关|展厅|浴室|卫生间|interior|living room|bedroom/i, true],
  [/室外|外观|街景|鸟瞰|庭院|花园|exterior/i, false],
];

/** Reads the words and presets of a frame. */
export function readWish({ promptTxt = '', classifyId2, classifyId3, similarity }: LiveParams): LiveWish {
  const find = <T>(list: ReadonlyArray<readonly [RegExp, T]>, text: string) =>
    list.find(([pattern]) => pattern.test(text));
  const style = nameOf(categories, classifyId3) ?? '';
  const type = nameOf(categories, classifyId2) ?? '';
  // 「雪山」 is a place, not the weather.
  const weatherText = blanked(promptTxt, /雪山/g);
  const mood = find(moods, weatherText);
  const season = find(seasons, weatherText);
  const place = find(surroundings, promptTxt);
  const inOrOut = find(insides, promptTxt);
  // Words of the hour and the season hold names of colours that no wall is meant to have.
  const wallText = blanked(promptTxt, /黄昏|蓝调|蓝天|白云|白天|红叶|绿地|绿化|绿植|植物|树|草/g);
  const named = lookOf(wallText);
  const finish = (named && finishTitles[named.title]) ?? styleFinishes[style] ?? 'plaster';
  const isWall = named !== undefined && finishTitles[named.title] !== undefined;
  const isCity = place?.[1] === 'city' || cityTypes.test(type);
  return {
    fidelity: clamp(similarity / 100, 0, 1),
    mood: mood?.[1] ?? 'sunny',
    look: moodLooks[mood?.[1] ?? 'sunny'],
    season: season?.[1] ?? 'summer',
    grade: readWords(promptTxt, ''),
    palette: paletteOf(classifyId3),
    finish,
    wallColour: isWall ? named.colours[0] : undefined,
    backdrop: place?.[1] ?? (isCity ? 'city' : 'forest'),
    isCity,
    isRoom: inOrOut?.[1],
    heard: {
      wanted: [
        ...[mood, season].flatMap((one) => (one ? stretchesOf(weatherText, one[0]) : [])),
        ...[place, inOrOut].flatMap((one) => (one ? stretchesOf(promptTxt, one[0]) : [])),
        ...(isWall ? hearLook(wallText).wanted : []),
        ...hearGrade(promptTxt, '').wanted,
      ],
      unwanted: [],
    },
  };
}

function nameOf(nodes: readonly CategoryNode[], id: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  for (const node of nodes) {
    if (node.id === id) return node.name;
    const below = id.startsWith(node.id) ? nameOf(node.children ?? [], id) : undefined;
    if (below) return below;
  }
  return undefined;
}

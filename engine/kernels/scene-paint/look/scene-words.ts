import type { Rgb } from '../../../base/colour.ts';
import { blanked, type Heard, nothingHeard, stretchesOf, type TextRange } from '../../../base/words.ts';
import { hearLook, lookOf } from '../../fill/material-words.ts';
import type { LightMood } from '../../light/atmosphere-looks.ts';
import type { FinishName } from './presets.ts';

/** Wishes of a description for a scene beyond its grade. */
export interface SceneWords {
  /** A finish for the walls, and its colour where one is named. */
  wall?: { finish: FinishName; colour: Rgb };
  mood?: LightMood;
  /** Things that must not be added. */
  unwanted: { people: boolean; vehicles: boolean; plants: boolean; water: boolean };
  /** The words that say so: which of them take effect depends on the picture and the form. */
  heard: { wall: Heard; mood: TextRange[]; things: TextRange[] };
}

const finishOfTitle: Readonly<Record<string, FinishName>> = {
  混凝土: '混凝土',
  玻璃: '玻璃',
  铜: '金属',
  金属: '金属',
  大理石: '石材',
  石材: '石材',
  砖: '砖',
  胡桃木: '木',
  木: '木',
  涂料: '涂料',
};

const moods: ReadonlyArray<readonly [RegExp, LightMood]> = [
  [/蓝调时刻|蓝调/, 'blueHour'],
  [/夜景|夜晚|夜色|深夜|夜|星空/, 'night'],
  [/黄昏|傍晚|日落|夕阳|晚霞/, 'dusk'],
  [/清晨|晨曦|日出|早晨/, 'morning'],
  [/雪景|下雪|大雪|雪/, 'snow'],
  [/雨天|雨后|下雨|小雨|细雨|雨(?![棚篷搭水])/, 'rain'],
  [/雾天|薄雾|晨雾|大雾|雾/, 'fog'],
  [/阴天|多云|阴/, 'overcast'],
  [/晴天|晴朗|晴空|晴|阳光明媚|阳光/, 'sunny'],
];

const things = {
  people: /行人|人物|人群|人/,
  vehicles: /汽车|车辆|车/,
  plants: /树木|树|植物|绿化|绿植|花/,
  water: /水景|水/,
} as const;
/** A lattice is a thing to be built, not what walls are made of. */
const notWalls = /(?:木|竹|金属|铝|钢)?(?:质|制)?(?:竖向|竖)?(?:格栅|百叶)|灌木|乔木|草木/g;

/** Reads material, light and unwanted things from a description, Chinese. Unknown words say nothing. */
export function readSceneWords(wanted: string, unwanted: string): SceneWords {
  const walls = blanked(wanted, notWalls);
  const look = lookOf(walls, unwanted);
  const finish = look && finishOfTitle[look.title];
  // 「雪」 of 「雪白」 and 「阴」 of 「绿荫」 are no weather.
  const weather = blanked(wanted, /雪白|雪山|绿荫|林荫|树荫|阴影|星空顶/g);
  const mood = moods.find(([pattern]) => pattern.test(weather) && !pattern.test(unwanted));
  return {
    ...(look && finish ? { wall: { finish, colour: look.colours[0]! } } : {}),
    ...(mood ? { mood: mood[1] } : {}),
    unwanted: {
      people: things.people.test(unwanted),
      vehicles: things.vehicles.test(unwanted),
      plants: things.plants.test(unwanted),
      water: things.water.test(unwanted),
    },
    heard: {
      wall: finish ? hearLook(walls, unwanted) : nothingHeard,
      mood: mood ? stretchesOf(weather, mood[0]) : [],
      things: Object.values(things).flatMap((pattern) => stretchesOf(unwanted, pattern)),
    },
  };
}

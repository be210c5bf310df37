import type { Rgb } from '../../base/colour.ts';
import { lookOf } from '../fill/material-words.ts';
import type { LightMood } from '../light/atmosphere-looks.ts';
import type { FinishName } from './presets.ts';

/** What a description asks of a scene beyond its grade. */
export interface SceneWords {
  /** A finish for the walls, and its colour where one is named. */
  wall?: { finish: FinishName; colour: Rgb };
  mood?: LightMood;
  /** Things that must not be added. */
  unwanted: { people: boolean; vehicles: boolean; plants: boolean; water: boolean };
}

const finishOfTitle: Readonly<Record<string, FinishName>> = {
  混凝土: '混凝土',
  玻璃: '玻璃',
  金属: '金属',
  大理石: '石材',
  石材: '石材',
  砖: '砖',
  胡桃木: '木',
  木: '木',
  涂料: '涂料',
};

const moods: ReadonlyArray<readonly [RegExp, LightMood]> = [
  [/蓝调/, 'blueHour'],
  [/夜|星空/, 'night'],
  [/黄昏|傍晚|日落|夕阳|晚霞/, 'dusk'],
  [/清晨|晨曦|日出|早晨/, 'morning'],
  [/雪/, 'snow'],
  [/雨/, 'rain'],
  [/雾/, 'fog'],
  [/阴天|多云|阴/, 'overcast'],
  [/晴|阳光/, 'sunny'],
];

/** Reads material, light and unwanted things from a description, Chinese. Unknown words say nothing. */
export function readSceneWords(wanted: string, unwanted: string): SceneWords {
  const words: SceneWords = {
    unwanted: {
      people: /人|行人|人物/.test(unwanted),
      vehicles: /车/.test(unwanted),
      plants: /树|植物|绿化|绿植|花/.test(unwanted),
      water: /水/.test(unwanted),
    },
  };
  const look = lookOf(wanted, unwanted);
  const finish = look && finishOfTitle[look.title];
  if (look && finish) words.wall = { finish, colour: look.colours[0]! };
  // 「雪」 of 「雪白」 and 「阴」 of 「绿荫」 are no weather.
  const weather = wanted.replace(/雪白|雪山|绿荫|林荫|树荫|阴影|星空顶/g, '');
  const mood = moods.find(([pattern]) => pattern.test(weather) && !pattern.test(unwanted));
  if (mood) words.mood = mood[1];
  return words;
}

import type { Heard, TextRange } from '../../base/words.ts';
import type { Hour, Surroundings, Weather } from '../concept/brief.ts';
import { readingsIn, readText, type WordReading } from '../concept/brief-words.ts';
import { styleLabels } from '../concept/building-rules.ts';
import {
  atmospheres,
  type BriefForm,
  categoryName,
  hourLabels,
  surroundingLabels,
  weatherLabels,
} from '../concept/read-brief.ts';
import type { PieceKind } from '../furnish/pieces.ts';
import { readWishes } from '../furnish/words.ts';
import { type InteriorBrief, type RoomKind, roomRules, type WindowWish } from './interior-brief.ts';
import { type InteriorMeaning, interiorLexicon } from './interior-words.ts';
import { closedAhead } from './room-plan.ts';

export interface InteriorReading {
  brief: InteriorBrief;
  /** What was understood, for people: room · style · finishes · light. */
  understood: string;
  notes: string[];
  /** Words that took effect; the pieces are heard of in the brief's wishes. */
  heard: Heard;
}

/** Metres said as 层高3.6米. */
const saidHeight = /(?:层高|净高|高度?|ceiling(?: height)?(?: of)?)\s*(\d(?:\.\d+)?)\s*(?:米|m\b)/i;
/** Words that nobody uses of a building's outside. */
const indoorSigns = /吊顶|天花|软装|家具|地毯|窗帘|茶几|沙发|餐桌|书桌|吧台|床(?!边)|sofa|couch|rug|curtain|furniture/i;

/** Styles of buildings as those of rooms. */
const stylesOfBuildings: Readonly<Record<string, string>> = {
  [styleLabels.newChinese]: '新中式',
  [styleLabels.french]: '法式',
  [styleLabels.industrial]: '工业',
  [styleLabels.classical]: '美式',
  [styleLabels.artDeco]: '轻奢',
  [styleLabels.timber]: '原木',
  [styleLabels.vernacular]: '侘寂',
};

/** Words for pieces that could be placed. */
export function piecesHeard({ brief }: InteriorReading, isPlaced: (kind: PieceKind) => boolean): Heard {
  const pieces = brief.wishes.heard.pieces.filter(({ kinds }) => kinds.some(isPlaced));
  return { wanted: pieces.map(({ from, to }) => ({ from, to })), unwanted: [] };
}

/** The room that a description asks for; nothing when it asks for a building's outside. Form and words as in `readBrief`. */
export function readInterior(form: BriefForm): InteriorReading | undefined {
  const text = form.promptTxt;
  const measured = saidHeight.exec(text);
  const taken = measured ? [{ from: measured.index, to: measured.index + measured[0].length }] : [];
  const readings = readingsIn<InteriorMeaning>(text, interiorLexicon, taken);
  const barred = [
    ...readings.filter(({ isNegated }) => isNegated),
    ...readingsIn<InteriorMeaning>(form.negTxt ?? '', interiorLexicon, []),
  ];
  const said = readings.filter(
    ({ isNegated, entry }) => !isNegated && !barred.some((other) => other.entry.label === entry.label),
  );
  const named = roomOf(said, text);
  if (!named) return undefined;
  const { room, isGuessed, standsFor } = named;
  const first = <K extends keyof InteriorMeaning>(key: K): InteriorMeaning[K] | undefined =>
    said.map(({ entry }) => entry.sets[key]).find((value) => value !== undefined);

  const rule = roomRules[room];
  const notes: string[] = [];
  if (isGuessed) notes.push('描述没有说明是哪个房间，按客厅出图');
  if (standsFor) notes.push(`“${standsFor}”按相近的${rule.label}布置`);
  if (form.classifyId2) notes.push('描述是室内，表单的建筑类型没有采用');
  if (form.view && form.view !== 'auto' && form.view !== 'eye') notes.push('室内按人视出图');

  // The hour, the weather and what lies outside are read as for buildings, from what is left of the text.
  const around = readText(readings.reduce((rest, { from, to }) => cut(rest, from, to), text)).readings.filter(
    ({ isNegated }) => !isNegated,
  );
  const picked = form.atmosphere ? atmospheres[form.atmosphere] : undefined;
  const hour: Hour = picked?.[0] ?? firstOf(around, 'hour') ?? 'day';
  const weather: Weather = picked ? picked[1] : (firstOf(around, 'weather') ?? 'clear');
  const chosenPlace = form.environment && form.environment !== 'auto' ? form.environment : undefined;
  const saidPlace = firstOf(around, 'surroundings');
  const surroundings: Surroundings = chosenPlace ?? saidPlace ?? rule.surroundings;
  if (weather === 'rain') notes.push('窗外雨天按阴天出图');

  const wishes = readWishes(text, form.negTxt ?? '');
  const formStyle = categoryName(form.classifyId3);
  const style = first('style') ?? (formStyle && stylesOfBuildings[formStyle]) ?? rule.style;
  const ceilingWord = first('ceiling');
  const [, , usual] = rule.size;
  const height = measured ? Math.min(8, Math.max(2.4, Number(measured[1]))) : undefined;
  const brief: InteriorBrief = {
    room,
    style,
    floor: first('floor'),
    wall: first('wall'),
    windows: new Set(
      said.flatMap(({ entry: { sets } }): WindowWish[] =>
        sets.window && !(sets.window === 'end' && closedAhead.has(room)) ? [sets.window] : [],
      ),
    ),
    isLeather: first('cover') === 'leather',
    hour,
    weather,
    surroundings,
    ceiling: height ?? (ceilingWord === 'high' ? usual * 1.55 : ceilingWord === 'low' ? usual * 0.9 : undefined),
    hasLamps: first('hasLamps') === true,
    wishes,
  };
  const isInEffect = ({ entry: { sets } }: WordReading<InteriorMeaning>): boolean =>
    sets.isInterior === true ||
    (sets.room !== undefined && sets.room === room) ||
    (sets.style !== undefined && sets.style === style) ||
    (sets.floor !== undefined && sets.floor === brief.floor) ||
    (sets.wall !== undefined && sets.wall === brief.wall) ||
    (sets.window !== undefined && brief.windows.has(sets.window)) ||
    (sets.cover !== undefined && sets.cover === first('cover')) ||
    (sets.ceiling !== undefined && height === undefined && sets.ceiling === ceilingWord) ||
    sets.hasLamps === true;
  const used = said.filter(isInEffect);
  const heard: Heard = {
    wanted: [
      ...taken,
      ...used,
      ...around.filter(
        ({ entry: { sets } }) =>
          (sets.hour === hour && !picked?.[0]) ||
          (sets.weather === weather && weather !== 'rain' && !picked) ||
          (sets.surroundings === surroundings && !chosenPlace),
      ),
      ...readings.filter(({ isNegated }) => isNegated).map(asRefused),
      ...wishes.heard.wanted,
    ].map(({ from, to, isUnwanted }: TextRange) => ({ from, to, ...(isUnwanted ? { isUnwanted } : {}) })),
    unwanted: [...readingsIn<InteriorMeaning>(form.negTxt ?? '', interiorLexicon, []), ...wishes.heard.unwanted].map(
      ({ from, to }) => ({ from, to }),
    ),
  };
  const labelled = (key: keyof InteriorMeaning) => used.filter(({ entry }) => entry.sets[key] !== undefined);
  const parts = [
    standsFor ? `${standsFor}（${rule.label}）` : rule.label,
    style,
    ...(['floor', 'wall', 'window', 'cover', 'ceiling'] as const).map((key) =>
      [...new Set(labelled(key).map(({ entry }) => entry.label))].join('、'),
    ),
    height ? `层高 ${height} 米` : '',
    hourLabels[hour],
    weather === 'clear' ? '' : weatherLabels[weather],
    chosenPlace || saidPlace ? `窗外${surroundingLabels[surroundings]}` : '',
  ];
  return { brief, understood: parts.filter(Boolean).join(' · '), notes, heard };
}

/** The room named, when the words are of rooms at all. */
function roomOf(
  said: readonly WordReading<InteriorMeaning>[],
  text: string,
): { room: RoomKind; isGuessed?: true; standsFor?: string | undefined } | undefined {
  if (said.some(({ entry }) => entry.sets.isOutside)) return undefined;
  const rooms = said.filter(({ entry }) => entry.sets.room);
  const sure = rooms.find(({ entry }) => !entry.sets.isAlsoBuilding);
  const isIndoors =
    said.some(({ entry: { sets } }) => sets.isInterior || sets.floor || sets.cover) || indoorSigns.test(text);
  const named = sure ?? (isIndoors ? rooms[0] : undefined);
  if (named) return { room: named.entry.sets.room!, standsFor: named.entry.sets.standsFor };
  return said.some(({ entry }) => entry.sets.isInterior) ? { room: 'living', isGuessed: true } : undefined;
}

function firstOf<K extends keyof WordReading['entry']['sets']>(
  readings: readonly WordReading[],
  key: K,
): WordReading['entry']['sets'][K] | undefined {
  return readings.map(({ entry }) => entry.sets[key]).find((value) => value !== undefined);
}

function asRefused({ from, to, negatedFrom }: WordReading<InteriorMeaning>): TextRange {
  return negatedFrom === undefined ? { from, to, isUnwanted: true } : { from: negatedFrom, to };
}

function cut(text: string, from: number, to: number): string {
  return text.slice(0, from) + ' '.repeat(to - from) + text.slice(to);
}

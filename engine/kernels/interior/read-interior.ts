import type { Heard, TextRange } from '../../base/words.ts';
import {
  atmospheres,
  type BriefForm,
  categoryName,
  hourLabels,
  surroundingLabels,
  weatherLabels,
} from '../concept/reading/read-brief.ts';
import type { Hour, Surroundings, Weather } from '../concept/words/brief.ts';
import { readingsIn, readText, type WordReading } from '../concept/words/brief-words.ts';
import { styleLabels } from '../concept/words/building-rules.ts';
import type { PieceKind } from '../furnish/pieces.ts';
import { readWishes } from '../furnish/words.ts';
import { type InteriorBrief, type RoomKind, roomRules, type WindowWish } from './interior-brief.ts';
import { type InteriorMeaning, interiorLexicon } from './interior-words.ts';
import { closedAhead } from './room-plan.ts';

export interface InteriorReading {
  brief: InteriorBrief;
  /** The reading in Chinese: room · style · finishes · light. */
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

/** The room that a description asks for; undefined when it asks for a building's outside. Form and words as in `readBrief`. */
export function readInterior(form: BriefForm): InteriorReading | undefined {
  const text = form.promptTxt;
  const measured = saidHeight.exec(text);
  const taken = measured ? [{ from: measured.index, to: measured.index + measured[0].length }] : [];
  const readings = readingsIn<InteriorMeaning>(text, interiorLexicon, taken);
  const unwanted = readingsIn<InteriorMeaning>(form.negTxt ?? '', interiorLexicon, []);
  const barred = [...readings.filter(({ isNegated }) => isNegated), ...unwanted];
  const said = readings.filter(
    ({ isNegated, entry }) => !isNegated && !barred.some(({ entry: { label } }) => label === entry.label),
  );
  const named = roomOf(said, text);
  if (!named) return undefined;
  const outside = readOutside(form, readings, roomRules[named.room].surroundings);
  const height = measured ? Math.min(8, Math.max(2.4, Number(measured[1]))) : undefined;
  const brief = briefOf(form, said, named.room, { height, outside });
  const used = said.filter((reading) => isInEffect(reading, brief, said, height));
  const heard: Heard = {
    wanted: [
      ...taken,
      ...used,
      ...outside.readings.filter((reading) => isOutsideInEffect(reading, outside)),
      ...readings.filter(({ isNegated }) => isNegated).map(asRefused),
      ...brief.wishes.heard.wanted,
    ].map(({ from, to, isUnwanted }: TextRange) => ({ from, to, ...(isUnwanted ? { isUnwanted } : {}) })),
    unwanted: [...unwanted, ...brief.wishes.heard.unwanted].map(({ from, to }) => ({ from, to })),
  };
  const understood = understoodOf(named, brief, used, { height, outside });
  return { brief, understood, notes: notesOf(form, named, outside), heard };
}

type Said = readonly WordReading<InteriorMeaning>[];

interface NamedRoom {
  room: RoomKind;
  isGuessed?: true;
  standsFor?: string | undefined;
}

/** The hour, the weather and the surroundings outside the windows, and where they come from. */
interface Outside {
  readings: readonly WordReading[];
  /** Hour and weather that the form's atmosphere gives. */
  picked: (typeof atmospheres)[string] | undefined;
  hour: Hour;
  weather: Weather;
  chosenPlace: Surroundings | undefined;
  saidPlace: Surroundings | undefined;
  surroundings: Surroundings;
}

/** Reads them as for buildings, from the words that no reading of the room has taken. */
function readOutside(form: BriefForm, taken: Said, usual: Surroundings): Outside {
  const rest = taken.reduce((text, { from, to }) => cut(text, from, to), form.promptTxt);
  const readings = readText(rest).readings.filter(({ isNegated }) => !isNegated);
  const picked = form.atmosphere ? atmospheres[form.atmosphere] : undefined;
  const chosenPlace = form.environment && form.environment !== 'auto' ? form.environment : undefined;
  const saidPlace = firstOf(readings, 'surroundings');
  return {
    readings,
    picked,
    hour: picked?.[0] ?? firstOf(readings, 'hour') ?? 'day',
    weather: picked ? picked[1] : (firstOf(readings, 'weather') ?? 'clear'),
    chosenPlace,
    saidPlace,
    surroundings: chosenPlace ?? saidPlace ?? usual,
  };
}

function isOutsideInEffect({ entry: { sets } }: WordReading, outside: Outside): boolean {
  const { picked, hour, weather, chosenPlace, surroundings } = outside;
  return (
    (sets.hour === hour && !picked?.[0]) ||
    (sets.weather === weather && weather !== 'rain' && !picked) ||
    (sets.surroundings === surroundings && !chosenPlace)
  );
}

/** Sentences for the user about what was guessed or not followed. */
function notesOf(form: BriefForm, { room, isGuessed, standsFor }: NamedRoom, { weather }: Outside): string[] {
  const isViewChosen = form.view && form.view !== 'auto' && form.view !== 'eye';
  return [
    isGuessed && '描述没有说明是哪个房间，按客厅出图',
    standsFor && `“${standsFor}”按相近的${roomRules[room].label}布置`,
    form.classifyId2 && '描述是室内，表单的建筑类型没有采用',
    isViewChosen && '室内按人视出图',
    weather === 'rain' && '窗外雨天按阴天出图',
  ].filter((note) => typeof note === 'string' && note !== '') as string[];
}

function firstSaid<K extends keyof InteriorMeaning>(said: Said, key: K): InteriorMeaning[K] | undefined {
  return said.map(({ entry }) => entry.sets[key]).find((value) => value !== undefined);
}

function briefOf(
  form: BriefForm,
  said: Said,
  room: RoomKind,
  { height, outside }: { height: number | undefined; outside: Outside },
): InteriorBrief {
  const rule = roomRules[room];
  const formStyle = categoryName(form.classifyId3);
  const [, , usual] = rule.size;
  const ceilings: Partial<Record<string, number>> = { high: usual * 1.55, low: usual * 0.9 };
  return {
    room,
    style: firstSaid(said, 'style') ?? (formStyle && stylesOfBuildings[formStyle]) ?? rule.style,
    floor: firstSaid(said, 'floor'),
    wall: firstSaid(said, 'wall'),
    windows: new Set(
      said.flatMap(({ entry: { sets } }): WindowWish[] =>
        sets.window && !(sets.window === 'end' && closedAhead.has(room)) ? [sets.window] : [],
      ),
    ),
    isLeather: firstSaid(said, 'cover') === 'leather',
    hour: outside.hour,
    weather: outside.weather,
    surroundings: outside.surroundings,
    ceiling: height ?? ceilings[firstSaid(said, 'ceiling') ?? ''],
    hasLamps: firstSaid(said, 'hasLamps') === true,
    wishes: readWishes(form.promptTxt, form.negTxt ?? ''),
  };
}

/** True when the brief goes by this word. @param height ceiling height that the text gives in metres */
function isInEffect(
  { entry: { sets } }: WordReading<InteriorMeaning>,
  brief: InteriorBrief,
  said: Said,
  height: number | undefined,
): boolean {
  if (sets.isInterior === true || sets.hasLamps === true) return true;
  const isSet = (['room', 'style', 'floor', 'wall'] as const).some(
    (key) => sets[key] !== undefined && sets[key] === brief[key],
  );
  return (
    isSet ||
    (sets.window !== undefined && brief.windows.has(sets.window)) ||
    (sets.cover !== undefined && sets.cover === firstSaid(said, 'cover')) ||
    (sets.ceiling !== undefined && height === undefined && sets.ceiling === firstSaid(said, 'ceiling'))
  );
}

function understoodOf(
  { room, standsFor }: NamedRoom,
  { style, hour, weather, surroundings }: InteriorBrief,
  used: Said,
  { height, outside }: { height: number | undefined; outside: Outside },
): string {
  const { label } = roomRules[room];
  const labelled = (key: keyof InteriorMeaning) => used.filter(({ entry }) => entry.sets[key] !== undefined);
  const parts = [
    standsFor ? `${standsFor}（${label}）` : label,
    style,
    ...(['floor', 'wall', 'window', 'cover', 'ceiling'] as const).map((key) =>
      [...new Set(labelled(key).map(({ entry }) => entry.label))].join('、'),
    ),
    height ? `层高 ${height} 米` : '',
    hourLabels[hour],
    weather === 'clear' ? '' : weatherLabels[weather],
    outside.chosenPlace || outside.saidPlace ? `窗外${surroundingLabels[surroundings]}` : '',
  ];
  return parts.filter(Boolean).join(' · ');
}

/** The room named, when the words are of rooms at all. */
function roomOf(said: Said, text: string): NamedRoom | undefined {
  /** The room named, when the words are of rooms at all. */
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

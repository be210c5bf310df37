import type { CategoryNode } from '#shared/domain/category-tree';
import { categories, categoryRoots } from '#shared/tools/categories';
import type { Rgb } from '../../../base/colour.ts';
import { makeRandom } from '../../../base/random.ts';
import type { Heard } from '../../../base/words.ts';
import type {
  Brief,
  BuildingKind,
  Feature,
  Hour,
  StyleName,
  Surroundings,
  TreeKind,
  View,
  WallName,
  Weather,
} from '../words/brief.ts';
import type { Meaning } from '../words/brief-entry.ts';
import { readText, type WordReading } from '../words/brief-words.ts';
import { kindRules, styleLabels } from '../words/building-rules.ts';
import { heardOf } from './brief-heard.ts';

/** Fields of the form; an absent field counts as left to the engine. */
export interface BriefForm {
  promptTxt: string;
  negTxt?: string | undefined;
  classifyId2?: string | undefined;
  classifyId3?: string | undefined;
  view?: 'auto' | View | undefined;
  atmosphere?: string | undefined;
  environment?: 'auto' | Surroundings | undefined;
}

export interface BriefReading {
  brief: Brief;
  /** The reading in Chinese: type · storeys · materials · hour · surroundings. */
  understood: string;
  /** Sentences about what was taken from where. */
  notes: string[];
  /** Words that took effect. */
  heard: Heard;
}

export const atmospheres: Readonly<Record<string, readonly [hour: Hour | undefined, weather: Weather, label: string]>> =
  {
    sunny: ['day', 'clear', '晴天'],
    morning: ['morning', 'clear', '清晨'],
    dusk: ['dusk', 'clear', '黄昏'],
    blueHour: ['blueHour', 'clear', '蓝调时刻'],
    night: ['night', 'clear', '夜景'],
    overcast: [undefined, 'overcast', '阴天'],
    rain: [undefined, 'rain', '雨天'],
    fog: [undefined, 'fog', '雾天'],
    snow: [undefined, 'snow', '雪景'],
  };
export const surroundingLabels: Readonly<Record<Surroundings, string>> = {
  city: '城市街区',
  residential: '住区',
  campus: '园区',
  countryside: '乡村田园',
  forest: '山林',
  waterfront: '滨水',
  coast: '海岸',
  snowMountain: '雪山',
  desert: '沙漠',
};
const viewLabels: Readonly<Record<View, string>> = {
  eye: '人视',
  semiAerial: '半鸟瞰',
  aerial: '鸟瞰',
  lowAngle: '仰视',
  elevation: '正立面',
  axonometric: '轴测',
  top: '顶视',
  closeUp: '局部特写',
};
export const hourLabels: Readonly<Record<Hour, string>> = {
  morning: '清晨',
  day: '白天',
  dusk: '黄昏',
  blueHour: '蓝调时刻',
  night: '夜景',
};
export const weatherLabels: Readonly<Record<Weather, string>> = {
  clear: '晴',
  overcast: '阴天',
  rain: '雨',
  fog: '雾',
  snow: '雪',
};

/**
 * Puts a description and a form together. Words win over the type and style of the form, because a form always holds
 * some type; chips for view, light and surroundings that are not 自动 win over words.
 *
 * @param seed decides what neither says (storeys, when the type leaves a range)
 */
export function readBrief(form: BriefForm, seed: number): BriefReading {
  const text = readText(form.promptTxt);
  const unwantedText = readText(form.negTxt ?? '');
  const said = text.readings.filter(({ isNegated }) => !isNegated);
  const barred = [...text.readings.filter(({ isNegated }) => isNegated), ...unwantedText.readings];
  const { isBarred, first, all } = finderOf(said, barred);
  const notes: string[] = [];
  const formKind = kindNamed(categoryName(form.classifyId2));
  const kind: BuildingKind = first('kind') ?? formKind ?? 'villa';
  if (formKind && formKind !== kind && first('kind')) {
    notes.push(`类型按描述取“${kindRules[kind].label}”`);
  }
  const rule = kindRules[kind];
  const formStyle = styleNamed(categoryName(form.classifyId3));
  const style: StyleName = first('style') ?? formStyle ?? rule.style;
  if (formStyle && formStyle !== style) notes.push(`风格按描述取“${styleLabels[style]}”`);

  const picked = form.atmosphere ? atmospheres[form.atmosphere] : undefined;
  const hour: Hour = picked?.[0] ?? first('hour') ?? (first('feature') === 'lamps' ? 'blueHour' : 'day');
  const weather: Weather = picked?.[1] ?? first('weather') ?? 'clear';
  const chosenView = form.view === 'auto' ? undefined : form.view;
  const view: View = chosenView ?? first('view') ?? 'eye';
  const chosenPlace = form.environment === 'auto' ? undefined : form.environment;
  const surroundings: Surroundings = chosenPlace ?? placeIn(said, isBarred) ?? rule.surroundings;

  const given = text.storeys ?? first('storeys');
  const storeys = given ?? anyOf(rule.storeys, seed);
  const unwanted = unwantedIn(barred);
  const wanted = new Set(all('feature').filter((feature) => !unwanted.has(feature)));
  const { walls, wallColour, roofColour } = materialsIn(said, form.promptTxt, isBarred);
  const trees: TreeKind | undefined = first('trees');
  const season = first('season') ?? seasonBy(weather, trees);
  const brief: Brief = {
    kind,
    style,
    storeys,
    areStoreysGiven: given !== undefined,
    roof: first('roof'),
    walls: walls.filter((wall) => wall !== 'glass'),
    wallColour,
    roofColour,
    hour,
    weather,
    season,
    view,
    surroundings,
    trees,
    wanted: walls.includes('glass') ? new Set([...wanted, 'curtainWall']) : wanted,
    unwanted,
  };
  if (first('isInterior')) notes.push('室内描述按建筑外观出图');
  const heard = heardOf(text, unwantedText, brief, {
    hour: picked?.[0] !== undefined,
    weather: picked !== undefined,
    view: chosenView !== undefined,
    surroundings: chosenPlace !== undefined,
  });
  return { brief, understood: sentenceOf(brief, said, barred), notes, heard };
}

/** The first and all meanings of a key that were said and not barred. */
function finderOf(said: readonly WordReading[], barred: readonly WordReading[]) {
  const isBarred = (key: keyof Meaning, value: unknown): boolean =>
    barred.some(({ entry }) => entry.sets[key] !== undefined && entry.sets[key] === value);
  const first = <K extends keyof Meaning>(key: K): Meaning[K] | undefined =>
    said.map(({ entry }) => entry.sets[key]).find((value) => value !== undefined && !isBarred(key, value));
  const all = <K extends keyof Meaning>(key: K): NonNullable<Meaning[K]>[] =>
    [...new Set(said.map(({ entry }) => entry.sets[key]).filter((value) => value !== undefined))].filter(
      (value) => !isBarred(key, value),
    ) as NonNullable<Meaning[K]>[];
  return { isBarred, first, all };
}

function anyOf([least, most]: readonly [number, number], seed: number): number {
  return least + Math.floor(makeRandom(seed * 31 + 7)() * (most - least + 1));
}

function seasonBy(weather: Weather, trees: TreeKind | undefined): Brief['season'] {
  if (weather === 'snow') return 'winter';
  return trees === 'cherry' ? 'spring' : 'summer';
}

function unwantedIn(barred: readonly WordReading[]): Set<Feature> {
  const unwanted = new Set<Feature>();
  for (const { entry } of barred) {
    const { feature, surroundings } = entry.sets;
    if (feature) unwanted.add(feature);
    if (surroundings === 'forest' || surroundings === 'snowMountain') unwanted.add('mountains');
    if (surroundings === 'city') unwanted.add('neighbours');
    if (surroundings === 'waterfront') unwanted.add('water');
  }
  return unwanted;
}

/** A Chinese summary of the brief, shown beside the result: type · storeys · materials · hour · surroundings. */
function sentenceOf(brief: Brief, said: readonly WordReading[], barred: readonly WordReading[]): string {
  const labels = (readings: readonly WordReading[]): string =>
    [...new Set(readings.map(({ entry }) => entry.label))].join('、');
  const saidOf = (key: keyof Meaning): string => labels(said.filter(({ entry }) => entry.sets[key] !== undefined));
  const extras = said
    .filter(({ entry }) => (entry.sets.feature || entry.sets.trees || entry.sets.roof) && !entry.sets.surroundings)
    .filter(({ entry }) => !entry.sets.wall)
    .filter(({ entry }) => !entry.sets.feature || !brief.unwanted.has(entry.sets.feature));
  const parts = [
    kindRules[brief.kind].label,
    `${brief.storeys} 层`,
    styleLabels[brief.style],
    [saidOf('wall'), saidOf('colour')].filter(Boolean).join('、'),
    hourLabels[brief.hour],
    brief.weather === 'clear' ? '' : weatherLabels[brief.weather],
    surroundingLabels[brief.surroundings],
    viewLabels[brief.view],
    labels(extras),
    barred.length > 0 ? `不要${labels(barred)}` : '',
  ];
  return parts.filter(Boolean).join(' · ');
}

/** The surroundings of most weight: a snow mountain behind a lake is still a lake; 山 alone is woodland. */
function placeIn(
  said: readonly WordReading[],
  isBarred: (key: keyof Meaning, value: unknown) => boolean,
): Surroundings | undefined {
  const places = said
    .flatMap(({ entry }) => entry.sets.surroundings ?? [])
    .filter((place) => !isBarred('surroundings', place));
  return (
    (['waterfront', 'coast', 'snowMountain', 'desert', 'forest'] as const).find((place) => places.includes(place)) ??
    places[0]
  );
}

function materialsIn(
  said: readonly WordReading[],
  text: string,
  isBarred: (key: keyof Meaning, value: unknown) => boolean,
): { walls: WallName[]; wallColour?: Rgb; roofColour?: Rgb } {
  const walls: WallName[] = [];
  let wallColour: Rgb | undefined;
  let roofColour: Rgb | undefined;
  for (const { entry, to } of said) {
    const { wall, colour } = entry.sets;
    if (wall && !isBarred('wall', wall) && !walls.includes(wall)) walls.push(wall);
    if (!colour || isBarred('colour', colour)) continue;
    if (/^\s*(?:的\s*)?(?:瓦|屋顶|屋面|坡顶|顶|roof|tile)/i.test(text.slice(to))) roofColour ??= colour;
    else wallColour ??= colour;
  }
  return { walls, ...(wallColour ? { wallColour } : {}), ...(roofColour ? { roofColour } : {}) };
}

function kindNamed(name: string | undefined): BuildingKind | undefined {
  return (Object.keys(kindRules) as BuildingKind[]).find((kind) => kindRules[kind].label === name);
}

function styleNamed(name: string | undefined): StyleName | undefined {
  return (Object.keys(styleLabels) as StyleName[]).find((style) => styleLabels[style] === name);
}

/** Name of a category of buildings; nothing for other roots. */
export function categoryName(id: string | undefined): string | undefined {
  if (!id?.startsWith(categoryRoots.building)) return undefined;
  const find = (nodes: readonly CategoryNode[]): string | undefined => {
    for (const node of nodes) {
      if (node.id === id) return node.name;
      const below = id.startsWith(node.id) ? find(node.children ?? []) : undefined;
      if (below) return below;
    }
    return undefined;
  };
  return find(categories);
}

import { type Heard, nothingHeard, stretchesOf, type TextRange } from '../../base/words.ts';
import type { ItemKind } from '../furnish/single-piece.ts';

/** A thing that is to stand where the region is. */
export interface NamedThing {
  kind: ItemKind;
  /** Name for people. */
  title: string;
}

/** Longer words stand before shorter ones they contain. */
const things: ReadonlyArray<readonly [RegExp, ItemKind, string]> = [
  [/沙发|单人椅|单椅|休闲椅|扶手椅|sofa|couch|armchair/, 'sofa', '沙发'],
  [/衣柜|书柜|书架|电视柜|餐边柜|边柜|斗柜|玄关柜|储物柜|柜子?|wardrobe|bookcase|cabinet|sideboard/, 'cabinet', '柜'],
  [/餐桌椅?|圆桌|桌椅|dining (?:set|table)/, 'diningSet', '餐桌'],
  [/浴缸|坐便器|马桶|洗手台|洗手盆|浴室柜|bathtub|toilet|vanity/, 'bathroom', '洁具'],
  [/窗帘|纱帘|布帘|curtains?/, 'curtain', '窗帘'],
  [/吊灯|落地灯|台灯|灯具|灯(?![光带影])|chandelier|pendant|lamp/, 'lamp', '灯'],
  [/挂画|装饰画|油画|镜子|花瓶|花器|摆件|painting|picture|mirror|vase/, 'decoration', '装饰'],
  [/绿植|盆栽|植物|盆景|plants?/, 'plant', '绿植'],
  [/(?:双人|单人|大|小|木|儿童)?床(?![品单垫头尾罩上])|\bbed\b/, 'bed', '床'],
];

/** Verbs of replacement; the wish comes after the verb: 「沙发换成绿色」 wants green, 「换成绿色沙发」 a sofa. */
const verbs = /换成|换为|改成|改为|变成|变为|replace(?:d)? (?:it )?with|change(?:d)? (?:it )?(?:in)?to/g;

/** The thing that is wanted, with its place in the text; undefined when none is named, or when it is refused. */
function placeOfThing(wanted: string, unwanted: string): (NamedThing & TextRange) | undefined {
  const text = wanted.toLowerCase();
  const from = Math.max(0, ...[...text.matchAll(verbs)].map(({ 0: verb, index }) => index + verb.length));
  for (const [pattern, kind, title] of things) {
    if (pattern.test(unwanted.toLowerCase())) continue;
    const [place] = stretchesOf(text, pattern).filter((stretch) => stretch.from >= from);
    if (place) return { kind, title, ...place };
  }
  return undefined;
}

/** The text without the thing it names: what is left may say its material and colour. */
export function besideThing(wanted: string, unwanted = ''): string {
  const found = placeOfThing(wanted, unwanted);
  if (!found) return wanted;
  return wanted.slice(0, found.from) + ' '.repeat(found.to - found.from) + wanted.slice(found.to);
}

/** The piece of furniture or plant that words ask for, Chinese or English; the first of the list where several are. */
export function thingOf(wanted: string, unwanted = ''): NamedThing | undefined {
  const found = placeOfThing(wanted, unwanted);
  return found && { kind: found.kind, title: found.title };
}

/** Which words {@link thingOf} goes by. */
export function hearThing(wanted: string, unwanted = ''): Heard {
  const found = placeOfThing(wanted, unwanted);
  return found ? { wanted: [{ from: found.from, to: found.to }], unwanted: [] } : nothingHeard;
}

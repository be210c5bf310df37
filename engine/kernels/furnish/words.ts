/** Wishes for a furnishing in a description and a reference picture: pieces wanted and unwanted, colours of covers. */

import type { RgbBytes } from '../../base/colour.ts';
import { makeRandom } from '../../base/random.ts';
import { clamp } from '../../base/scalar.ts';
import { blanked, type Heard, stretchesOf, type TextRange } from '../../base/words.ts';
import type { PieceKind } from './pieces.ts';
import type { StyleLook } from './styles.ts';

const pieces: ReadonlyArray<readonly [RegExp, readonly PieceKind[]]> = [
  [/沙发/, ['sofa']],
  [/单椅|单人椅|休闲椅|扶手椅/, ['armchair']],
  [/茶几/, ['coffeeTable']],
  [/边几|角几/, ['sideTable']],
  [/地毯/, ['rug', 'roundRug']],
  [/落地灯/, ['floorLamp']],
  [/吊灯/, ['pendant']],
  [/灯/, ['floorLamp', 'pendant']],
  [/绿植|植物|盆栽/, ['plant']],
  [/挂画|装饰画/, ['picture']],
  [/镜(?!头)/, ['mirror']],
  [/电视/, ['tvCabinet']],
  [/餐边柜|边柜|斗柜/, ['sideboard']],
  [/书柜|书架/, ['bookcase']],
  [/衣柜/, ['wardrobe', 'openWardrobe']],
  [/床头柜/, ['nightstand']],
  [/梳妆/, ['dressingTable']],
  [/浴缸/, ['bathtub']],
  [/窗帘/, ['curtain']],
  [/床尾凳|长凳/, ['bench']],
  [/坐墩|脚凳|蒲团/, ['pouf']],
  [/花瓶|摆件/, ['vase']],
  [/岛台/, ['island']],
];

const colours: ReadonlyArray<readonly [RegExp, string]> = [
  [/米白|奶白|象牙/, '#ece3d3'],
  [/米色|米黄|杏色/, '#dccbb0'],
  [/深灰|炭灰/, '#55585a'],
  [/灰/, '#9a9c9d'],
  [/墨绿|深绿/, '#2f4a3c'],
  [/绿/, '#6f8265'],
  [/藏青|深蓝|海军蓝/, '#27374d'],
  [/蓝/, '#5b7794'],
  [/焦糖|棕|咖/, '#8a5a3a'],
  [/橙|橘/, '#c9713a'],
  [/酒红|砖红/, '#7a3230'],
  [/红/, '#a8443a'],
  [/粉/, '#d9aaa2'],
  [/姜黄|黄/, '#d0a040'],
  [/紫/, '#7d6a86'],
  [/黑/, '#2e2f31'],
  [/白/, '#efece6'],
];

export interface WordedWishes {
  wanted: ReadonlySet<PieceKind>;
  unwanted: ReadonlySet<PieceKind>;
  /** Main covers; absent when no colour is named with seats, beds or covers. */
  cloth?: string;
  rug?: string;
  curtain?: string;
  /** The words that say so; what is wanted, with the pieces it stands for. */
  heard: Heard & { pieces: ReadonlyArray<TextRange & { kinds: readonly PieceKind[] }> };
}

const refusal = /(?:不要|不需要|没有|去掉|无|别放)([^，。,.；;\s]{1,8})/g;

/** Words in `unwanted` and what follows 不要 or 无 in `wanted` keep pieces away. */
export function readWishes(wanted: string, unwanted: string): WordedWishes {
  const refused = [...wanted.matchAll(refusal)].map((match) => {
    const { 0: whole, 1: what = '', index } = match;
    return { from: index, to: index + whole.length, pieces: piecesIn(what) };
  });
  const asked = blanked(wanted, refusal);
  const barred = piecesIn(unwanted);
  const no = new Set([...barred, ...refused.flatMap(({ pieces }) => pieces)].flatMap(({ kinds }) => kinds));
  const named = piecesIn(asked).filter(({ kinds }) => kinds.some((kind) => !no.has(kind)));
  const yes = new Set(named.flatMap(({ kinds }) => kinds).filter((kind) => !no.has(kind)));
  const cloth = colourBefore(asked, '沙发|床(?!头|尾)|布艺|软包|椅');
  const rug = colourBefore(asked, '地毯');
  const curtain = colourBefore(asked, '窗帘');
  return {
    wanted: yes,
    unwanted: no,
    ...(cloth && { cloth: cloth.colour }),
    ...(rug && { rug: rug.colour }),
    ...(curtain && { curtain: curtain.colour }),
    heard: {
      wanted: [cloth, rug, curtain, ...refused.filter(({ pieces }) => pieces.length > 0)].flatMap((one) =>
        one ? [{ from: one.from, to: one.to }] : [],
      ),
      unwanted: barred.map(({ from, to }) => ({ from, to })),
      pieces: named,
    },
  };
}

function piecesIn(text: string): Array<TextRange & { kinds: readonly PieceKind[] }> {
  const found: Array<TextRange & { kinds: readonly PieceKind[] }> = [];
  let rest = text;
  for (const [pattern, kinds] of pieces) {
    found.push(...stretchesOf(rest, pattern).map((stretch) => ({ ...stretch, kinds })));
    rest = blanked(rest, new RegExp(pattern.source, 'g'));
  }
  return found;
}

function colourBefore(text: string, things: string): (TextRange & { colour: string }) | undefined {
  const match = new RegExp(`([^，。,.；;\\s]{1,6})(?:${things})`).exec(text);
  if (!match) return undefined;
  const known = colours.find(([pattern]) => pattern.test(match[1]!));
  const [place] = known ? stretchesOf(match[1]!, known[0]) : [];
  if (!known || !place) return undefined;
  return { colour: known[1], from: match.index + place.from, to: match.index + place.to };
}

/** The look with its covers in the colours named. */
export function withWords(look: StyleLook, { cloth, rug, curtain }: WordedWishes): StyleLook {
  return {
    ...look,
    ...(cloth && { cloth: [cloth] }),
    ...(rug && { rug: [rug, look.rug[1]] as const }),
    ...(curtain && { curtain }),
  };
}

/**
 * The look in the colours of a picture: its calm colour for covers, its strong ones for cushions; and when `isWhole`
 * its brownest for wood and its lightest for rugs, walls and curtains.
 */
export function withPicture(look: StyleLook, rgb: RgbBytes, isWhole: boolean): StyleLook {
  const groups = mainColours(rgb, 7);
  const saturation = ([r, g, b]: number[]) =>
    (Math.max(r!, g!, b!) - Math.min(r!, g!, b!)) / Math.max(30, Math.max(r!, g!, b!));
  const light = ([r, g, b]: number[]) => 0.3 * r! + 0.59 * g! + 0.11 * b!;
  const calm = groups.filter(({ mean }) => light(mean) > 70 && saturation(mean) < 0.4);
  const strong = [...groups].sort((a, b) => saturation(b.mean) - saturation(a.mean));
  const brown = strong.find(({ mean: [r, g, b] }) => r! > g! && g! > b! && r! - b! > 34 && r! < 225);
  const lightest = [...groups].sort((a, b) => light(b.mean) - light(a.mean))[0]!;
  const next = calm.find((group) => group !== lightest) ?? calm[0] ?? lightest;
  const own = {
    cloth: [hexOf(next.mean)],
    accents: [strong.slice(0, 3).map(({ mean }) => hexOf(mean))],
  };
  if (!isWhole) return { ...look, ...own };
  return {
    ...look,
    ...own,
    ...(brown && { wood: hexOf(brown.mean) }),
    rug: [hexOf(lightest.mean), hexOf(next.mean)],
    wall: hexOf(lightest.mean),
    curtain: hexOf(lightest.mean),
  };
}

interface Group {
  mean: number[];
  count: number;
}

/** k-means over a sample of the pixels, largest first. */
function mainColours(rgb: RgbBytes, k: number): Group[] {
  const random = makeRandom(5);
  const count = rgb.length / 3;
  const sample = Array.from({ length: 2500 }, () => Math.floor(random() * count) * 3);
  let groups: Group[] = Array.from({ length: k }, (_, i) => {
    const at = sample[Math.floor(((i + 0.5) * sample.length) / k)]!;
    return { mean: [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!], count: 1 };
  });
  for (let round = 0; round < 9; round++) {
    const sums = groups.map(() => [0, 0, 0, 0]);
    for (const at of sample) {
      let nearest = 0;
      let least = Infinity;
      groups.forEach(({ mean }, i) => {
        const away = (rgb[at]! - mean[0]!) ** 2 + (rgb[at + 1]! - mean[1]!) ** 2 + (rgb[at + 2]! - mean[2]!) ** 2;
        if (away < least) {
          least = away;
          nearest = i;
        }
      });
      const own = sums[nearest]!;
      for (let c = 0; c < 3; c++) own[c]! += rgb[at + c]!;
      own[3]!++;
    }
    groups = groups.map((group, i) => {
      const [r, g, b, n] = sums[i] as [number, number, number, number];
      return n === 0 ? { ...group, count: 0 } : { mean: [r / n, g / n, b / n], count: n };
    });
  }
  return groups.filter(({ count: n }) => n > 25).sort((a, b) => b.count - a.count);
}

function hexOf(mean: number[]): string {
  return `#${mean
    .map((value) =>
      Math.round(clamp(value, 0, 255))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

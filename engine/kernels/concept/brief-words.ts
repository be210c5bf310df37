import { type Entry, lexicon } from './brief-lexicon.ts';

/** A known word in a text. */
export interface Reading {
  entry: Entry;
  from: number;
  to: number;
  /** The text says that it is not wanted (无车, without trees). */
  isNegated: boolean;
}

/** What a text says, as far as the lexicon knows it. */
export interface TextReading {
  /** In the order of the text. */
  readings: Reading[];
  storeys?: number;
  /** Pieces of the text nothing was made of. */
  ignored: string[];
}

const negations =
  /(?:没有|不要有?|不出现|不带|不含|避免|去掉|去除|拒绝|无|禁止|\bwithout(?: any)?|\bno|\bavoid|\bnot? any|\bexclud(?:e|ing)|\bremove)\s*(?:任何)?$/i;
const listLinks = /^\s*(?:和|与|或|及|以及|、|\/|and|or|nor)?\s*(?:无|没有)?\s*$/i;

const chineseDigits = '零一二三四五六七八九';
const englishNumbers: Readonly<Record<string, number>> = {
  one: 1,
  single: 1,
  two: 2,
  double: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  sixteen: 16,
  eighteen: 18,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
};
const storeyPattern = new RegExp(
  `(\\d{1,3}|[一二两三四五六七八九十双单独]{1,3})\\s*(?:层楼?高?|楼高)|\\b(\\d{1,3}|${Object.keys(englishNumbers).join('|')})[- ]?(?:storeys?|stor(?:y|ies)|floors?|level(?:s)?)\\b`,
  'i',
);
const fillers =
  /[，。；、,.;:：!！?？\s()（）“”"'·|/+—-]+|(?:^|(?<=\s))(?:a|an|the|of|with|in|on|at|by|and|or|to|for|from|its|is|are|near|beside|under|style|building|architecture|architectural|view|scene|render(?:ing)?|photo(?:realistic)?|realistic|design|large|big|small|surrounded|facade|façade|material|exterior|time|no|without)(?=\s|$)/gi;
const chineseFillers =
  /一座|一栋|一幢|一个|一片|几棵|带有|拥有|采用|位于|坐落于|坐落|背景|前景|前面|周围|周边|旁边|外面|立面|外墙|墙面|外立面|屋顶|屋面|建筑|设计|风格|效果图|概念图|概念|渲染|画面|视角|材质|材料|形体|体块|以及|配合|搭配|结合|时分|时刻|环境|场景|氛围|大片|大面积|落地窗|大|小|的|与|和|及|在|有|带|着|为|以|于|里|中|上|下|前|后|旁|边|是|并|被|由|无|没有|不要/g;

/** Reads known words, storeys and negations from a description. Nothing is understood beyond the words themselves. */
export function readText(text: string): TextReading {
  let rest = text;
  const blank = (from: number, to: number): void => {
    rest = rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to);
  };
  const counted = storeyPattern.exec(rest);
  if (counted) blank(counted.index, counted.index + counted[0].length);
  const readings: Reading[] = [];
  for (const entry of lexicon) {
    for (const match of rest.matchAll(entry.pattern)) {
      const from = match.index;
      const to = from + match[0].length;
      readings.push({ entry, from, to, isNegated: false });
      blank(from, to);
    }
  }
  readings.sort((one, other) => one.from - other.from);
  let before: Reading | undefined;
  for (const reading of readings) {
    const between = text.slice(before?.to ?? 0, reading.from);
    reading.isNegated = negations.test(between) || (before?.isNegated === true && listLinks.test(between));
    before = reading;
  }
  const storeys = counted ? numberOf(counted[1] ?? counted[2] ?? '') : undefined;
  const ignored = rest
    .replace(fillers, ' ')
    .replace(fillers, ' ')
    .replace(chineseFillers, ' ')
    .split(/\s+/)
    .filter((piece) => piece.length > 1 || /[\u4e00-\u9fff]/.test(piece));
  return { readings, ignored: [...new Set(ignored)], ...(storeys ? { storeys: Math.min(60, storeys) } : {}) };
}

function numberOf(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Math.max(1, Number(text));
  const known = englishNumbers[text.toLowerCase()];
  if (known) return known;
  const plain = text
    .replaceAll('两', '二')
    .replaceAll('双', '二')
    .replaceAll(/[单独]/g, '一');
  const [tens, ones] = plain.includes('十') ? plain.split('十') : ['', plain];
  const value =
    (plain.includes('十') ? (tens ? chineseDigits.indexOf(tens) : 1) * 10 : 0) +
    (ones ? chineseDigits.indexOf(ones) : 0);
  return value > 0 ? value : undefined;
}

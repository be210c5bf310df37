import { longestWordTold, mostWordsTold, type WordsRead } from '#shared/domain/words-read';

/** A stretch of a text that a reader made something of; `to` is exclusive. */
export interface TextRange {
  from: number;
  to: number;
  /** The text says that it is not wanted, somewhere before the stretch. */
  isUnwanted?: boolean;
}

/** Stretches that one reader understood, in the description and in the list of unwanted things. */
export interface Heard {
  wanted: TextRange[];
  unwanted: TextRange[];
}

export const nothingHeard: Heard = { wanted: [], unwanted: [] };

/** Every place of a text that a pattern matches. */
export function stretchesOf(text: string, pattern: RegExp): TextRange[] {
  const flags = pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`;
  return [...text.matchAll(new RegExp(pattern.source, flags))]
    .filter((match) => match[0].length > 0)
    .map((match) => ({ from: match.index, to: match.index + match[0].length }));
}

/** The text with every match of a pattern replaced by blanks, so that places in it stay where they are. */
export function blanked(text: string, pattern: RegExp): string {
  return text.replace(pattern, (match) => ' '.repeat(match.length));
}

/** Refusals in a description, each up to the next punctuation mark or to the replacement that is asked for. */
const refusals =
  /(?:不要有?|不需要|不出现|不带|不用|别用|别放|没有|避免|去掉|去除|禁止|\bwithout(?: any)?\b|\bno\b|\bavoid\b)\s*(?:任何)?((?:(?!改[成为用]|换[成为用]|而是|但|只要)[^，。,.；;！!？?\n]){1,16})/giu;

/**
 * Moves what a description refuses (「不要红砖」) to the list of unwanted things, so that no reader takes it for a wish. The
 * other parameters stay unchanged.
 */
export function refusalsApart<P extends { promptTxt?: string | undefined; negTxt?: string | undefined }>(params: P): P {
  const { promptTxt = '', negTxt = '' } = params;
  const refused = [...promptTxt.matchAll(refusals)].map(([, words = '']) => words.trim());
  if (refused.length === 0) return params;
  const wanted = promptTxt.replace(refusals, '').replace(/(?<![，,；;、\s])[，,；;、\s]+(?=[，,。；;]|$)/gu, '');
  return { ...params, promptTxt: wanted, negTxt: [negTxt, ...refused].filter(Boolean).join('，') };
}

/**
 * Tells for the words of a description, and of a list of unwanted things, which were heard and which nothing was made
 * of. What no reader heard is cut at punctuation and particles; words that say nothing by themselves are left out.
 */
export function sortWords(
  { promptTxt = '', negTxt = '' }: { promptTxt?: string | undefined; negTxt?: string | undefined },
  ...heard: readonly Heard[]
): WordsRead {
  const wanted = sortText(
    promptTxt,
    heard.flatMap((one) => one.wanted),
  );
  const unwanted = sortText(
    negTxt,
    heard.flatMap((one) => one.unwanted),
  );
  const tell = (own: string[], barred: string[]) =>
    [...new Set([...own, ...barred.map(asUnwanted)])].slice(0, mostWordsTold).map(shortened);
  return { used: tell(wanted.used, unwanted.used), ignored: tell(wanted.ignored, unwanted.ignored) };
}

function sortText(text: string, stretches: readonly TextRange[]): WordsRead {
  const read = merged(stretches);
  const used: string[] = [];
  const ignored: string[] = [];
  let at = 0;
  for (const { from, to, isUnwanted } of read) {
    ignored.push(...piecesOf(text.slice(at, from)));
    const words = text.slice(from, to).trim();
    if (words) used.push(isUnwanted ? asUnwanted(words) : words);
    at = to;
  }
  ignored.push(...piecesOf(text.slice(at)));
  return { used, ignored };
}

/** Stretches in their order, those that overlap as one. */
function merged(stretches: readonly TextRange[]): TextRange[] {
  const ordered = stretches.toSorted((one, other) => one.from - other.from || other.to - one.to);
  const result: TextRange[] = [];
  for (const stretch of ordered) {
    const last = result.at(-1);
    if (last && stretch.from < last.to) last.to = Math.max(last.to, stretch.to);
    else result.push({ ...stretch });
  }
  return result;
}

const breaks =
  /[^\p{L}\p{N}]+|以及|并且|带有|拥有|采用|坐落于|位于|搭配|配合|结合|的|与|及|或者?|和(?!室|风|式|纸|服)|还有|然后|接着|随后/u;
const openings =
  /^(?:镜头|一[座栋幢个片种]|几棵|希望|想要|换成|改成|变成|做成|生成|整体|有(?!机|色|轨)|带(?!状)|在(?!建))(?=.{2})/u;
/** Words without a meaning of their own, and remainders of words that were understood in part. */
const empty = new RegExp(
  `^(?:${[
    '一[座栋幢个片种]|几棵|带有|拥有|采用|位于|坐落于?|背景|前景|前面|周围|周边|旁边|外面|立面|外墙|墙面|外立面|墙体|屋顶|屋面',
    '建筑物?|设计|风格|效果图?|概念图?|渲染|画面|镜头|视角|材质|材料|形体|体块|配合|搭配|结合|时分|时刻|时间|环境|场景|氛围|质感|纹理',
    '色调|光线|大片|大面积|落地窗|表面|不要|没有|希望|换成|改成|变成|做成|生成|一点|一些|更加?|效果|处|区|块|面|墙',
    '[大小的与和及在有带着了为以于里中上下前后旁边是并被由无很非常感系风调色味天景时式化把用加光再]',
  ].join('|')})+$`,
  'u',
);
const emptyEnglish =
  /^(?:[a-z]|an|the|of|with|in|on|at|by|and|or|to|for|from|its|is|are|near|beside|under|style|buildings?|architecture|architectural|view|scene|render(?:ing)?|photo(?:realistic)?|realistic|design|large|big|small|surrounded|facade|façade|material|exterior|time|no|without|\d)$/i;

function piecesOf(text: string): string[] {
  return text
    .split(breaks)
    .map((piece) => piece.replace(openings, ''))
    .filter((piece) => piece !== '' && !empty.test(piece) && !emptyEnglish.test(piece));
}

function asUnwanted(words: string): string {
  return /^(?:不|无|没|别|去掉|避免|禁止|without|no\b|avoid)/i.test(words) ? words : `不要${words}`;
}

function shortened(words: string): string {
  return words.length > longestWordTold ? `${words.slice(0, longestWordTold - 1)}…` : words;
}

/** Questions as they are compared: one form of every character, words found, filler left out. */

const traditional =
  '間務圖實現裡裏燈風電視線條紙樣級們這個時對應當後幾點還為麼會過與種層樓臺廳廚臥衛陽園區築設計師畫圍牆磚鋼銅鋁鐵塗漆膠地傢俱傢門窗簾毯飾獨棟規範積綠築條間距離開關係價錢單訂員質鎖構轉換擴縮裝軟體顏氣晝夜陰霧鳥視軸測頂鏡頭畫幅飽對飾頁壓縮載下傳導';
const simplified =
  '间务图实现里里灯风电视线条纸样级们这个时对应当后几点还为么会过与种层楼台厅厨卧卫阳园区筑设计师画围墙砖钢铜铝铁涂漆胶地家具家门窗帘毯饰独栋规范积绿筑条间距离开关系价钱单订员质锁构转换扩缩装软体颜气昼夜阴雾鸟视轴测顶镜头画幅饱对饰页压缩载下传导';
const simple = new Map([...traditional].map((sign, at) => [sign, [...simplified][at]!]));

/** Maximum number of characters read: normalising many combining marks on one letter takes quadratic time. */
const longestText = 4000;

/** Lower case, half width, simplified: `ＧＲＣ是什麼` → `grc是什么`. */
export function normalised(text: string): string {
  const plain = text.slice(0, longestText).normalize('NFKC').toLowerCase();
  return Array.from(plain, (sign) => simple.get(sign) ?? sign).join('');
}

/** Said around a question, never what it is about. Longer ones before those they contain. */
const filler = new RegExp(
  [
    '请问(?:一下)?|麻烦(?:问|帮)?(?:一下)?|(?:我)?想(?:问|知道|了解)(?:一下|下)?|(?:能|可以)?(?:帮|给|跟|和)我(?:说|讲|介绍|科普|解释)?(?:一下|下|说)?',
    '知道|了解|告诉我|谁知道|有没有人|大家|大佬|老师|各位|求助|求教|请教(?:一下)?|求问|在线等|谢谢|多谢|谢了|你好|您好|哈喽',
    '怎么(?:样|办|弄|做|搞|整|用|写|选|说|回事|会|才能?|能)?|怎样(?:才能?)?|如何|咋(?:样|办|弄|做|搞|整|用|写|选|回事|个)?|为(?:什么|啥|何)|什么(?:样|意思|东西|时候|地方)?|啥(?:意思|样|东西|时候)?|哪(?:里|儿|个|些|种|几|一)?(?:种|个)?',
    '能不能|可不可以|可以不可以|会不会|是不是|有没有|要不要|行不行|好不好|用不用|需不需要|是否',
    '一般(?:来说|情况下?)?|通常|大概|大约|差不多|到底|究竟|其实|应该|需要|必须|可以|能够|比较|非常|特别|真的|老是|总是|总觉得|感觉|觉得|有点|有些|一些|一点|这种|这个|那种|那个|这样|那样|这些|那些|我们|你们|咱们|自己',
    '的话|来着|而已|之类|等等|以及|并且|而且|然后|还有|另外|顺便|但是|不过|如果|假如|因为|所以|就是|还是|或者',
  ].join('|'),
  'g',
);

/** Words of one or two characters that carry nothing. */
const empty = new Set(
  '的 了 吗 呢 啊 呀 吧 么 嘛 哦 哈 是 我 你 您 他 她 它 有 没 要 想 会 能 可 被 把 让 给 跟 和 与 及 或 在 从 到 对 向 往 里 上 下 中 就 都 也 还 又 再 才 很 太 更 最 不 别 多 少 几 个 些 种 张 块 条 只 做 弄 搞 整 用 说 写 讲 看 问 请 帮 用来 出来 起来 下来 上去 进去 过来 一个 一种 时候 东西 问题 方法 办法 事情 情况 地方 的时候 知道 介绍 解释 了解 什么 怎么 功能 对应 玩法 表达 晓得 不晓得 想把 弄没 一股 一下子 那会儿 着 区分 更好 效果 不用 出来的 干 么 些个 里面 上面 下面 一下 多少 几个'.split(
    ' ',
  ),
);

const numeralOnly = /^[一二三四五六七八九十百千两]{2,}$/;

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
const isCommonHan = (code: number) => code >= 0x4e00 && code <= 0x9fff;
const isHan = (sign: string | undefined) => sign !== undefined && isCommonHan(sign.charCodeAt(0));

/** A word of a text, and whether the lexicon knows it. */
export interface Word {
  text: string;
  isKnown: boolean;
  /** Single characters in a row: no word that the segmenter knows. */
  isLoose?: true;
}

/** Words by first character, longest first. */
export type Lexicon = ReadonlyMap<string, readonly string[]>;

export function lexiconOf(words: Iterable<string>): Lexicon {
  const byFirst = new Map<string, string[]>();
  for (const word of new Set(words)) {
    const first = word[0];
    if (!first || word.length < 2) continue;
    const found = byFirst.get(first);
    if (found) found.push(word);
    else byFirst.set(first, [word]);
  }
  for (const list of byFirst.values()) list.sort((one, other) => other.length - one.length);
  return byFirst;
}

/**
 * Runs of words of a normalised text, cut at punctuation and at what carries nothing: the longest words that the
 * lexicon knows, and between them what the segmenter of ICU finds.
 */
export function wordRuns(text: string, lexicon: Lexicon): Word[][] {
  const stretches = text.replace(filler, ' ').split(/[^\p{L}\p{N}%.+-]+/u);
  return stretches.flatMap((stretch) => runsOfStretch(stretch, lexicon));
}

function runsOfStretch(stretch: string, lexicon: Lexicon): Word[][] {
  const runs: Word[][] = [];
  let run: Word[] = [];
  const end = () => {
    if (run.length > 0) runs.push(run);
    run = [];
  };
  let loose = '';
  const cutLoose = () => {
    for (const word of looseWords(loose)) {
      if (word) run.push(word);
      else end();
    }
    loose = '';
  };
  for (let at = 0; at < stretch.length; ) {
    const known = wordAt(stretch, at, lexicon);
    if (known) {
      cutLoose();
      run.push({ text: known, isKnown: true });
      at += known.length;
    } else {
      loose += stretch[at];
      at += 1;
    }
  }
  cutLoose();
  end();
  return runs;
}

/** Words that the segmenter finds where the lexicon knows none; null where a run ends. */
function* looseWords(loose: string): Generator<Word | null> {
  // Consecutive single characters are one word that the segmenter does not know, or a mistyped one: `充` `值`.
  let single = '';
  const unknown = (): Word[] => (single === '' ? [] : [{ text: single, isKnown: false, isLoose: true }]);
  for (const { segment } of loose === '' ? [] : segmenter.segment(loose)) {
    const isEmpty = empty.has(segment);
    const isSingle = segment.length === 1 && isHan(segment);
    if (!isSingle || isEmpty) {
      yield* unknown();
      single = '';
    }
    if (isEmpty || numeralOnly.test(segment)) yield null;
    else if (isSingle) single += segment;
    else if (/[\p{L}\p{N}]/u.test(segment)) yield { text: segment, isKnown: false };
  }
  yield* unknown();
}

/** Words of the lexicon in a normalised text and its pairs of Chinese characters, without segmenting the rest. */
export function knownWordsOf(text: string, lexicon: Lexicon): { words: string[]; pairs: string[] } {
  const words: string[] = [];
  const pairs: string[] = [];
  let end = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (isCommonHan(text.charCodeAt(at)) && isCommonHan(text.charCodeAt(at + 1))) pairs.push(text.slice(at, at + 2));
    if (at < end) continue;
    const known = wordAt(text, at, lexicon);
    if (!known) continue;
    words.push(known);
    end = at + known.length;
  }
  return { words, pairs };
}

/** The longest word of the lexicon at a place; Latin ones only where they do not go on. */
function wordAt(text: string, at: number, lexicon: Lexicon): string | undefined {
  return lexicon.get(text[at]!)?.find((word) => {
    if (!text.startsWith(word, at)) return false;
    const isCutBefore = !isLatin(word[0]) || !isLatin(text[at - 1]);
    return isCutBefore && (!isLatin(word.at(-1)) || !isLatin(text[at + word.length]));
  });
}

const isLatin = (sign: string | undefined) => sign !== undefined && /[a-z]/.test(sign);

/** Pairs of neighbouring Chinese characters of a run: `水磨石` → `水磨`, `磨石`. */
export function pairsOf(run: readonly Word[]): string[] {
  const signs = [...run.map((word) => word.text).join('')];
  const pairs: string[] = [];
  for (let at = 1; at < signs.length; at += 1) {
    if (isHan(signs[at - 1]) && isHan(signs[at])) pairs.push(`${signs[at - 1]}${signs[at]}`);
  }
  return pairs;
}

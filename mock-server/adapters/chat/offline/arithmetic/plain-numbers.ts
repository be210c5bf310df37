/** One way of writing for numbers, units and signs, before anything is read from a sentence. */

const digit: Readonly<Record<string, number>> = {
  ...{ 零: 0, 〇: 0, 一: 1, 二: 2, 两: 2, 俩: 2, 三: 3, 四: 4 },
  ...{ 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 },
};
const step: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };

/** A Chinese numeral as digits: 三百零五点二 → 305.2; undefined for what is none. */
export function numeral(text: string): string | undefined {
  const [whole = '', part, ...more] = text.split('点');
  if (more.length > 0 || part === '') return undefined;
  const read = wholeNumeral(whole);
  if (read === undefined) return undefined;
  const places = part === undefined ? [] : [...part].map((sign) => digit[sign]);
  if (places.includes(undefined)) return undefined;
  return places.length > 0 ? `${read}.${places.join('')}` : String(read);
}

function wholeNumeral(text: string): number | undefined {
  if (text === '') return undefined;
  // One digit after the other: 二〇二六.
  if (/^[零〇一二两三四五六七八九]{2,}$/.test(text)) return Number([...text].map((sign) => digit[sign]).join(''));
  let total = 0;
  let section = 0;
  let last: number | undefined;
  for (const sign of text) {
    if (digit[sign] !== undefined) last = digit[sign];
    else if (step[sign]) {
      section += (last ?? 1) * step[sign];
      last = undefined;
    } else if (sign === '万' || sign === '亿') {
      total = (total + section + (last ?? 0)) * (sign === '万' ? 1e4 : 1e8);
      section = 0;
      last = undefined;
    } else return undefined;
  }
  return total + section + (last ?? 0);
}

const signs = '零〇一二两俩三四五六七八九十百千万亿';
const units =
  '平方|平米|平|方|米|毫米|厘米|公分|分米|公里|亩|公顷|英尺|英寸|尺|寸|坪|遍|道|层|步|级|块|片|张|卷|升|桶|度|折|分之|根|樘|扇|个|间|面|公斤|千克|元|除|乘|加|减|×|x|\\*|÷|\\+|-|/|%|的?(?:平方|立方)';
const spoken = new RegExp(
  `(?<=乘以?|除以?|加上?|减去?|分之|[-+*/×÷(=])(?<![\\d.${signs}])[${signs}]+(?:点[${signs}]+)?|(?<![\\d.${signs}])[${signs}]+(?:点[${signs}]+)?(?=\\s*(?:${units}))`,
  'g',
);

const perCent = new RegExp(`百分之([${signs}]+(?:点[${signs}]+)?)`, 'g');

/** Maximum number of characters read; the rest is ignored. */
const longestText = 4000;

/** Half width and lower case, Chinese numerals as digits, one sign for every operation, no thousands. */
export function plainNumbers(text: string): string {
  return (
    text
      .slice(0, longestText)
      .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll('平方米', '平米')
      // 一桶5升 says what each has, not how many there are.
      .replace(
        /(?<![\d.])[一1](桶|箱|包|件|卷|根|支|片|块|升|公斤|平米?|个?平方)(?=[装是铺刷能可]{0,3}\s*[\d一二两三四五六七八九])/g,
        '每$1',
      )
      .replace(/(?<=\d|[米m])\s*[x✕✖*]\s*(?=\d)/g, '×')
      .replace(
        /的?(?<![\d一二三四五六七八九十])([\d一二三四五六七八九十]+)次方/g,
        (_, exponent: string) => `^${numeral(exponent) ?? exponent}`,
      )
      .replace(/立方米|立方(?!厘|毫|英|分)/g, (found, at: number, all: string) =>
        all[at - 1] === '的' ? found : '立方米',
      )
      .replace(perCent, (_, value: string) => `${numeral(value) ?? value}%`)
      .replace(spoken, (found) => numeral(found) ?? found)
      // 两米八, 3米2: the digit behind is tenths.
      .replace(
        /(?<!\d)(\d+)米([一二三四五六七八九]|\d)(?![\d.]|\s*(?:米|毫|厘|公|分|个|块|片|遍|层|[十百千]|[*x×]))/g,
        (_, whole: string, part: string) => `${whole}.${digit[part] ?? part}米`,
      )
      .replace(
        /(?<!\d)(\d+)亩([一二三四五六七八九]|\d)分地?/g,
        (_, whole: string, part: string) => `${whole}.${digit[part] ?? part}亩`,
      )
      .replace(/(?<!\d)(\d+)米半/g, '$1.5米')
      .replace(/(?<!\d)(\d+(?:\.\d+)?)\s*(万|亿)/g, (_, value: string, factor: string) =>
        moved(value, factor === '万' ? 4 : 8),
      )
      .replace(/百分之\s*(\d+(?:\.\d+)?)/g, '$1%')
      .replace(/(?<!\d)(\d+(?:\.\d+)?)\s*个点(?!\d)/g, '$1%')
      .replace(/(?<!\d)(\d+)\s*分之\s*(\d+)/g, '($2/$1)')
  );
}

/** A decimal with its point moved to the right. */
function moved(value: string, places: number): string {
  const [whole, part = ''] = value.split('.');
  const digits = part.padEnd(places, '0');
  const rest = digits.slice(places);
  return `${`${whole}${digits.slice(0, places)}`.replace(/^0+(?=\d)/, '')}${rest ? `.${rest}` : ''}`;
}

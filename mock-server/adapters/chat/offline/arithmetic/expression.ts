import { Exact, nearly } from './exact.ts';
import { areaUnits, lengthUnits, volumeUnits } from './units.ts';

/** A number and what it measures: metres to the power of `dimension`, 0 for plain numbers. */
interface Amount {
  value: Exact;
  dimension: number;
}

/** Why an expression has no value, for people. */
export class NotCalculable extends Error {
  override readonly name = 'NotCalculable';
}

interface Calculated {
  value: Exact;
  dimension: number;
  /** The expression as it was read. */
  text: string;
}

const words: readonly [RegExp, string][] = [
  [/乘以|乘上|乘|×|✕|·|∙/g, '*'],
  [/(?<=[\d)%a-z²³米平])\s*x\s*(?=[\d(-])/g, '*'],
  [/除以|÷/g, '/'],
  [/加上|加/g, '+'],
  [/减去|减掉|减|−|–/g, '-'],
  [/的立方(?!米|厘|毫)/g, '^3'],
  [/的平方(?!米|厘|毫|公|英)/g, '^2'],
  [/根号/g, '√'],
  [/的(?=\s*\d+(?:\.\d+)?\s*%)/g, '*'],
];

const opening = /^(?:请|帮我|给我|麻烦|那|那么)?(?:算一?下|计算一?下?|算算|口算|求|算|问)?[:,，\s]*/;
const marks = /(?<![\s?？。!！=])[\s?？。!！=]+$/;
const question = /(?:(?:结果|答案|一共|总共|合计)?(?:等于|是|得)?(?:多少|几)(?:啊|呀|呢)?|等于)$/;
/** Maximum lengths in characters of a sentence that may contain an expression, and of the expression itself. */
const longestSentence = 300;
const longestExpression = 200;

const bare = (sentence: string) =>
  sentence.replace(opening, '').replace(marks, '').replace(question, '').replace(marks, '');

/** The value of a sentence that is nothing but an expression; undefined for other sentences. */
export function calculated(sentence: string): Calculated | undefined {
  if (sentence.length > longestSentence) return undefined;
  let text = bare(bare(sentence)).trim();
  for (const [word, sign] of words) text = text.replace(word, sign);
  if (!/\d/.test(text) || text.length > longestExpression) return undefined;
  const tokens = tokensOf(text);
  if (!tokens?.some((token) => /^[-+*/^√]$/.test(token)) || tokens.length < 2) return undefined;
  // A date, a telephone number, a proportion of a picture: signs without spaces between whole numbers, nothing asked.
  if (/^\d{4}-\d{1,2}-\d{1,2}$/.test(text)) return undefined;
  const reader = new Reader(tokens);
  const { value, dimension } = reader.whole();
  return { value, dimension, text: shownTokens(tokens) };
}

const unitFactors = new Map<string, Amount>(
  [lengthUnits, areaUnits, volumeUnits].flatMap((units, place) =>
    Object.entries(units).map(([name, value]) => [name, { value, dimension: place + 1 }] as const),
  ),
);
const unitNames = [...unitFactors.keys()].sort((one, other) => other.length - one.length);

/** Undefined where something stands that is no part of an expression. */
function tokensOf(text: string): string[] | undefined {
  const tokens: string[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const unit = /\d$/.test(tokens.at(-1) ?? '') ? unitNames.find((name) => rest.startsWith(name)) : undefined;
    const token = unit ?? /^(?:\d+(?:\.\d+)?|[-+*/^√()%])/.exec(rest)?.[0];
    if (!token) return undefined;
    tokens.push(token);
    rest = rest.slice(token.length).trimStart();
  }
  return tokens.length <= 120 ? tokens : undefined;
}

const shownSigns: Readonly<Record<string, string>> = { '*': ' × ', '/': ' ÷ ', '+': ' + ', '-': ' − ', '^': '^' };

function shownTokens(tokens: readonly string[]): string {
  return tokens
    .map((token, at) =>
      token === '-' && /^$|^[-+*/^(]$/.test(tokens[at - 1] ?? '')
        ? '−'
        : (shownSigns[token] ?? (unitFactors.has(token) ? ` ${token}` : token)),
    )
    .join('')
    .replace(/\^2/g, '²')
    .replace(/\^3/g, '³')
    .trim();
}

/** Sums of products of powers, from left to right. */
class Reader {
  readonly #tokens: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  whole(): Amount {
    const value = this.#sum();
    if (this.#at < this.#tokens.length) throw new NotCalculable('式子写得不完整，我没法算；请检查括号和运算符号。');
    return value;
  }

  #next(...signs: string[]): string | undefined {
    const token = this.#tokens[this.#at];
    if (token === undefined || !signs.includes(token)) return undefined;
    this.#at += 1;
    return token;
  }

  #sum(): Amount {
    let left = this.#product();
    for (let sign = this.#next('+', '-'); sign; sign = this.#next('+', '-')) {
      const right = this.#product();
      if (left.dimension !== right.dimension)
        throw new NotCalculable('不同的量不能相加减，例如米和平方米；请统一单位再算。');
      left = { ...left, value: sign === '+' ? left.value.plus(right.value) : left.value.minus(right.value) };
    }
    return left;
  }

  #product(): Amount {
    let left = this.#power();
    for (let sign = this.#next('*', '/'); sign; sign = this.#next('*', '/')) {
      const right = this.#power();
      if (sign === '/' && !right.value.isPositive() && !right.value.times(Exact.of(-1)).isPositive())
        throw new NotCalculable('除数是 0，这个式子没有结果。');
      left =
        sign === '*'
          ? { value: left.value.times(right.value), dimension: left.dimension + right.dimension }
          : { value: left.value.over(right.value), dimension: left.dimension - right.dimension };
    }
    return left;
  }

  #power(): Amount {
    const base = this.#single();
    if (!this.#next('^')) return base;
    const exponent = this.#single();
    const times = exponent.value.toNumber();
    if (exponent.dimension !== 0 || !Number.isInteger(times) || times < 0 || times > 20)
      throw new NotCalculable('指数只能是 0 到 20 的整数。');
    if (base.value.digits() * times > 1000) throw new NotCalculable('这个数太大了，写出来没有意义。');
    return { value: base.value.power(times), dimension: base.dimension * times };
  }

  #single(): Amount {
    this.#depth += 1;
    if (this.#depth > 40) throw new NotCalculable('括号套得太深了，请拆开算。');
    const value = this.#unwrapped();
    this.#depth -= 1;
    if (this.#next('%')) return { ...value, value: value.value.over(Exact.of(100)) };
    return value;
  }

  #unwrapped(): Amount {
    if (this.#next('-')) {
      const value = this.#single();
      return { ...value, value: Exact.of(0).minus(value.value) };
    }
    if (this.#next('+')) return this.#single();
    if (this.#next('√')) {
      const { value, dimension } = this.#single();
      if (value.isUnder(Exact.of(0)) || dimension % 2 !== 0) throw new NotCalculable('负数没有平方根。');
      return { value: nearly(Math.sqrt(value.toNumber())), dimension: dimension / 2 };
    }
    if (this.#next('(')) {
      const value = this.#sum();
      if (!this.#next(')')) throw new NotCalculable('括号不成对，请补上再算。');
      return value;
    }
    const token = this.#tokens[this.#at];
    if (token === undefined || !/^\d/.test(token))
      throw new NotCalculable('式子写得不完整，我没法算；请检查括号和运算符号。');
    this.#at += 1;
    const unit = unitFactors.get(this.#tokens[this.#at] ?? '');
    if (!unit) return { value: Exact.of(token), dimension: 0 };
    this.#at += 1;
    return { value: Exact.of(token).times(unit.value), dimension: unit.dimension };
  }
}

import { Exact, hundred, zero } from './exact.ts';
import { NotCalculable } from './expression.ts';
import { areaUnits, lengthUnits, titleOf, volumeUnits } from './units.ts';

export type AmountKind = 'length' | 'area' | 'volume' | 'percent' | 'ratio' | 'counted' | 'plain';

/** A number of a sentence with what stands around it. */
export interface Amount {
  kind: AmountKind;
  /** As it was written. */
  value: Exact;
  unit: string;
  /** Metres, square metres, cubic metres; a share for per cent; `value` for the others. */
  si: Exact;
  /** Words before it and behind it, up to the next mark or number. */
  before: string;
  after: string;
  /** Position in the text. */
  from: number;
  to: number;
  /** Numbers joined by 乘 or × have the same. */
  group: number;
}

const counters =
  '片 块 张 卷 桶 升 公斤 kg 千克 遍 道 层 步 级 踏 个 樘 扇 箱 盒 元 块钱 ° 度 dpi ppi 像素 px 根 面 间 堵 扇门 户'.split(
    ' ',
  );
const kinds = new Map<string, [AmountKind, Exact]>();
for (const counter of counters) kinds.set(counter, ['counted', Exact.of(1)]);
for (const [unit, factor] of Object.entries(lengthUnits)) kinds.set(unit, ['length', factor]);
for (const [unit, factor] of Object.entries(areaUnits)) kinds.set(unit, ['area', factor]);
for (const [unit, factor] of Object.entries(volumeUnits)) kinds.set(unit, ['volume', factor]);
kinds.set('%', ['percent', Exact.of('0.01')]);
const unitPattern = [...kinds.keys()]
  .sort((one, other) => other.length - one.length)
  .map((unit) => (/^[a-z]+\d?$/.test(unit) ? `${unit}(?![a-z])` : unit.replace(/[.*+?^$()|[\]\\]/g, '\\$&')))
  .join('|');
// A is a sheet's name (a4), # a colour, and digits inside words are names.
const numberPattern = new RegExp(
  `(?<![a-z\\d.#])(-?\\d+(?:\\.\\d+)?)(?:\\s*[:：]\\s*(\\d+(?:\\.\\d+)?)|\\s*(${unitPattern}))?`,
  'g',
);
const joint = /^\s*(?:[*×✕x]|乘以?|by)\s*$/;

/** Words between a label and its number. */
const between = '[是为约有的做要到共:：=\\s按取留大概差不多只就]{0,5}';

/** Names of amounts, standing before them. */
const hasName = new RegExp(
  `(?:长度?|宽度?|高度?|厚度?|深度?|面积|套内|建面|公摊|得房率|周长|[直半]径|[上下]?底|率|损耗|用地|基地|地块|坡度|高差|距离|投影|进深|开间|踏步|踏面|每.{1,2}|对花|上|实际|门洞|门窗|规格|密度|周长|边长|柱|扣|损)${between}$`,
);

/** The numbers of a sentence, to be taken one after the other by what they are called. */
export class Said {
  readonly text: string;
  readonly amounts: Amount[] = [];
  readonly #taken = new Set<Amount>();

  /** @param text written as `plainNumbers` does */
  constructor(text: string) {
    this.text = text;
    const found = [...text.matchAll(numberPattern)];
    let group = 0;
    for (const [at, match] of found.entries()) {
      const end = match.index + match[0].length;
      const last = found[at - 1];
      const from = last ? last.index + last[0].length : 0;
      const gap = text.slice(from, match.index);
      if (!joint.test(gap)) group += 1;
      const own = gap.split(/[,，;；。、]/).at(-1) ?? '';
      // 5 米长 4 米宽: the name stands behind its number.
      const isOfLast =
        this.amounts[at - 1]?.kind === 'length' &&
        own === gap &&
        /^\s*的?[长宽高厚深]度?\s*$/.test(gap) &&
        !hasName.test(this.amounts[at - 1]!.before);
      const isRatio = match[2] !== undefined;
      const [kind, factor] = isRatio
        ? (['ratio', Exact.of(1)] as const)
        : (kinds.get(match[3] ?? '') ?? (['plain', Exact.of(1)] as const));
      const value = isRatio ? ratioOf(match[1]!, match[2]!) : Exact.of(match[1]!);
      this.amounts.push({
        kind,
        value,
        unit: match[3] ?? '',
        si: value.times(factor),
        before: isOfLast ? '' : own,
        after: text.slice(end, found[at + 1]?.index).split(/[,，;；。、]/)[0] ?? '',
        from: match.index,
        to: end,
        group,
      });
    }
    this.#spreadUnits();
  }

  /** In `3×4米` the unit is that of both. */
  #spreadUnits(): void {
    for (const amount of this.amounts) {
      if (amount.kind !== 'plain') continue;
      const like = this.amounts.findLast((other) => other.group === amount.group && other.kind === 'length');
      const factor = like && lengthUnits[like.unit];
      if (factor) Object.assign(amount, { kind: 'length', unit: like.unit, si: amount.value.times(factor) });
    }
  }

  has(words: RegExp): boolean {
    return words.test(this.text);
  }

  /** Numbers that nobody has taken yet. */
  free(): Amount[] {
    return this.amounts.filter((amount) => !this.#taken.has(amount));
  }

  /** Takes the first number of these kinds that is called so, before it or behind it. */
  take(label: string, ...wanted: AmountKind[]): Amount | undefined {
    const before = new RegExp(`(?:${label})${between}$`);
    // A label in the question may follow a number with a name of its own: 宽 4 米面积多少.
    const after = new RegExp(`^\\s*(?:的|左右的?)?(?:${label})(?!.{0,2}(?:多少|几|是多|要多|多大|多长|多高))`);
    const free = this.free().filter((amount) => wanted.includes(amount.kind));
    return this.#mark(
      free.find((amount) => before.test(amount.before)) ??
        free.find((amount) => !hasName.test(amount.before) && after.test(amount.after)),
    );
  }

  /** Takes the first number of a kind, whatever it is called. */
  takeAny(...wanted: AmountKind[]): Amount | undefined {
    return this.#mark(this.free().find((amount) => wanted.includes(amount.kind)));
  }

  /** Takes the first number with one of these units. */
  takeUnit(...units: string[]): Amount | undefined {
    return this.#mark(this.free().find((amount) => units.includes(amount.unit)));
  }

  /** Takes numbers joined by ×, at least `count`; `label` where they have to be called so. */
  takeSizes(count: number, label?: string): Amount[] | undefined {
    const groups = Map.groupBy(this.free(), ({ group }) => group);
    const named = label && new RegExp(`(?:${label})[^\\d]{0,6}$`);
    const behind = label && new RegExp(`^[^\\d]{0,3}(?:${label})`);
    const fitting = [...groups.values()].filter(
      (sizes) =>
        sizes.length >= count &&
        (!named || named.test(sizes[0]!.before) || (behind as RegExp).test(sizes.at(-1)!.after)),
    );
    const sizes = fitting[0];
    for (const size of sizes ?? []) this.#taken.add(size);
    return sizes;
  }

  takeThis(amounts: readonly Amount[]): void {
    for (const amount of amounts) this.#taken.add(amount);
  }

  #mark(amount: Amount | undefined): Amount | undefined {
    if (amount) this.#taken.add(amount);
    return amount;
  }
}

function ratioOf(one: string, other: string): Exact {
  if (Exact.of(one).is(zero)) throw new NotCalculable('比例里不能有 0。');
  return Exact.of(other).over(Exact.of(one));
}

/** Metres of a length that may lack its unit: 800 are millimetres, 4.2 are metres. */
export function metres(amount: Amount): Exact {
  if (amount.kind === 'length') return amount.si;
  return amount.value.over(Exact.of(amount.value.isUnder(hundred) ? 1 : 1000));
}

/** An amount with its unit, as text. */
export const shown = (amount: Amount) =>
  `${amount.value.text()}${amount.unit ? ` ${titleOf(amount.unit)}` : ''}`.replace(' %', '%');

/** A positive number that a building can have, or a sentence. */
export function sensible(value: Exact, name: string, most: number, unit: string): Exact {
  if (!value.isPositive()) throw new NotCalculable(`${name}要大于 0，现在是 ${value.text()}，没法算。`);
  if (Exact.of(most).isUnder(value))
    throw new NotCalculable(`${name} ${value.text()} ${unit}太大了，不像真的，请核对数字和单位。`);
  return value;
}

import { Exact } from './exact.ts';
import { NotCalculable } from './expression.ts';
import { type Amount, metres, type Said, sensible } from './said.ts';

/** Deduction from an area. */
export interface Deduction {
  /** Square metres. */
  area: Exact;
  /** Calculation of the deduction: `1.5 × 2.1 × 2 + 6`. */
  text: string;
}

const takingOff =
  /(?:扣(?:除|掉|去)?|减(?:去|掉)?|去(?:掉|除)|除(?:去|掉|开)|刨(?:去|掉|除)|不算|不含|不包括)(?![^\d]{0,2}损耗)/;
const opening =
  '(?:[房大木铁推拉移入户进防盗落地飘玻璃]{0,4}(?:门窗|窗户|窗子|门(?![厅头面类襟])|窗(?![帘台]))(?:洞|口|扇){0,3}|洞口?|洞)';
const called = new RegExp(`${opening}(?:的?(?:面积|尺寸))?[^\\d,，;；。、]{0,5}$`);
// 85 平 门窗 6 平: a name before the next number is that one's.
const calledBehind = new RegExp(
  `^\\s*(?:[宽高]\\s*)?(?:的\\s*${opening}|${opening}(?![门窗洞口户子扇]|\\s*\\d[\\d.]*(?![\\d.]|\\s*[个樘扇面])))`,
);
const isKept = /不(?:用|必|需要?|要)?[扣减]|没扣|别扣/;
/** Words that show that a number behind a deduction in the same clause measures something else. */
const another = /[贴铺刷用砖]|每(?![个樘扇])|规格|损耗|剩|覆盖/;
const ofAnother = /^\s*的?[^\d,，;；。、]{0,3}(?:砖|板|墙(?!上)|地面|房间)/;
const apart = /^\s*(?:的\s*)?[宽高长]度?\s*$/;

/** Takes the doors, windows and other areas that a sentence takes off; undefined where there is none. */
export function deductionOf(said: Said): Deduction | undefined {
  const off = partsOf(said.free()).map((part) => ({ ...part, way: wayOff(said, part) }));
  const others = said.free().filter((amount) => !off.some(({ way, sizes }) => way && sizes.includes(amount)));
  // A door alone is what is asked about.
  const mentioned = off.filter(({ way }) => way === 'verb' || (way === 'opening' && others.some(isWhole)));
  said.takeThis(mentioned.flatMap(({ sizes }) => sizes));
  // No door is in a floor.
  const isFloor = said.has(/地面|地砖|地板|铺地/);
  const found = mentioned.filter(({ way }) => way === 'verb' || !isFloor);
  if (found.length === 0) return undefined;
  let area = Exact.of(0);
  const texts: string[] = [];
  for (const { sizes } of found) {
    const sides = sizes.map((size) => (size.kind === 'area' ? size.si : metres(size)));
    for (const side of sides) sensible(side, '要扣掉的尺寸', 1e6, '');
    const count = countOf(said, sizes);
    area = area.plus([...sides, count ?? Exact.of(1)].reduce((product, factor) => product.times(factor)));
    texts.push([...sides, ...(count ? [count] : [])].map((factor) => factor.text()).join(' × '));
  }
  return { area, text: texts.join(' + ') };
}

/** Returns true when a sentence deducts an amount that it does not state. */
export const isUnclear = (said: Said, deduction: Deduction | undefined) =>
  !deduction && said.has(takingOff) && !said.has(isKept);

/** Area after the deduction; adds the step. */
export function without(whole: Exact, deduction: Deduction | undefined, steps: string[]): Exact {
  if (!deduction) return whole;
  const net = whole.minus(deduction.area);
  if (!net.isPositive())
    throw new NotCalculable(
      `要扣掉的 ${deduction.area.text()} ㎡ 不比总面积 ${whole.text()} ㎡ 小，扣完没有剩下的了，请核对这两个数。`,
    );
  const off = / /.test(deduction.text) ? `(${deduction.text})` : deduction.text;
  steps.push(`净面积 = ${whole.text()} − ${off} = ${net.text()} ㎡`);
  return net;
}

/** An area, or two sides of one. */
interface Part {
  sizes: Amount[];
}

function partsOf(amounts: readonly Amount[]): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < amounts.length; at += 1) {
    const amount = amounts[at]!;
    if (amount.kind === 'area') parts.push({ sizes: [amount] });
    if (amount.kind !== 'length' && amount.kind !== 'plain') continue;
    const sizes = amounts.filter(({ group }) => group === amount.group);
    const next = amounts[at + 1];
    if (sizes.length > 1) {
      if (sizes.length === 2 && sizes.every(({ kind }) => kind === amount.kind)) parts.push({ sizes });
      at += sizes.length - 1;
    } else if (next && ['length', 'plain'].includes(next.kind) && apart.test(amount.after)) {
      const after = amounts[at + 2];
      // A third side makes it a room.
      if (after && apart.test(next.after) && after.kind === next.kind) at += 2;
      else {
        parts.push({ sizes: [amount, next] });
        at += 1;
      }
    }
  }
  return parts;
}

/** Way in which a sentence deducts a part: with a verb, or as a door or window; undefined when it does not. */
function wayOff(said: Said, { sizes }: Part): 'verb' | 'opening' | undefined {
  const [first, last] = [sizes[0]!, sizes.at(-1)!];
  const clause = said.text
    .slice(0, first.from)
    .split(/[,，;；。](?!\s*[每各])/)
    .at(-1)!;
  if (isKept.test(clause) || ofAnother.test(last.after)) return undefined;
  const off = takingOff.exec(clause);
  if (off) return another.test(clause.slice(off.index + off[0].length)) ? undefined : 'verb';
  return called.test(clause) || calledBehind.test(said.text.slice(last.to)) ? 'opening' : undefined;
}

const isWhole = (amount: Amount) =>
  amount.kind === 'area'
    ? !/[每覆]/.test(amount.before)
    : (amount.kind === 'length' || amount.kind === 'plain') && Exact.of('1.5').isUnder(metres(amount));

const counters = ['个', '樘', '扇', '面'];
const countBefore = new RegExp(
  `^\\s*(?:的\\s*)?(?:${opening}\\s*)?(?:[,，]\\s*)?(?:(?:每[个樘扇]|各)\\s*)?(?:[宽高]\\s*)?$`,
);

/** 两个 1.5×2.1 的窗, 门 0.9×2.1 两樘. */
function countOf(said: Said, sizes: readonly Amount[]): Exact | undefined {
  const free = said.free().filter(({ unit }) => counters.includes(unit));
  const first = sizes[0]!;
  const last = sizes.at(-1)!;
  const count =
    free.find(({ to }) => to <= first.from && countBefore.test(said.text.slice(to, first.from))) ??
    free.find(({ from }) => from >= last.to && /^[^\d,，;；。、和与及加]{0,6}$/.test(said.text.slice(last.to, from)));
  if (!count) return undefined;
  said.takeThis([count]);
  return sensible(count.value, '个数', 1e4, '个');
}

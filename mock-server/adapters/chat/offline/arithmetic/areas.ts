import { Exact, hundred } from './exact.ts';
import { NotCalculable } from './expression.ts';
import { type Amount, sensible, shown } from './said.ts';
import { type Calculator, lacking, type Sum } from './sum.ts';
import { areaUnits, lengthUnits, titleOf, volumeUnits } from './units.ts';

const two = Exact.of(2);

/** 套内, 建筑面积 and 得房率: two of them give the third. */
export const usableShare: Calculator = (said) => {
  if (!said.has(/得房率|公摊|套内.{0,60}建筑面积|建筑面积.{0,60}套内/)) return undefined;
  if (said.amounts.length === 0) return undefined;
  const inside = said.take('套内(?:面积|建筑面积)?|实际面积|使用面积', 'area', 'plain');
  const pool = said.take('公摊(?:了|面积)?', 'area', 'plain');
  const share = said.take('得房率', 'percent', 'plain') ?? said.take('公摊率|公摊比例|公摊', 'percent');
  const isPooled = share && /公摊/.test(share.before);
  const whole =
    said.take('建筑面积|建面|产权面积|房本', 'area', 'plain') ?? (inside ? undefined : said.takeAny('area'));
  const rate = share && shareIn(share, Boolean(isPooled));
  return (
    shareSum({ inside, whole, pool, rate }) ??
    lacking('套内面积、建筑面积、得房率三个里的两个（例如：套内 98 ㎡，得房率 78%）')
  );
};

function shareIn(share: Amount, isPooled: boolean): Exact {
  const fraction = share.value.isUnder(two) ? share.value : share.value.over(hundred);
  const given = share.kind === 'percent' ? share.si : fraction;
  const rate = isPooled ? Exact.of(1).minus(given) : given;
  if (!rate.isPositive() || Exact.of(1).isUnder(rate)) throw new NotCalculable('得房率应在 0 到 100% 之间，请核对。');
  return rate;
}

/** The third of the three from two of them; undefined when fewer are known. */
function shareSum({
  inside,
  whole,
  pool,
  rate,
}: {
  inside: Amount | undefined;
  whole: Amount | undefined;
  pool: Amount | undefined;
  rate: Exact | undefined;
}): Sum | undefined {
  const percent = rate && `${rate.times(hundred).text()}%`;
  if (inside && rate) {
    const all = sensible(inside.si, '套内面积', 1e6, '㎡').over(rate);
    return {
      results: [`建筑面积 ${all.text()} ㎡`, `其中公摊 ${all.minus(inside.si).text()} ㎡`],
      steps: ['得房率 = 套内面积 ÷ 建筑面积', `建筑面积 = ${inside.si.text()} ÷ ${percent} = ${all.text()} ㎡`],
    };
  }
  if (whole && rate) {
    const used = sensible(whole.si, '建筑面积', 1e6, '㎡').times(rate);
    return {
      results: [`套内面积 ${used.text()} ㎡`, `公摊 ${whole.si.minus(used).text()} ㎡`],
      steps: [`套内面积 = 建筑面积 × 得房率 = ${whole.si.text()} × ${percent} = ${used.text()} ㎡`],
    };
  }
  const used = inside?.si ?? (whole && pool ? whole.si.minus(pool.si) : undefined);
  const all = whole?.si ?? (inside && pool ? inside.si.plus(pool.si) : undefined);
  if (used && all) {
    sensible(all, '建筑面积', 1e6, '㎡');
    if (all.isUnder(used)) throw new NotCalculable('套内面积大于建筑面积，这两个数是不是说反了？');
    const found = used.over(all).times(hundred);
    return {
      results: [`得房率 ${found.text()}%`, `公摊 ${all.minus(used).text()} ㎡`],
      steps: [`得房率 = 套内面积 ÷ 建筑面积 = ${used.text()} ÷ ${all.text()} = ${found.text()}%`],
    };
  }
  return undefined;
}

interface SiteShare {
  name: string;
  words: RegExp;
  part: string;
  label: string;
  isPercent: boolean;
}

const siteShareKinds: readonly SiteShare[] = [
  {
    name: '容积率',
    words: /容积率|far(?![a-z])/,
    part: '总建筑面积',
    label: '(?:总|计容)?建筑面积|总建面|建面|计容面积?',
    isPercent: false,
  },
  {
    name: '建筑密度',
    words: /建筑密度|覆盖率(?!.{0,60}(?:漆|涂料|墙))/,
    part: '基底面积',
    label: '(?:建筑)?(?:基底|占地)(?:总)?面积|建筑占地|基底',
    isPercent: true,
  },
  {
    name: '绿地率',
    words: /绿地率|绿化率/,
    part: '绿地面积',
    label: '绿地(?:总)?面积|绿地|绿化面积',
    isPercent: true,
  },
];

/** 容积率, 建筑密度, 绿地率: a share of the site. */
export const siteShares: Calculator = (said) => {
  const kind = siteShareKinds.find(({ words }) => said.has(words));
  if (!kind || said.amounts.length === 0) return undefined;
  const given = said.take(`${kind.name}|绿化率|far`, 'percent', 'plain');
  const site = said.take('用地面积|用地|基地面积|基地|地块(?:面积)?|总用地|场地(?:面积)?|土地', 'area', 'plain');
  const named = said.take(kind.label, 'area', 'plain');
  const floors = !named && kind.name === '容积率' ? said.takeUnit('层') : undefined;
  const each = floors && said.take('每层|单层|标准层|各层', 'area', 'plain');
  const part = floors && each ? { si: floors.value.times(each.si) } : named;
  const counted =
    floors && each ? [`总建筑面积 = ${floors.value.text()} 层 × ${each.si.text()} = ${part?.si.text()} ㎡`] : [];
  const land = site ?? (part || given ? said.takeAny('area') : undefined);
  const rate = given && siteShareIn(given, kind);
  return (
    siteShareSum(kind, { part: part?.si, land, rate, counted }) ??
    lacking(`${kind.part}、用地面积、${kind.name}三个里的两个`)
  );
};

function siteShareIn({ kind, si, value }: Amount, { name, isPercent }: SiteShare): Exact {
  const isOver = isPercent && Exact.of(1).isUnder(value);
  const rate = kind === 'percent' ? si : isOver ? value.over(hundred) : value;
  if (isPercent && Exact.of(1).isUnder(rate)) throw new NotCalculable(`${name}不会超过 100%，请核对。`);
  return rate;
}

/** The third of part, site and share from two of them; undefined when fewer are known. */
function siteShareSum(
  kind: SiteShare,
  {
    part,
    land,
    rate,
    counted,
  }: { part: Exact | undefined; land: Amount | undefined; rate: Exact | undefined; counted: readonly string[] },
): Sum | undefined {
  const told = (value: Exact) => (kind.isPercent ? `${value.times(hundred).text()}%` : value.text());
  if (part && land) {
    const found = part.over(sensible(land.si, '用地面积', 1e9, '㎡'));
    if (kind.isPercent && Exact.of(1).isUnder(found))
      throw new NotCalculable(`${kind.part}比用地面积还大，请核对两个数。`);
    return {
      results: [`${kind.name} ${told(found)}`],
      steps: [
        ...counted,
        `${kind.name} = ${kind.part} ÷ 用地面积 = ${part.text()} ÷ ${land.si.text()} = ${told(found)}`,
      ],
    };
  }
  if (rate && land) {
    const found = sensible(land.si, '用地面积', 1e9, '㎡').times(rate);
    return {
      results: [`${kind.part} ${found.text()} ㎡`],
      steps: [`${kind.part} = 用地面积 × ${kind.name} = ${land.si.text()} × ${told(rate)} = ${found.text()} ㎡`],
    };
  }
  if (rate && part) {
    const found = part.over(sensible(rate, kind.name, 100, ''));
    return {
      results: [`用地面积 ${found.text()} ㎡`],
      steps: [`用地面积 = ${kind.part} ÷ ${kind.name} = ${part.text()} ÷ ${told(rate)} = ${found.text()} ㎡`],
    };
  }
  return undefined;
}

const allUnits: Readonly<Record<string, { factor: Exact; kind: Amount['kind'] }>> = Object.fromEntries(
  (
    [
      ['length', lengthUnits],
      ['area', areaUnits],
      ['volume', volumeUnits],
    ] as const
  ).flatMap(([kind, units]) => Object.entries(units).map(([name, factor]) => [name, { factor, kind }] as const)),
);
const unitWords = Object.keys(allUnits)
  .filter((name) => name !== '"')
  .sort((one, other) => other.length - one.length)
  .join('|');

/** One amount in another unit. */
export const converted: Calculator = (said) => {
  if (said.amounts.length !== 1) return undefined;
  const [amount] = said.amounts as [Amount];
  if (!['length', 'area', 'volume'].includes(amount.kind)) return undefined;
  const asked = new RegExp(
    `(?:是|等于|合|换算成?|换成|折合|有|转成?|转换成?|=|多少|几)\\s*(?:是|等于)?(?:多少|几)?(?:个|多大的)?(${unitWords})`,
    'g',
  );
  const target = [...said.text.slice(said.text.indexOf(amount.unit) + amount.unit.length).matchAll(asked)].at(-1)?.[1];
  const unit = target && allUnits[target];
  if (!unit || target === amount.unit) return undefined;
  if (unit.kind !== amount.kind)
    throw new NotCalculable(`${titleOf(amount.unit)}和${titleOf(target)}不是同一种量，不能换算。`);
  const found = amount.si.over(unit.factor);
  const one = (allUnits[amount.unit]?.factor ?? Exact.of(1)).over(unit.factor);
  return {
    results: [`${shown(amount)} = ${found.text()} ${titleOf(target)}`.replace('= ≈', '≈ ')],
    steps: [`1 ${titleOf(amount.unit)} = ${one.text(6)} ${titleOf(target)}`.replace('= ≈', '≈ ')],
  };
};

/** A price for each square metre, metre or cubic metre. */
export const priced: Calculator = (said) => {
  if (
    !said.has(/元|块钱/) ||
    !said.has(/每|一平|单价|\/\s*(?:m|平|米)/) ||
    !said.has(/多少钱|总价|一共|总共|合计|要多少|造价|费用/)
  )
    return undefined;
  const price = said.takeUnit('元', '块钱', '块');
  const area = said.takeAny('area', 'length', 'volume');
  if (!price || !area) return undefined;
  // 每平 120 元: the unit of the price has a number of its own only by accident.
  const total = sensible(area.si, '数量', 1e9, '').times(price.value);
  return {
    results: [`合计 ${total.text()} 元`],
    steps: [`合计 = ${area.si.text()} × ${price.value.text()} = ${total.text()} 元`],
  };
};

import { type Deduction, deductionOf, without } from './deduction.ts';
import { Exact, hundred, nearly, pi } from './exact.ts';
import { NotCalculable } from './expression.ts';
import { metres, type Said, sensible } from './said.ts';
import { type Calculator, lacking, type Sum } from './sum.ts';

const two = Exact.of(2);

type Wanted = 'volume' | 'round' | 'area';

const lengths = ['length', 'plain'] as const;

/** Areas, circumferences and volumes of plain shapes. */
export const shapes: Calculator = (said) => {
  const wanted = wantedOf(said);
  const deduction = !wanted || wanted === 'area' ? deductionOf(said) : undefined;
  if (deduction) return remaining(said, deduction);
  if (!wanted) return sidesAlone(said);
  const across = said.take('直径|∅|φ', ...lengths);
  const radius = said.take('半径', ...lengths);
  if (radius) return round(said, wanted, metres(radius));
  if (across) return round(said, wanted, metres(across).over(two));
  if (said.has(/三角/)) return triangle(said);
  if (said.has(/梯形/)) return trapezium(said);
  return prism(said, wanted) ?? box(said, wanted);
};

function wantedOf(said: Said): Wanted | undefined {
  if (said.has(/体积|容积(?!率)|多少方|立方/)) return 'volume';
  if (said.has(/周长|一圈|一周/)) return 'round';
  return said.has(/面积|多大|多少平|几平|平方/) ? 'area' : undefined;
}

/** A circle or a cylinder. */
function round(said: Said, wanted: Wanted, half: Exact): Sum {
  const r = sensible(half, '半径', 1e5, '米');
  const high = said.take('高度?|深度?|长度?', ...lengths);
  if (wanted === 'round') return done('周长', pi.times(two).times(r), '米', `周长 = 2π × ${r.text()}`);
  const base = pi.times(r).times(r);
  if (wanted === 'area') return done('面积', base, '㎡', `面积 = π × ${r.text()}²`);
  if (!high) return lacking('高度');
  return done('体积', base.times(metres(high)), 'm³', `体积 = π × ${r.text()}² × ${metres(high).text()}`);
}

function triangle(said: Said): Sum {
  const base = said.take('底边?长?', ...lengths);
  const high = said.take('高', ...lengths);
  if (!base || !high) return lacking('底和高');
  const [b, h] = [metres(base), metres(high)];
  return done('面积', b.times(h).over(two), '㎡', `面积 = ${b.text()} × ${h.text()} ÷ 2`);
}

function trapezium(said: Said): Sum {
  const top = said.take('上底', ...lengths);
  const bottom = said.take('下底', ...lengths);
  const high = said.take('高', ...lengths);
  if (!top || !bottom || !high) return lacking('上底、下底和高');
  const [t, b, h] = [metres(top), metres(bottom), metres(high)];
  const area = t.plus(b).times(h).over(two);
  return done('面积', area, '㎡', `面积 = (${t.text()} + ${b.text()}) × ${h.text()} ÷ 2`);
}

/** The volume over a ground area. */
function prism(said: Said, wanted: Wanted): Sum | undefined {
  const ground = wanted === 'volume' ? said.takeAny('area') : undefined;
  const height = ground && said.take('层高|净高|高度?|厚度?|深度?', ...lengths);
  if (!ground || !height) return undefined;
  return done('体积', ground.si.times(metres(height)), 'm³', `体积 = ${ground.si.text()} × ${metres(height).text()}`);
}

/** A rectangle or a box. */
function box(said: Said, wanted: Wanted): Sum | undefined {
  const sides = boxOf(said);
  if (!sides) return undefined;
  const [long, wide, high] = sides;
  if (wanted === 'volume') {
    if (!long || !wide || !high) return lacking('长、宽、高（或厚）三个尺寸');
    return done('体积', long.times(wide).times(high), 'm³', `体积 = ${long.text()} × ${wide.text()} × ${high.text()}`);
  }
  const second = wide ?? high;
  if (!long || !second) return lacking('长和宽两个尺寸');
  if (wanted === 'round')
    return done('周长', long.plus(second).times(two), '米', `周长 = (${long.text()} + ${second.text()}) × 2`);
  return done('面积', long.times(second), '㎡', `面积 = ${long.text()} × ${second.text()}`);
}

/** Rest of an area or of a rectangle after a deduction. */
function remaining(said: Said, deduction: Deduction): Sum | undefined {
  const area = said.takeAny('area');
  const [long, wide] = area ? [] : (boxOf(said) ?? []);
  const whole = area?.si ?? (long && wide && long.times(wide));
  if (!whole) return undefined;
  const steps = area ? [] : [`面积 = ${long!.text()} × ${wide!.text()} = ${whole.text()} ㎡`];
  const net = without(sensible(whole, '面积', 1e12, '㎡'), deduction, steps);
  return { results: [`净面积 ${net.text()} ㎡`], steps };
}

/** Two lengths with a times between them and no other question: what they span. */
function sidesAlone(said: Said): Sum | undefined {
  if (said.text.length > 20 || said.has(/怎么|如何|咋|什么|啥|哪|吗|写|画|贴|选|配|表现|描述/)) return undefined;
  const sizes = said.takeSizes(2);
  if (sizes?.length !== 2 || sizes.some(({ kind }) => kind !== 'length')) return undefined;
  const [long, wide] = sizes.map((size) => sensible(metres(size), '尺寸', 1e5, '米'));
  const sum = done('面积', long!.times(wide!), '㎡', `面积 = ${long!.text()} × ${wide!.text()}`);
  return { ...sum, assumptions: ['没有说要算什么，按面积算'] };
}

function done(name: string, value: Exact, unit: string, step: string): Sum {
  sensible(value, name, 1e12, unit);
  return { results: [`${name} ${value.text()} ${unit}`], steps: [`${step} = ${value.text()} ${unit}`] };
}

/** Length, width and height of something rectangular; nothing where no two numbers are sides. */
export function boxOf(said: Said): [Exact | undefined, Exact | undefined, Exact | undefined] | undefined {
  const sizes = said.takeSizes(2);
  const side = said.has(/边长/) ? said.take('边长', 'length', 'plain') : undefined;
  if (side) return [metres(side), metres(side), undefined];
  const of = (label: string) => {
    const found = said.take(label, 'length', 'plain');
    return found && metres(found);
  };
  const [first, second, third] = sizes?.map(metres) ?? [];
  const high = third ?? of('层高|净高|墙高|高度?|厚度?|深度?|板厚');
  const long = first ?? of('长度?|开间|面宽|周长');
  const wide = second ?? of('宽度?|进深');
  for (const size of [long, wide, high]) if (size) sensible(size, '尺寸', 1e5, '米');
  return long || wide ? [long, wide, high] : undefined;
}

/** A slope from rise and run, or one of them from the other. */
export const slope: Calculator = (said) => {
  if (!said.has(/坡度|坡道|找坡|放坡|坡比|屋面坡|斜坡|起坡/) || said.amounts.length < 2) return undefined;
  const rise = said.take('高差|升高|高度?|抬高|落差|起坡', 'length', 'plain');
  const run = said.take('水平(?:距离|长度?|投影)?|坡长|长度?|距离|跨度|进深|宽度?', 'length', 'plain');
  const ratio = said.takeAny('ratio');
  const percent = said.takeAny('percent');
  const degree = said.takeUnit('°', '度');
  const grade = ratio
    ? Exact.of(1).over(sensible(ratio.value, '坡比', 1e5, ''))
    : (percent?.si ?? (degree && nearly(Math.tan((degree.value.toNumber() * Math.PI) / 180))));
  const horizontal = ['长度按水平投影算'];
  if (rise && run) {
    const found = metres(rise).over(sensible(metres(run), '水平长度', 1e6, '米'));
    if (!found.isPositive()) throw new NotCalculable('高差要大于 0。');
    const angle = nearly((Math.atan(found.toNumber()) * 180) / Math.PI);
    return {
      results: [
        `坡度 ${found.times(hundred).text()}%`,
        `即 1:${Exact.of(1).over(found).text()}，约 ${angle.rounded(1)}°`,
      ],
      steps: [
        `坡度 = 高差 ÷ 水平长度 = ${metres(rise).text()} ÷ ${metres(run).text()} = ${found.times(hundred).text()}%`,
      ],
      assumptions: horizontal,
    };
  }
  if (!grade) return lacking('高差、水平长度、坡度三个里的两个');
  sensible(grade, '坡度', 100, '');
  const told = ratio ? `(1:${ratio.value.text()})` : `${grade.times(hundred).text()}%`;
  const length = rise ? undefined : (run ?? said.takeAny('length'));
  if (rise) {
    const found = metres(rise).over(grade);
    return {
      results: [`水平长度 ${found.text()} 米`],
      steps: [`水平长度 = 高差 ÷ 坡度 = ${metres(rise).text()} ÷ ${told} = ${found.text()} 米`],
      assumptions: horizontal,
    };
  }
  if (!length) return lacking('高差或水平长度');
  const found = metres(length).times(grade);
  return {
    results: [`高差 ${found.text()} 米`],
    steps: [`高差 = 水平长度 × 坡度 = ${metres(length).text()} × ${told} = ${found.text()} 米`],
    assumptions: horizontal,
  };
};

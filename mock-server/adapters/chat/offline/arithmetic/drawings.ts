import { Exact, hundred } from './exact.ts';
import { NotCalculable } from './expression.ts';
import { type Amount, metres, sensible } from './said.ts';
import { type Calculator, lacking, type Sum } from './sum.ts';

const thousand = Exact.of(1000);
const two = Exact.of(2);

/** Lengths and areas between a sheet and the building. */
export const scale: Calculator = (said) => {
  const ratio = said.amounts.find(({ kind }) => kind === 'ratio');
  if (ratio && !/(?:^|\D)1\s*[::：]\s*\d/.test(said.text)) return undefined;
  if (!ratio && !said.has(/比例(?:尺)?(?:是|为)?多少/)) return undefined;
  if (!said.has(/比例|图上|图纸|实际|代表|画|量|上/) || said.has(/坡/)) return undefined;
  const real = said.take('实际(?:长度?|尺寸|距离)?|实长|现实中?|真实', 'length', 'area');
  const drawn = said.take('图上|图纸上?|图里|图面|量(?:出来|得|了)?|上(?:面)?(?:量)?', 'length', 'area', 'plain');
  if (!ratio) {
    if (!real || !drawn || real.kind !== 'length') return lacking('图上长度和实际长度');
    const found = real.si.over(sensible(millimetre(drawn), '图上长度', 1e4, '米'));
    return {
      results: [`比例 1:${found.text()}`],
      steps: [`1:n，n = 实际长度 ÷ 图上长度 = ${real.si.text()} 米 ÷ ${millimetre(drawn).text()} 米 = ${found.text()}`],
    };
  }
  said.takeThis([ratio]);
  const n = sensible(ratio.value, '比例', 1e7, '');
  const rest = real ?? drawn ?? said.takeAny('length', 'area', 'plain');
  if (!rest) return said.has(/多少|多长|多大|换算/) ? lacking('图上的长度（例如 35 mm），或实际的长度') : undefined;
  const isToSheet = Boolean(real) || (!drawn && said.has(/(?:图上|画|图纸上?).{0,6}(?:多少|多长|多大|几)/));
  return rest.kind === 'area' ? scaledArea(rest, n, isToSheet) : scaledLength(rest, n, isToSheet);
};

function scaledArea(rest: Amount, n: Exact, isToSheet: boolean): Sum {
  const found = isToSheet ? rest.si.over(n.times(n)) : rest.si.times(n).times(n);
  return isToSheet
    ? {
        results: [`图上 ${found.times(Exact.of(10000)).text()} cm²`],
        steps: [`面积按比例的平方变：${rest.si.text()} ㎡ ÷ ${n.text()}² = ${found.times(Exact.of(10000)).text()} cm²`],
      }
    : {
        results: [`实际 ${found.text()} ㎡`],
        steps: [`面积按比例的平方变：${rest.si.text(6)} ㎡ × ${n.text()}² = ${found.text()} ㎡`],
      };
}

function scaledLength(rest: Amount, n: Exact, isToSheet: boolean): Sum {
  if (isToSheet) {
    const found = metres(rest).over(n).times(thousand);
    return {
      results: [`图上 ${found.text()} mm`],
      steps: [`图上长度 = 实际长度 ÷ n = ${metres(rest).times(thousand).text()} mm ÷ ${n.text()} = ${found.text()} mm`],
    };
  }
  const found = millimetre(rest).times(n);
  return {
    results: [`实际 ${found.text()} 米`],
    steps: [
      `实际长度 = 图上长度 × n = ${millimetre(rest).times(thousand).text()} mm × ${n.text()} = ${found.times(thousand).text()} mm`,
    ],
    ...(rest.kind === 'plain' ? { assumptions: ['图上长度没有写单位，按毫米'] } : {}),
  };
}

/** On sheets lengths without a unit are millimetres. */
const millimetre = (amount: Amount) => (amount.kind === 'length' ? amount.si : amount.value.over(thousand));

/** Sheets in millimetres, upright. */
const sheets: Readonly<Record<string, readonly [number, number]>> = {
  a0: [841, 1189],
  a1: [594, 841],
  a2: [420, 594],
  a3: [297, 420],
  a4: [210, 297],
  a5: [148, 210],
};

/** Pixels, prints and their resolution. */
export const prints: Calculator = (said) => {
  if (!said.has(/dpi|ppi|像素|分辨率|px/) || !said.has(/打印|喷绘|输出|印|展板|出图|纸|a[0-5](?!\d)|dpi|ppi|尺寸|多大/))
    return undefined;
  if (said.amounts.length === 0 && !said.has(/多少|几|多大/)) return undefined;
  const dpi = said.takeUnit('dpi', 'ppi') ?? said.take('dpi|ppi|分辨率', 'plain');
  if (dpi) sensible(dpi.value, '分辨率', 10000, 'dpi');
  const pixels = pixelsOf(said);
  const sheet = /a[0-5](?!\d)/.exec(said.text)?.[0];
  const paper = sheet ? sheets[sheet]!.map((side) => Exact.of(side)) : paperOf(said);
  // The longer side of the picture on the longer side of the paper.
  if (pixels && paper) for (const sides of [pixels, paper]) sides.sort((left, right) => (right.isUnder(left) ? -1 : 1));
  if (paper && pixels) return resolutionOf(pixels, paper);
  if (!paper && !pixels)
    return dpi && said.has(/多少|几|多大/) ? lacking('打印的尺寸（例如 A1，或 600×900 mm），或图片的像素') : undefined;
  if (!dpi) return lacking('打印精度（dpi），例如近看的图册 300、展板 150');
  return paper ? pixelsFor(paper, dpi.value, sheet) : sizeOf(pixels!, dpi.value);
};

/** Millimetres of what was said of a paper that is no standard sheet. */
function paperOf(said: Parameters<Calculator>[0]): Exact[] | undefined {
  return said
    .takeSizes(2)
    ?.map((size) => (size.kind === 'length' ? size.si : size.value.over(thousand)).times(thousand));
}

const inch = Exact.of('25.4');

function pixelsFor(paper: readonly Exact[], dpi: Exact, sheet: string | undefined): Sum {
  const [long, wide] = paper.map((side) => sensible(side, '尺寸', 1e5, 'mm').over(inch).times(dpi).up()) as [
    Exact,
    Exact,
  ];
  return {
    results: [
      `${long.text()} × ${wide.text()} 像素`,
      `约 ${long.times(wide).over(Exact.of(1_000_000)).rounded(1)} 百万像素`,
    ],
    steps: [
      `像素 = 毫米 ÷ 25.4 × dpi：${paper[0]!.text()} ÷ 25.4 × ${dpi.text()} 进位得 ${long.text()}，${paper[1]!.text()} ÷ 25.4 × ${dpi.text()} 进位得 ${wide.text()}`,
    ],
    ...(sheet
      ? { assumptions: [`${sheet.toUpperCase()} 为 ${sheets[sheet]!.join('×')} mm，不含出血`] }
      : { assumptions: ['不含出血'] }),
  };
}

function resolutionOf(pixels: readonly Exact[], paper: readonly Exact[]): Sum {
  const found = pixels.map((side, at) => side.over(sensible(paper[at] ?? paper[0]!, '尺寸', 1e5, 'mm').over(inch)));
  const least = found.reduce((left, right) => (right.isUnder(left) ? right : left));
  return {
    results: [`${least.text(0)} dpi`],
    steps: [
      `dpi = 像素 ÷ (毫米 ÷ 25.4)：${pixels.map((side, at) => `${side.text()} ÷ (${(paper[at] ?? paper[0]!).text()} ÷ 25.4) = ${found[at]!.text(0)}`).join('，')}`,
    ],
  };
}

function sizeOf(pixels: readonly Exact[], dpi: Exact): Sum {
  const found = pixels.map((side) => side.over(dpi).times(inch));
  return {
    results: [`${found.map((side) => side.rounded(1)).join(' × ')} mm`],
    steps: [
      `毫米 = 像素 ÷ dpi × 25.4：${pixels.map((side, at) => `${side.text()} ÷ ${dpi.text()} × 25.4 = ${found[at]!.text(1)}`).join('，')}`,
    ],
  };
}

function pixelsOf(said: Parameters<Calculator>[0]): Exact[] | undefined {
  const groups = Map.groupBy(said.amounts, ({ group }) => group);
  for (const sizes of groups.values()) {
    const isPixels =
      sizes.some(({ unit }) => unit === '像素' || unit === 'px') ||
      (/像素(?:是|为)?\s*$/.test(sizes[0]!.before) && sizes[0]!.kind === 'plain');
    if (!isPixels) continue;
    said.takeThis(sizes);
    return sizes.map(({ value }) => sensible(value, '像素', 1e6, ''));
  }
  return undefined;
}

/** Steps of a stair from the height of a storey. */
export const stairs: Calculator = (said) => {
  if (!said.has(/楼梯|踏步|台阶|踏面|踢面|级数/) || said.amounts.length === 0 || !said.has(/多少|几|算|多长|多高/))
    return undefined;
  const riser = said.take('踏步高度?|踢面高?|每(?:步|级|阶)(?:踏步)?高?|步高|级高|踏高', 'length', 'plain');
  const tread = said.take('踏步宽度?|踏面宽?|踏面|步宽|踏宽', 'length', 'plain');
  const height = said.take('层高|总高|高差|高度?|梯高|落差', 'length', 'plain') ?? said.takeAny('length');
  const count = said.takeUnit('步', '级', '踏');
  if (!height) return lacking('层高（或总高差）');
  const total = sensible(metres(height), '层高', 100, '米');
  if (!riser && !count) return lacking('踏步高（例如 165 mm），或级数');
  const steps = count?.value ?? total.over(sensible(piece(riser!), '踏步高', 2, '米')).up();
  if (!steps.isPositive() || Exact.of(2000).isUnder(steps))
    throw new NotCalculable('级数不像真的，请核对层高和踏步高的单位。');
  const each = total.over(steps).times(thousand);
  const results = [`${steps.text()} 级，每级高 ${each.text(1)} mm`];
  const lines = [
    count
      ? `每级高 = ${total.text()} 米 ÷ ${steps.text()} = ${each.text(1)} mm`
      : `级数 = ${total.times(thousand).text()} ÷ ${piece(riser!).times(thousand).text()}，进到整级 ${steps.text()}；每级高 ${total.times(thousand).text()} ÷ ${steps.text()} = ${each.text(1)} mm`,
  ];
  if (tread) {
    const goings = steps.minus(Exact.of(1));
    const run = goings.times(piece(tread));
    results.push(`梯段水平长 ${run.text()} 米（单跑）`);
    lines.push(`水平长 = (${steps.text()} − 1) × ${piece(tread).times(thousand).text()} mm = ${run.text()} 米`);
    const comfort = each.times(two).plus(piece(tread).times(thousand));
    lines.push(`2 × 踏步高 + 踏面宽 = ${comfort.text(0)} mm（走着舒服的多在 600–620 左右）`);
  }
  return { results, steps: lines, assumptions: ['单跑，最上一级与楼面平', '踏步的限值以项目所在地现行规范为准'] };
};

const piece = (amount: Amount) =>
  amount.kind === 'length' ? amount.si : amount.value.over(amount.value.isUnder(hundred) ? hundred : thousand);

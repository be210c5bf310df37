import { deductionOf, without } from './deduction.ts';
import { Exact } from './exact.ts';
import { NotCalculable } from './expression.ts';
import { metres, type Said, sensible } from './said.ts';
import { boxOf } from './shapes.ts';
import { type Calculator, lacking } from './sum.ts';

const one = Exact.of(1);
const two = Exact.of(2);
const thousand = Exact.of(1000);

/** Paint for walls, by coats and coverage. */
export const paint: Calculator = (said) => {
  if (!said.has(/乳胶漆|涂料|油漆|墙漆|底漆|面漆|真石漆|刷漆|刷墙|艺术漆|腻子|防水/) || said.amounts.length === 0)
    return undefined;
  if (!said.has(/多少|几(?:桶|升|公斤|l)|算|用量|需要|够/)) return undefined;
  const coats = said.takeUnit('遍', '道', '层');
  const perUnit = rateOf(said);
  const bucket = said.take('每桶|一桶|桶装|每桶装', 'volume', 'counted') ?? undefined;
  const deduction = deductionOf(said);
  const walls = wallsOf(said);
  const missing: string[] = [];
  if (!walls) missing.push('涂刷面积（例如墙面 85 ㎡，或房间长、宽、高）');
  if (!perUnit) missing.push('覆盖率或单位用量（桶上有写，例如每升刷 12 ㎡一遍，或每平米 0.3 公斤）');
  if (!walls || !perUnit) return lacking(...missing);
  const steps = [...walls.steps];
  const net = without(sensible(walls.area, '涂刷面积', 1e7, '㎡'), deduction, steps);
  const times = sensible(coats?.value ?? one, '遍数', 20, '遍');
  const painted = net.times(times);
  const amount = perUnit.isPerArea ? painted.times(perUnit.rate) : painted.over(perUnit.rate);
  steps.push(
    perUnit.isPerArea
      ? `用量 = ${net.text()} × ${times.text()} 遍 × ${perUnit.rate.text()} = ${amount.text()} ${perUnit.unit}`
      : `用量 = ${net.text()} × ${times.text()} 遍 ÷ ${perUnit.rate.text()} = ${amount.text()} ${perUnit.unit}`,
  );
  const results = [`${amount.text()} ${perUnit.unit}`];
  if (bucket) {
    const size = bucket.kind === 'volume' ? bucket.si.times(thousand) : bucket.value;
    const buckets = amount.over(sensible(size, '每桶', 1e4, perUnit.unit)).up();
    results.push(`${buckets.text()} 桶（每桶 ${size.text()} ${perUnit.unit}）`);
  }
  const assumptions = [coats ? `按 ${times.text()} 遍` : '没有说遍数，按 1 遍', '不含损耗'];
  if (!deduction) assumptions.push('没有扣门窗');
  return { results, steps, assumptions };
};

function rateOf(said: Said): { rate: Exact; unit: string; isPerArea: boolean } | undefined {
  const perUnit =
    /(?:每|一|1)\s*(升|l|公斤|kg|千克)[^\d,，;；。]{0,8}(\d+(?:\.\d+)?)\s*(?:个?平方?米?|m2)|(?<!\d)(\d+(?:\.\d+)?)\s*(?:个?平方?米?|m2)\s*(?:\/|每)\s*(升|l|公斤|kg|千克)/.exec(
      said.text,
    );
  const perArea =
    /(?:每|一)(?:个)?(?:平方?米?|m2)[^\d,，;；。]{0,6}(\d+(?:\.\d+)?)\s*(升|l|公斤|kg|千克)|(?<!\d)(\d+(?:\.\d+)?)\s*(升|l|公斤|kg|千克)\s*(?:\/|每)\s*(?:个?平方?米?|m2)/.exec(
      said.text,
    );
  const found = perUnit ?? perArea;
  if (found) {
    const isPerArea = !perUnit;
    const value = perUnit ? (found[2] ?? found[3])! : (found[1] ?? found[3])!;
    const unit = perUnit ? (found[1] ?? found[4])! : (found[2] ?? found[4])!;
    const rate = sensible(Exact.of(value), '覆盖率', 1e4, '');
    said.takeThis(said.amounts.filter((amount) => amount.value.is(rate)).slice(0, 1));
    return { rate, unit: /升|l/.test(unit) ? '升' : '公斤', isPerArea };
  }
  const covering = said.take('覆盖率|涂布率|遮盖率|理论涂布率', 'area', 'plain');
  return covering && { rate: sensible(covering.value, '覆盖率', 1e4, ''), unit: '升', isPerArea: false };
}

/** Area of walls: said, or around a room of this length, width and height. */
function wallsOf(said: Said): { area: Exact; steps: string[] } | undefined {
  const area = said.take('墙面|墙|面积|涂刷', 'area') ?? said.takeAny('area');
  if (area) return { area: area.si, steps: [] };
  const [long, wide, high] = boxOf(said) ?? [];
  if (!long || !wide) return undefined;
  if (!high)
    return {
      area: long.times(wide),
      steps: [`面积 = ${long.text()} × ${wide.text()} = ${long.times(wide).text()} ㎡`],
    };
  const walls = long.plus(wide).times(two).times(high);
  return {
    area: walls,
    steps: [`四面墙 = (${long.text()} + ${wide.text()}) × 2 × ${high.text()} = ${walls.text()} ㎡`],
  };
}

/** Length of all walls and their height, as far as they were told. */
function wallOf(said: Said): { around: Exact | undefined; high: Exact | undefined } {
  const round = said.take('周长|墙长|总长', 'length', 'plain');
  const height = said.take('层高|净高|墙高|高度?', 'length', 'plain');
  const box = round ? undefined : boxOf(said);
  // Two sides of one wall are its length and its height.
  const isWall = !height && !box?.[2] && said.has(/面墙|背景墙|墙(?![纸布])/);
  const sides = isWall ? box?.[0] : box?.[0] && box[1] && box[0].plus(box[1]).times(two);
  const around = round ? metres(round) : sides;
  const high = height ? metres(height) : (box?.[2] ?? (isWall ? box?.[1] : undefined));
  return { around, high };
}

/** Rolls of wallpaper by strips. */
export const wallpaper: Calculator = (said) => {
  if (!said.has(/墙纸|壁纸|墙布/) || said.amounts.length === 0 || !said.has(/多少|几|算|需要|用量/)) return undefined;
  const deduction = deductionOf(said);
  const pattern = said.take('对花(?:距离?|间距)?|花距', 'length', 'plain');
  const roll = said.takeSizes(2, '卷|规格|每卷|一卷|墙纸|壁纸|墙布');
  const [rollWide, rollLong] = roll
    ? [metres(roll[0]!), metres(roll[1]!)].sort((left, right) => (left.isUnder(right) ? -1 : 1))
    : [Exact.of('0.53'), Exact.of(10)];
  const { around, high } = wallOf(said);
  if (!around && !high) return lacking('墙的总长（或房间长和宽）', '墙高');
  if (!around) return lacking('墙的总长（或房间长和宽）');
  if (!high) return lacking('墙高');
  sensible(around, '墙的总长', 1e4, '米');
  const cut = sensible(high, '墙高', 50, '米')
    .plus(Exact.of('0.1'))
    .plus(pattern ? metres(pattern) : Exact.of(0));
  const steps: string[] = [];
  const covered = deduction ? without(around.times(high), deduction, steps).over(high) : around;
  if (deduction) steps.push(`折合墙长 = 净面积 ÷ 墙高 ${high.text()} = ${covered.text()} 米`);
  const strips = covered.over(rollWide!).up();
  const perRoll = rollLong!.over(cut).down();
  if (!perRoll.isPositive()) throw new NotCalculable('一卷还不够裁一幅，请核对墙高和卷长。');
  const rolls = strips.over(perRoll).up();
  return {
    results: [`${rolls.text()} 卷`],
    steps: [
      ...steps,
      `幅数 = ${covered.text()} ÷ ${rollWide!.text()}，进到 ${strips.text()} 幅`,
      `每幅裁 ${cut.text()} 米，每卷 ${rollLong!.text()} ÷ ${cut.text()}，得 ${perRoll.text()} 幅`,
      `卷数 = ${strips.text()} ÷ ${perRoll.text()}，进到 ${rolls.text()} 卷`,
    ],
    assumptions: [
      roll ? `每卷 ${rollWide!.text()}×${rollLong!.text()} 米` : '没有说卷的规格，按常见的 0.53×10 米',
      '每幅上下共留 0.1 米裁切',
      pattern ? `对花 ${metres(pattern).text()} 米` : '不对花',
      deduction ? '门窗按面积折算扣除' : '没有扣门窗',
    ],
  };
};

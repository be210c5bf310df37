import { deductionOf, isUnclear, without } from './deduction.ts';
import { Exact, hundred } from './exact.ts';
import { NotCalculable } from './expression.ts';
import { type Amount, metres, type Said, sensible } from './said.ts';
import { boxOf } from './shapes.ts';
import { type Calculator, lacking } from './sum.ts';

const one = Exact.of(1);
const two = Exact.of(2);
const thousand = Exact.of(1000);

/** 损耗 as a share; what is said, or none. */
function wasteOf(said: Said): { share: Exact; words: string; isSaid: boolean } {
  const waste =
    said.take('损耗率?|耗损|富余|富裕|余量|备(?:货|料|用)?|多买|多算', 'percent') ??
    (said.has(/损耗|备|富余/) ? said.takeAny('percent') : undefined);
  if (!waste)
    return { share: Exact.of(0), words: '没有说损耗，按 0 算；铺贴有裁切，通常要另加几个百分点', isSaid: false };
  if (!waste.si.isUnder(one) || waste.si.isUnder(Exact.of(0)))
    throw new NotCalculable('损耗率应在 0 到 100% 之间，请核对。');
  return { share: waste.si, words: `损耗 ${waste.si.times(hundred).text()}%`, isSaid: true };
}

/** An area that is said, or made from two sides. */
function areaOf(said: Said): { area: Exact; steps: string[] } | undefined {
  const area = said.takeAny('area');
  if (area) return { area: sensible(area.si, '面积', 1e7, '㎡'), steps: [] };
  const box = boxOf(said) ?? [];
  // A wall has width and height.
  const [long, wide] = said.has(/墙/) ? box.filter((side) => side !== undefined) : box;
  if (!long || !wide) return undefined;
  const found = long.times(wide);
  return { area: found, steps: [`面积 = ${long.text()} × ${wide.text()} = ${found.text()} ㎡`] };
}

/** The size of a tile or a board in metres: `800×800`, `30x60`, `600 的砖`. */
function pieceOf(said: Said): { sides: [Exact, Exact]; text: string } | undefined {
  const groups = Map.groupBy(said.free(), ({ group }) => group);
  for (const sizes of groups.values()) {
    const [first, second] = sizes;
    if (!first || !second || sizes.length > 3) continue;
    const sides = [millimetres(first), millimetres(second)] as [Exact, Exact];
    // Rooms are larger than tiles.
    if (sides.some((side) => Exact.of('3.3').isUnder(side))) continue;
    if (sides.every((side) => one.isUnder(side)) && first.unit === '米') continue;
    const label = sizes[0]!.before;
    if (/房间|客厅|卧室|厨房|卫生间|阳台|墙面|地面(?!砖)/.test(label)) continue;
    said.takeThis(sizes);
    return { sides, text: `${sides[0].times(thousand).text()}×${sides[1].times(thousand).text()} mm` };
  }
  const single = said.amounts.find(
    ({ kind, value, after }) =>
      kind === 'plain' &&
      /^\s*(?:的|规格的?)?(?:方?砖|瓷砖|地砖|墙砖|规格|板)/.test(after) &&
      !value.isUnder(Exact.of(100)),
  );
  if (!single) return undefined;
  said.takeThis([single]);
  const side = millimetres(single);
  return { sides: [side, side], text: `${side.times(thousand).text()}×${side.times(thousand).text()} mm` };
}

/** Sizes of pieces without a unit are millimetres from 100 on, else centimetres. */
function millimetres(amount: Amount): Exact {
  if (amount.kind === 'length') return amount.si;
  return amount.value.over(amount.value.isUnder(hundred) ? hundred : thousand);
}

/** Pieces of tile, stone or board for an area. */
export const pieces: Calculator = (said) => {
  const isBoard = said.has(/木地板|地板(?!砖)|复合地板|护墙板|铝扣板|扣板|石膏板|矿棉板/);
  if (!isBoard && !said.has(/砖|瓷砖|石材|大板|岩板|马赛克/)) return undefined;
  if (said.amounts.length === 0 || !said.has(/多少|几|算|需要|用量|买/)) return undefined;
  const waste = wasteOf(said);
  const perBox = said.take('每箱|一箱|每包|一包|每件', 'counted', 'plain');
  const perBoxArea = said.take('每箱|一箱|每包|一包', 'area');
  const deduction = deductionOf(said);
  const piece = pieceOf(said);
  const ground = areaOf(said);
  const missing: string[] = [];
  if (!ground) missing.push('要铺的面积（例如 24 ㎡，或长 6 米、宽 4 米）');
  if (!piece && !perBoxArea && !isBoard) missing.push('砖的规格（例如 800×800 mm）');
  if (!ground || missing.length > 0) return lacking(...missing);
  const steps = [...ground.steps];
  const net = without(ground.area, deduction, steps);
  const all = net.times(one.plus(waste.share));
  if (waste.isSaid)
    steps.push(`含损耗的面积 = ${net.text()} × (1 + ${waste.share.times(hundred).text()}%) = ${all.text()} ㎡`);
  const results: string[] = [];
  const box = said.has(/包/) ? '包' : '箱';
  if (piece) {
    const [long, wide] = piece.sides;
    if (!long.isPositive() || !wide.isPositive()) throw new NotCalculable('规格要大于 0，请核对。');
    const single = long.times(wide);
    const exactly = all.over(single);
    const count = exactly.up();
    results.push(`${count.text()} 片（${piece.text}）`);
    steps.push(
      `每片 ${long.text()} × ${wide.text()} = ${single.text()} ㎡`,
      `片数 = ${all.text()} ÷ ${single.text()} = ${exactly.text()}，进到整片 ${count.text()}`,
    );
    if (perBox) {
      const boxes = count.over(sensible(perBox.value, '每箱片数', 1e4, '片')).up();
      results.push(`${boxes.text()} ${box}`);
      steps.push(`箱数 = ${count.text()} ÷ ${perBox.value.text()}，进到整箱 ${boxes.text()}`);
    }
  } else {
    results.push(`${all.text()} ㎡`);
  }
  if (perBoxArea) {
    const boxes = all.over(sensible(perBoxArea.si, '每箱面积', 1e4, '㎡')).up();
    results.push(`${boxes.text()} ${box}`);
    steps.push(`箱数 = ${all.text()} ÷ ${perBoxArea.si.text()}，进到整箱 ${boxes.text()}`);
  }
  const assumptions = [waste.words, '不计砖缝，按整片进位'];
  if (isUnclear(said, deduction)) assumptions.push('没有听出要扣的面积，没有扣；门窗要说宽和高');
  return { results, steps, assumptions };
};

/** Skirting along the walls without the doors. */
export const skirting: Calculator = (said) => {
  if (!said.has(/踢脚/) || said.amounts.length === 0) return undefined;
  const waste = wasteOf(said);
  const doors = doorsOf(said);
  const pieceLength = said.take('每根|一根|每支', 'length', 'plain');
  const round = said.take('周长|墙长|总长', 'length', 'plain');
  const box = round ? undefined : boxOf(said);
  const around = round ? metres(round) : box?.[0] && box[1] ? box[0].plus(box[1]).times(two) : undefined;
  if (!around) return lacking('房间的长和宽，或周长');
  sensible(around, '周长', 1e5, '米');
  const net = around.minus(doors?.width ?? Exact.of(0));
  if (!net.isPositive()) throw new NotCalculable('门洞比墙还长，请核对。');
  const all = net.times(one.plus(waste.share));
  const results = [`${all.text()} 米`];
  if (pieceLength)
    results.push(`${all.over(metres(pieceLength)).up().text()} 根（每根 ${metres(pieceLength).text()} 米）`);
  return {
    results,
    steps: [
      ...(round ? [] : [`周长 = (${box![0]!.text()} + ${box![1]!.text()}) × 2 = ${around.text()} 米`]),
      `净长 = ${around.text()}${doors ? ` − ${doors.text}` : ''} = ${net.text()} 米`,
      ...(waste.isSaid
        ? [`含损耗 = ${net.text()} × (1 + ${waste.share.times(hundred).text()}%) = ${all.text()} 米`]
        : []),
    ],
    assumptions: [waste.isSaid ? waste.words : '没有说损耗，按 0 算', doors ? '' : '没有扣门洞'].filter(
      (line) => line !== '',
    ),
  };
};

function doorsOf(said: Said): { width: Exact; text: string } | undefined {
  const width = said.take('门洞?宽?(?:度)?|门洞|扣(?:除|掉)?|减去?', 'length', 'plain');
  if (!width) return undefined;
  const count = said.takeUnit('个', '樘', '扇');
  const times = count?.value ?? one;
  return {
    width: metres(width).times(times),
    text: count ? `${metres(width).text()} × ${times.text()}` : metres(width).text(),
  };
}

/** Concrete, mortar and screed in cubic metres. */
export const concrete: Calculator = (said) => {
  if (!said.has(/混凝土|砼|砂浆|水泥|找平|垫层|浇筑|自流平|楼板|土方|回填/) || said.amounts.length === 0)
    return undefined;
  if (!said.has(/多少|几(?:方|立方)|体积|算|用量|需要/)) return undefined;
  const waste = wasteOf(said);
  const thick = said.take('厚度?|板厚|铺|找平|垫层厚?|深度?|高度?', 'length', 'plain');
  const count = said.has(/柱|根/) ? said.takeUnit('根', '个') : undefined;
  const deduction = deductionOf(said);
  const ground = said.takeAny('area');
  const box = ground ? undefined : boxOf(said);
  const whole = ground?.si ?? (box?.[0] && box[1] ? box[0].times(box[1]) : undefined);
  const depth = thick ? millimetresDeep(thick) : box?.[2];
  if (!whole || !depth)
    return lacking(
      ...[!whole && '面积（或长和宽）', !depth && '厚度或高度'].filter((one): one is string => Boolean(one)),
    );
  const steps: string[] = [];
  const base = without(sensible(whole, '面积', 1e8, '㎡'), deduction, steps);
  sensible(depth, '厚度', 1000, '米');
  const times = count?.value ?? one;
  const volume = base.times(depth).times(times);
  const all = volume.times(one.plus(waste.share));
  return {
    results: [`${all.text()} m³`],
    steps: [
      ...steps,
      `体积 = ${base.text()} ㎡ × ${depth.text()} 米${count ? ` × ${times.text()} 根` : ''} = ${volume.text()} m³`,
      ...(waste.isSaid
        ? [`含损耗 = ${volume.text()} × (1 + ${waste.share.times(hundred).text()}%) = ${all.text()} m³`]
        : []),
    ],
    assumptions: [
      waste.isSaid ? waste.words : '没有说损耗，按 0 算',
      deduction ? '实体体积，不扣钢筋' : '实体体积，不扣钢筋和孔洞',
    ],
  };
};

/** A thickness without a unit: 3 are centimetres, 120 millimetres. */
function millimetresDeep(amount: Amount): Exact {
  if (amount.kind === 'length') return amount.si;
  return amount.value.over(amount.value.isUnder(Exact.of(10)) ? hundred : thousand);
}

import { Exact } from './exact.ts';

const table = (entries: Readonly<Record<string, string | Exact>>): Readonly<Record<string, Exact>> =>
  Object.fromEntries(
    Object.entries(entries).flatMap(([names, factor]) =>
      names.split(' ').map((name) => [name, typeof factor === 'string' ? Exact.of(factor) : factor]),
    ),
  );
const third = (value: number) => new Exact(BigInt(value), 3n);

/** Metres. 尺 and 寸 are the market ones. */
export const lengthUnits = table({
  'mm 毫米': '0.001',
  'cm 厘米 公分': '0.01',
  'dm 分米': '0.1',
  'm 米 公尺': '1',
  'km 公里 千米': '1000',
  '英尺 ft feet foot 呎': '0.3048',
  '英寸 in inch 吋 "': '0.0254',
  '码 yd': '0.9144',
  '英里 mile': '1609.344',
  丈: new Exact(10n, 3n),
  尺: new Exact(1n, 3n),
  寸: new Exact(1n, 30n),
  里: '500',
});

/** Square metres. */
export const areaUnits = table({
  'mm2 平方毫米': '0.000001',
  'cm2 平方厘米 平方公分': '0.0001',
  'm2 平米 平方米 个平方 平方 平': '1',
  'km2 平方公里 平方千米': '1000000',
  亩: third(2000),
  '公顷 ha hm2': '10000',
  '平方英尺 平尺 sqft ft2 平方呎': '0.09290304',
  '英亩 acre': '4046.8564224',
  坪: new Exact(400n, 121n),
});

/** Cubic metres. */
export const volumeUnits = table({
  'mm3 立方毫米': '0.000000001',
  'cm3 立方厘米': '0.000001',
  'm3 立方米 立方 方': '1',
  '升 l 公升': '0.001',
  '毫升 ml': '0.000001',
});

/** Names for people. */
const unitTitles: Readonly<Record<string, string>> = {
  m2: '㎡',
  平米: '㎡',
  平方: '㎡',
  平: '㎡',
  个平方: '㎡',
  m: '米',
  cm: '厘米',
  mm: '毫米',
  km: '公里',
  m3: 'm³',
  立方米: 'm³',
  立方: 'm³',
  方: 'm³',
  ft: '英尺',
  in: '英寸',
  ha: '公顷',
};

export const titleOf = (unit: string) => unitTitles[unit] ?? unit;

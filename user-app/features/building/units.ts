import type { BuildingPlacement } from '#shared/domain/building-view';

/** Units of model files, with the metres to one of them. */
export const lengthUnits = [
  ['mm', '毫米', 0.001],
  ['cm', '厘米', 0.01],
  ['m', '米', 1],
  ['in', '英寸', 0.0254],
  ['ft', '英尺', 0.3048],
] as const;
export type LengthUnit = (typeof lengthUnits)[number][0];

/** Width, height and depth in metres. */
export type Size = readonly [width: number, height: number, depth: number];

/** The unit that has so many metres; undefined for a scale that is none of them. */
export function unitOf(metresPerUnit: number): LengthUnit | undefined {
  return lengthUnits.find(([, , metres]) => Math.abs(metres - metresPerUnit) <= metres * 1e-3)?.[0];
}

export function metresOf(unit: LengthUnit): number {
  return lengthUnits.find(([name]) => name === unit)?.[2] ?? 1;
}

/** Size of a model with another unit and upward axis than it was read with. */
export function sizeWith([width, height, depth]: Size, read: BuildingPlacement, wanted: BuildingPlacement): Size {
  const scale = wanted.metresPerUnit / read.metresPerUnit;
  const turned: Size = wanted.up === read.up ? [width, height, depth] : [width, depth, height];
  const [x, y, z] = turned.map((length) => length * scale) as [number, number, number];
  return [x, y, z];
}

/** Heights and lengths between which buildings and their sites lie, metres. */
const lowest = 1.5;
const highest = 700;
const longest = 3000;

/** A doubt about the size, with the unit that would fit, as a sentence; undefined for a plausible one. */
export function doubtAbout([width, height, depth]: Size): string | undefined {
  const length = Math.max(width, depth);
  if (Math.max(height, length) < lowest)
    return '整个模型还不到一个人高，单位可能选小了：图纸多用毫米，SketchUp 常用英寸，Blender 用米';
  if (height > highest || length > longest)
    return '比一座山还大，单位可能选大了：请换成毫米或厘米看看，或在建模软件里删去远处的零散物件';
  if (height > 6 * Math.max(length, 1) && height > 60)
    return '又高又窄，朝上的轴可能选反了：试试另一个轴，看图里的楼是不是立着的';
  return undefined;
}

const figures = new Intl.NumberFormat('zh-CN', { maximumSignificantDigits: 3 });

/** Length in words, three figures: `12.4 m`, `0.85 m`. */
export function lengthWords(metres: number): string {
  return `${metres >= 1000 ? Math.round(metres).toLocaleString('zh-CN') : figures.format(metres)} m`;
}

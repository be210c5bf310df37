/** Defaults of each type of building. Storeys are ranges for seeds to choose from; heights in metres. */
import type { BuildingKind, StyleName, Surroundings, WallName } from './brief.ts';

export interface KindRule {
  label: string;
  storeys: readonly [number, number];
  /** Height of a storey, and of the first one. */
  storey: number;
  ground: number;
  surroundings: Surroundings;
  style: StyleName;
}

const rule = (
  label: string,
  storeys: readonly [number, number],
  [storey, ground]: readonly [number, number],
  surroundings: Surroundings,
  style: StyleName = 'modern',
): KindRule => ({ label, storeys, storey, ground, surroundings, style });

export const kindRules: Readonly<Record<BuildingKind, KindRule>> = {
  villa: rule('别墅', [2, 3], [3.3, 3.5], 'residential'),
  housing: rule('小区住宅', [9, 18], [3, 3.6], 'residential'),
  office: rule('办公楼', [8, 16], [3.9, 5.2], 'city'),
  officePark: rule('办公园区', [4, 6], [4, 4.8], 'campus'),
  culture: rule('文化建筑', [3, 4], [5, 5.5], 'campus'),
  hotel: rule('酒店', [10, 16], [3.5, 5.4], 'city'),
  mall: rule('商业综合体', [18, 26], [3.9, 5.4], 'city'),
  school: rule('学校', [4, 5], [3.8, 4], 'campus'),
  kindergarten: rule('幼儿园', [2, 3], [3.6, 3.8], 'campus'),
  sports: rule('体育馆', [3, 3], [5, 5.5], 'campus'),
  salesCentre: rule('售楼部', [1, 2], [4.5, 6], 'campus'),
  club: rule('会所', [2, 2], [4, 4.4], 'forest'),
  shoppingStreet: rule('商业街', [2, 3], [3.8, 4.6], 'city'),
  shopFront: rule('商业门头', [2, 2], [3.6, 4.4], 'city'),
  hospital: rule('医院', [9, 12], [3.9, 5], 'campus'),
  factory: rule('工业厂房', [2, 2], [4.5, 5], 'campus', 'industrial'),
  transport: rule('交通建筑', [2, 3], [7, 8], 'campus'),
  tourism: rule('文旅', [2, 3], [3.6, 4], 'forest', 'newChinese'),
  guesthouse: rule('民宿', [2, 3], [3.2, 3.4], 'forest', 'timber'),
};

export const styleLabels: Readonly<Record<StyleName, string>> = {
  modern: '现代',
  minimal: '极简',
  newChinese: '新中式',
  classical: '古典',
  french: '法式',
  artDeco: 'Art Deco',
  industrial: '工业',
  fairConcrete: '清水混凝土',
  timber: '木构',
  vernacular: '乡土',
  parametric: '参数化',
  futuristic: '未来',
};

/** Walls of a style: main wall and accents; output 2 and later may take another row. */
export const styleWalls: Readonly<Record<StyleName, readonly (readonly [WallName, WallName])[]>> = {
  modern: [
    ['render', 'wood'],
    ['limestone', 'zinc'],
    ['render', 'darkStone'],
    ['paleBrick', 'wood'],
  ],
  minimal: [
    ['render', 'render'],
    ['render', 'aluminium'],
    ['concrete', 'render'],
  ],
  newChinese: [
    ['render', 'darkWood'],
    ['greyBrick', 'darkWood'],
    ['render', 'greyBrick'],
  ],
  classical: [
    ['limestone', 'limestone'],
    ['limestone', 'render'],
  ],
  french: [
    ['limestone', 'render'],
    ['render', 'limestone'],
  ],
  artDeco: [
    ['limestone', 'copper'],
    ['paleBrick', 'copper'],
  ],
  industrial: [
    ['brick', 'zinc'],
    ['corten', 'zinc'],
    ['greyBrick', 'zinc'],
  ],
  fairConcrete: [
    ['concrete', 'wood'],
    ['concrete', 'corten'],
    ['concrete', 'zinc'],
  ],
  timber: [
    ['wood', 'render'],
    ['wood', 'darkStone'],
    ['darkWood', 'wood'],
  ],
  vernacular: [
    ['rammedEarth', 'wood'],
    ['rubble', 'wood'],
    ['rubble', 'darkWood'],
  ],
  parametric: [
    ['aluminium', 'aluminium'],
    ['render', 'aluminium'],
  ],
  futuristic: [
    ['aluminium', 'render'],
    ['render', 'zinc'],
  ],
};

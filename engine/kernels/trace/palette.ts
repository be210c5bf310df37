/** Materials that several scenes share. */
import {
  boards,
  brick,
  cloth,
  concrete,
  lawn,
  leaves,
  type Material,
  marble,
  painting,
  plain,
  slabs,
  speckled,
} from './materials.ts';
import type { SceneBuilder } from './scene.ts';

const LIBRARY = {
  concrete: { surface: 'matte', paint: concrete([0.52, 0.505, 0.48], 2.4, 1.2) },
  paleConcrete: { surface: 'matte', paint: concrete([0.68, 0.665, 0.635], 4.8, 4) },
  render: { surface: 'matte', paint: plain([0.8, 0.785, 0.75]) },
  cedar: { surface: 'matte', paint: boards([0.5, 0.29, 0.15], 0.14, 'upright') },
  cedarLevel: { surface: 'matte', paint: boards([0.47, 0.28, 0.15], 0.16, 'level') },
  decking: { surface: 'matte', paint: boards([0.4, 0.27, 0.17], 0.14, 'level') },
  oakFloor: { surface: 'gloss', paint: boards([0.56, 0.39, 0.24], 0.19, 'z'), reflectance: 0.035, roughness: 0.12 },
  oak: { surface: 'gloss', paint: boards([0.58, 0.4, 0.24], 0.6, 'level'), reflectance: 0.03, roughness: 0.18 },
  oakUpright: { surface: 'matte', paint: boards([0.56, 0.385, 0.23], 0.115, 'upright') },
  walnut: { surface: 'gloss', paint: boards([0.27, 0.15, 0.085], 0.5, 'level'), reflectance: 0.035, roughness: 0.16 },
  brick: { surface: 'matte', paint: brick([0.36, 0.175, 0.12], [0.42, 0.39, 0.36]) },
  paleBrick: { surface: 'matte', paint: brick([0.66, 0.57, 0.46], [0.62, 0.59, 0.54]) },
  greyBrick: { surface: 'matte', paint: brick([0.3, 0.29, 0.28], [0.42, 0.41, 0.4]) },
  paving: { surface: 'matte', paint: slabs([0.6, 0.575, 0.53], 1.2, 0.6, 0.008, 0.12, 0.5) },
  stone: { surface: 'matte', paint: slabs([0.5, 0.475, 0.44], 0.8, 0.4, 0.006, 0.18, 0.37) },
  poolTile: { surface: 'matte', paint: slabs([0.28, 0.6, 0.63], 0.3, 0.3, 0.008, 0.22) },
  asphalt: { surface: 'matte', paint: speckled([0.16, 0.16, 0.165], 0.03, 0.08) },
  gravel: { surface: 'matte', paint: speckled([0.56, 0.52, 0.46], 0.03, 0.22) },
  earth: { surface: 'matte', paint: speckled([0.16, 0.12, 0.085], 0.03, 0.7) },
  lawn: { surface: 'matte', paint: lawn([0.22, 0.34, 0.085]) },
  meadow: { surface: 'matte', paint: lawn([0.27, 0.33, 0.11]) },
  blade: { surface: 'leaf', paint: leaves([0.2, 0.33, 0.075], 0.55) },
  reed: { surface: 'leaf', paint: leaves([0.48, 0.42, 0.2], 0.5) },
  bark: { surface: 'matte', paint: speckled([0.25, 0.19, 0.145], 0.04, 0.6) },
  leaf: { surface: 'leaf', paint: leaves([0.17, 0.29, 0.065], 0.6) },
  leafLight: { surface: 'leaf', paint: leaves([0.215, 0.33, 0.085], 0.55) },
  leafDark: { surface: 'leaf', paint: leaves([0.085, 0.17, 0.055], 0.55) },
  leafRed: { surface: 'leaf', paint: leaves([0.42, 0.17, 0.06], 0.6) },
  blossom: { surface: 'leaf', paint: leaves([0.55, 0.32, 0.45], 0.4) },
  lavender: { surface: 'leaf', paint: leaves([0.32, 0.27, 0.42], 0.4) },
  glass: { surface: 'glass', paint: plain([0.94, 0.97, 0.96], 0), reflectance: 0.09, paneWidth: 1.6 },
  officeGlass: { surface: 'glass', paint: plain([0.72, 0.82, 0.82], 0), reflectance: 0.24, paneWidth: 1.5 },
  water: { surface: 'water', paint: plain([0.78, 0.93, 0.95], 0), reflectance: 0.03 },
  pond: { surface: 'water', paint: plain([0.5, 0.66, 0.68], 0), reflectance: 0.06 },
  lake: { surface: 'water', paint: plain([0.17, 0.27, 0.31], 0), reflectance: 0.07 },
  darkMetal: { surface: 'gloss', paint: plain([0.055, 0.056, 0.06], 0.1), reflectance: 0.05, roughness: 0.18 },
  zinc: {
    surface: 'gloss',
    paint: slabs([0.19, 0.195, 0.205], 0.5, 9, 0.02, 0.08),
    reflectance: 0.07,
    roughness: 0.2,
    paneWidth: 0.5,
  },
  steel: { surface: 'metal', paint: plain([0.78, 0.78, 0.78], 0.02), reflectance: 0.62, roughness: 0.12 },
  brass: { surface: 'metal', paint: plain([0.86, 0.6, 0.3], 0.02), reflectance: 0.68, roughness: 0.12 },
  white: { surface: 'matte', paint: plain([0.82, 0.81, 0.79], 0.03) },
  warmWhite: { surface: 'matte', paint: plain([0.8, 0.76, 0.7], 0.03) },
  lacquer: { surface: 'gloss', paint: plain([0.78, 0.77, 0.75], 0.01), reflectance: 0.04, roughness: 0.05 },
  black: { surface: 'gloss', paint: plain([0.035, 0.034, 0.033], 0.05), reflectance: 0.04, roughness: 0.1 },
  linen: { surface: 'matte', paint: cloth([0.72, 0.68, 0.61]) },
  greyCloth: { surface: 'matte', paint: cloth([0.36, 0.365, 0.37]) },
  blueCloth: { surface: 'matte', paint: cloth([0.12, 0.2, 0.28]) },
  rust: { surface: 'matte', paint: cloth([0.55, 0.23, 0.11]) },
  ochre: { surface: 'matte', paint: cloth([0.66, 0.45, 0.16]) },
  leather: { surface: 'gloss', paint: cloth([0.36, 0.17, 0.08], 0.012, 0.16), reflectance: 0.035, roughness: 0.25 },
  rug: { surface: 'matte', paint: cloth([0.67, 0.62, 0.54], 0.012, 0.3) },
  ceramic: { surface: 'gloss', paint: plain([0.72, 0.68, 0.61], 0.06), reflectance: 0.04, roughness: 0.1 },
  terracotta: { surface: 'matte', paint: plain([0.52, 0.27, 0.16], 0.2) },
  marble: {
    surface: 'gloss',
    paint: marble([0.83, 0.82, 0.79], [0.68, 0.66, 0.63], 1.2, 1.2),
    reflectance: 0.05,
    roughness: 0.03,
  },
  greenMarble: {
    surface: 'gloss',
    paint: marble([0.09, 0.15, 0.12], [0.24, 0.31, 0.27], 1.6, 2.4),
    reflectance: 0.05,
    roughness: 0.03,
  },
  picture: { surface: 'matte', paint: painting([0.78, 0.72, 0.62], [0.2, 0.3, 0.34], [0.68, 0.3, 0.16]) },
  books: { surface: 'matte', paint: slabs([0.5, 0.36, 0.28], 0.035, 0.9, 0.004, 0.9) },
  lampOff: { surface: 'matte', paint: plain([0.9, 0.88, 0.84], 0) },
  lamp: { surface: 'light', paint: plain([1, 0.78, 0.5], 0), glow: 5 },
  softLamp: { surface: 'light', paint: plain([1, 0.82, 0.58], 0), glow: 0.8 },
} as const satisfies Record<string, Material>;

export type MaterialName = keyof typeof LIBRARY;
export type Palette = Record<MaterialName, number>;

/** Registers the whole library with a scene. `changes` swaps single materials under the same number. */
export function addPalette(scene: SceneBuilder, changes: Partial<Record<MaterialName, Material>> = {}): Palette {
  const names = Object.keys(LIBRARY) as MaterialName[];
  return Object.fromEntries(
    names.map((name) => [name, scene.material(changes[name] ?? LIBRARY[name])]),
  ) as unknown as Palette;
}

/** The library's own material, to swap one for another. */
export function libraryMaterial(name: MaterialName): Material {
  return LIBRARY[name];
}

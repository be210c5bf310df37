/** Trees and shrubs of a site, and where they stand. */
import { leaves, type Material, speckled } from '../../trace/materials.ts';
import type { Mesh } from '../../trace/mesh.ts';
import type { Palette } from '../../trace/palette.ts';
import { growShrub, growTree, growTuft } from '../../trace/plants.ts';
import type { SceneBuilder } from '../../trace/scene.ts';
import { growBamboo, growConifer, growPalm } from '../../trace/trees.ts';
import type { Brief, TreeKind } from '../words/brief.ts';

export interface Greenery {
  /** Trees that are seen near, and lighter ones for woods. */
  trees: Mesh[];
  woods: Mesh[];
  shrubs: Mesh[];
  tufts: Mesh[];
}

type Triple = readonly [number, number, number];

const leafOf = (colour: Triple): Material => ({ surface: 'leaf', paint: leaves(colour, 0.55) });

/** @returns the kind that fits the surroundings when none is named */
function kindOf({ trees, surroundings }: Brief): TreeKind {
  if (trees) return trees;
  return surroundings === 'snowMountain' || surroundings === 'forest'
    ? 'pine'
    : surroundings === 'desert'
      ? 'palm'
      : 'broad';
}

export function growGreenery(scene: SceneBuilder, m: Palette, brief: Brief, seed: number): Greenery {
  const kind = kindOf(brief);
  const autumn = brief.season === 'autumn';
  const isWinter = brief.season === 'winter';
  const tone = ((): Triple | undefined => {
    if (kind === 'maple') return [0.44, 0.13, 0.045];
    if (kind === 'ginkgo') return [0.58, 0.42, 0.06];
    if (kind === 'cherry') return [0.68, 0.42, 0.47];
    if (autumn && kind !== 'pine' && kind !== 'bamboo') return [0.48, 0.27, 0.06];
    if (brief.season === 'spring') return [0.24, 0.37, 0.09];
    return undefined;
  })();
  const leaf = tone ? scene.material(leafOf(tone)) : m.leaf;
  const second = tone ? scene.material(leafOf([tone[0] * 0.85 + 0.05, tone[1] * 1.05, tone[2]])) : m.leafLight;
  const bark =
    kind === 'birch' ? scene.material({ surface: 'matte', paint: speckled([0.68, 0.66, 0.62], 0.12, 0.5) }) : m.bark;
  const bare = isWinter && (kind === 'broad' || kind === 'birch');
  const broad = (height: number, count: number, size: number, k: number): Mesh =>
    growTree(bark, k % 2 ? second : leaf, {
      height,
      spread: height * (kind === 'birch' ? 0.22 : 0.34),
      clear: height * (kind === 'birch' ? 0.34 : 0.26),
      leafSize: size,
      leafCount: bare ? count * 0.05 : count,
      trunk: height * 0.02,
      seed: seed + k * 13 + 5,
      isMultiStem: kind === 'birch' || (kind === 'cherry' && k % 2 === 0),
    });
  const grow = (height: number, count: number, size: number, k: number): Mesh => {
    switch (kind) {
      case 'pine':
        return growConifer(m.bark, m.leafDark, height * 1.35, count * 0.8, seed + k * 7 + 3);
      case 'palm':
        return growPalm(m.bark, m.leaf, height * 1.05, seed + k * 7 + 3);
      case 'bamboo':
        return growBamboo(m.leafLight, m.leafLight, height, count * 0.8, seed + k * 7 + 3);
      default:
        return broad(height, count, size, k);
    }
  };
  return {
    trees: [grow(8.6, 7500, 0.2, 0), grow(7, 6500, 0.18, 1)],
    woods: [
      grow(10.5, 2600, 0.42, 2),
      ...(kind === 'pine' || kind === 'bamboo' ? [] : [growConifer(m.bark, m.leafDark, 12, 1900, seed + 91)]),
    ],
    shrubs: [
      growShrub(m.leafDark, 0.6, 0.66, 650, 0.12, seed + 3),
      growShrub(m.leafLight, 0.5, 0.56, 560, 0.11, seed + 4),
    ],
    tufts: [growTuft(m.reed, 0.9, 70, seed + 8), growTuft(m.blade, 0.62, 80, seed + 9)],
  };
}

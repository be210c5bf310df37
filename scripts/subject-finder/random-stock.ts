/** Things from the product's own stock: its furniture, vehicles and plants. */
import { buildVehicle, vehicleKinds } from '../../engine/kernels/concept/site/vehicles.ts';
import { makeKit } from '../../engine/kernels/furnish/kit.ts';
import { makePiece, type PieceKind } from '../../engine/kernels/furnish/pieces.ts';
import { lookOf } from '../../engine/kernels/furnish/styles.ts';
import type { Material } from '../../engine/kernels/trace/materials.ts';
import { growGrass, growPotPlant, growShrub, growTree, growTuft } from '../../engine/kernels/trace/plants.ts';
import { growConifer, growPalm } from '../../engine/kernels/trace/trees.ts';
import type { Chance } from '../scene-reader/chance.ts';
import { randomMaterial } from './random-skin.ts';
import { type Thing, Workshop } from './workshop.ts';

const pieces: readonly PieceKind[] = [
  ...(['sofa', 'armchair', 'coffeeTable', 'sideTable', 'floorLamp', 'plant', 'sideboard', 'bookcase', 'bed'] as const),
  ...(['nightstand', 'wardrobe', 'dressingTable', 'roundDiningTable', 'diningChair', 'desk', 'bench', 'pouf'] as const),
  ...(['toyBox', 'toilet', 'bathtub', 'vase', 'tableLamp', 'armchair', 'diningChair', 'diningChair'] as const),
];
const styles = ['现代简约', '奶油', '原木', '新中式', '法式', '轻奢', '北欧', '美式', '工业', '中古', '莫兰迪'];

export function furniture(chance: Chance): Thing {
  const { share, pick, happens } = chance;
  const { kit, materials } = makeKit(lookOf(pick(styles)), Math.floor(share() * 6));
  const piece = makePiece(kit, pick(pieces), {
    variant: Math.floor(share() * 1000),
    isRich: happens(0.5),
    isPremium: happens(0.5),
  });
  // Half in any colours, so that forms are learnt rather than fashions.
  if (happens(0.5))
    for (const number of [kit.cloth, kit.wood, kit.paint, kit.ceramic]) materials[number] = randomMaterial(chance);
  return { mesh: piece.mesh, materials };
}

export function vehicle(chance: Chance): Thing {
  const { pick, between, share } = chance;
  const shop = new Workshop(chance);
  const paint = shop.add({ surface: 'gloss', paint: randomMaterial(chance).paint, reflectance: 0.06, roughness: 0.04 });
  const tint = 0.02 + 0.1 * share();
  const glass = shop.add({
    surface: 'gloss',
    paint: randomMaterial({ ...chance, pick: (from) => from[0]! }, [tint, tint, tint * 1.1]).paint,
    reflectance: 0.1,
    roughness: 0,
  });
  const tyre = shop.add(randomMaterial({ ...chance, pick: (from) => from[0]! }, [0.02, 0.02, 0.02]));
  const lamp = shop.add({
    surface: 'light',
    paint: (_, out) => Object.assign(out, { r: 0.9, g: 0.9, b: 0.85 }),
    glow: between(0.5, 1.4),
  });
  const rearLamp = shop.add(randomMaterial(chance, [0.5, 0.03, 0.02]));
  return { mesh: buildVehicle(pick(vehicleKinds), { paint, glass, tyre, lamp, rearLamp }), materials: shop.materials };
}

export function plant(chance: Chance): Thing {
  const { between, share, pick } = chance;
  const shop = new Workshop(chance);
  const { mesh } = shop;
  const green = (): Material => ({
    surface: 'leaf',
    paint: randomMaterial(chance, [between(0.02, 0.25), between(0.07, 0.3), between(0.01, 0.1)]).paint,
  });
  const leaf = shop.add(green());
  const bark = shop.add(randomMaterial(chance, [between(0.05, 0.3), between(0.04, 0.2), 0.06]));
  const seed = Math.floor(share() * 10_000);
  const kind = pick(['tree', 'shrub', 'pot', 'pot', 'tuft', 'conifer', 'palm', 'grass'] as const);
  const height = between(0.6, 1.4);
  if (kind === 'tree')
    mesh.append(
      growTree(bark, leaf, {
        height: 6,
        spread: between(1.5, 3),
        clear: between(1, 2.6),
        leafSize: 0.22,
        leafCount: 900,
        trunk: 0.14,
        seed,
      }),
      0,
      0,
      0,
    );
  if (kind === 'shrub') mesh.append(growShrub(leaf, between(0.4, 0.8), height, 500, 0.1, seed), 0, 0, 0);
  if (kind === 'conifer') mesh.append(growConifer(bark, leaf, 5, 900, seed), 0, 0, 0);
  if (kind === 'palm') mesh.append(growPalm(bark, leaf, 4, seed), 0, 0, 0);
  if (kind === 'grass') mesh.append(growGrass(leaf, 0.6, 200, height * 0.6, seed), 0, 0, 0);
  if (kind === 'pot' || kind === 'tuft') {
    const pot = shop.any();
    const wide = between(0.1, 0.26);
    mesh.lathe(
      pot,
      0,
      0,
      [
        [0, 0.01],
        [wide * between(0.6, 1), 0.01],
        [wide, between(0.15, 0.4)],
        [wide * 0.85, between(0.15, 0.4)],
        [0, 0.14],
      ],
      26,
    );
    const grown =
      kind === 'pot' ? growPotPlant(leaf, height, Math.floor(between(8, 26)), seed) : growTuft(leaf, height, 120, seed);
    mesh.append(grown, 0, 0.15, 0);
  }
  return shop.thing();
}

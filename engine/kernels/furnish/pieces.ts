/** Every piece a layout can ask for, as a mesh with its footprint. */

import { drape } from '../trace/furniture.ts';
import { bathtub, toilet, towelRail, vanity } from '../trace/furniture-bath.ts';
import { bed, dressingTable, houseBed, nightstand, tableLamp } from '../trace/furniture-bedroom.ts';
import {
  dinnerSetting,
  pouf,
  rug,
  screen,
  slats,
  tableSetting,
  toyBox,
  wallMirror,
  wallPicture,
} from '../trace/furniture-decor.ts';
import { pendant, standingLamp } from '../trace/furniture-lamps.ts';
import type { FurnitureKit } from '../trace/furniture-parts.ts';
import { houseplant, vase } from '../trace/furniture-plants.ts';
import { bench, couch, diningChair, loungeChair } from '../trace/furniture-seating.ts';
import { bookcase, cabinet, kitchenLine, wardrobe } from '../trace/furniture-storage.ts';
import {
  desk,
  diningTable,
  longCoffeeTable,
  roundCoffeeTable,
  roundDiningTable,
  sideTable,
} from '../trace/furniture-tables.ts';
import { Mesh } from '../trace/mesh.ts';

export type PieceKind =
  | 'sofa'
  | 'armchair'
  | 'coffeeTable'
  | 'sideTable'
  | 'rug'
  | 'roundRug'
  | 'floorLamp'
  | 'pendant'
  | 'plant'
  | 'picture'
  | 'mirror'
  | 'tvCabinet'
  | 'sideboard'
  | 'bookcase'
  | 'bed'
  | 'houseBed'
  | 'nightstand'
  | 'wardrobe'
  | 'openWardrobe'
  | 'dressingTable'
  | 'diningTable'
  | 'roundDiningTable'
  | 'diningChair'
  | 'desk'
  | 'bench'
  | 'pouf'
  | 'toyBox'
  | 'shoeCabinet'
  | 'island'
  | 'kitchen'
  | 'vanity'
  | 'toilet'
  | 'bathtub'
  | 'towelRail'
  | 'curtain'
  | 'vase'
  | 'wallPanel'
  | 'tableLamp';

export interface Piece {
  mesh: Mesh;
  /** Footprint across, deep and high, metres. */
  width: number;
  depth: number;
  height: number;
}

export interface PieceWish {
  /** Metres; what is left out is usual. */
  width?: number;
  depth?: number;
  height?: number;
  /** 0–1000; small differences between pieces of a kind. */
  variant: number;
  isPremium?: boolean;
  isRich?: boolean;
  chaise?: 'left' | 'right' | undefined;
}

/** A wish with what follows from it and the kit. */
interface Making {
  kit: FurnitureKit;
  wish: PieceWish;
  variant: number;
  isPremium: boolean;
  isRich: boolean;
  /** Material number of the cloth that stands out. */
  accent: number;
  /** Material number of table tops. */
  top: number;
}

const makers: Readonly<Record<PieceKind, (making: Making) => Piece>> = {
  sofa: ({ kit, wish, isRich }) => {
    const width = wish.width ?? 2.2;
    const depth = wish.depth ?? (kit.shape === 'soft' || kit.shape === 'block' ? 0.98 : 0.88);
    return of(couch(kit, { width, depth, chaise: wish.chaise, cushions: isRich ? 4 : 2 }), width, depth, 0.85);
  },
  armchair: ({ kit, variant, isPremium, accent }) =>
    of(loungeChair(kit, variant % 2 ? accent : isPremium ? kit.leather : accent), 0.8, 0.9, 0.85),
  coffeeTable: ({ kit, wish, variant, isPremium, top }) => {
    if (variant % 2 === 0) {
      const mesh = roundCoffeeTable(kit, 0.46, 0.36, top);
      mesh.append(roundCoffeeTable(kit, 0.29, 0.46, isPremium ? kit.wood : kit.stone), 0.56, 0, -0.26);
      mesh.append(tableSetting(kit, variant), -0.08, 0.36, 0);
      return of(mesh, 1.3, 0.95, 0.5);
    }
    const width = wish.width ?? 1.2;
    const mesh = longCoffeeTable(kit, width, 0.62, 0.36, top);
    mesh.append(tableSetting(kit, variant), -0.1, 0.36, 0);
    return of(mesh, width, 0.62, 0.5);
  },
  sideTable: ({ kit, isRich, top }) => {
    const mesh = sideTable(kit, top);
    if (isRich) mesh.append(tableLamp(kit), 0, 0.525, 0);
    else mesh.append(vase(kit, kit.ceramic, 0.2, true), 0, 0.525, 0);
    return of(mesh, 0.44, 0.44, 0.55);
  },
  rug: ({ wish }) => of(rug(0, wish.width ?? 2.4, wish.depth ?? 1.7), wish.width ?? 2.4, wish.depth ?? 1.7, 0.02),
  roundRug: ({ wish }) => of(rug(0, wish.width ?? 1.8, 0, true), wish.width ?? 1.8, wish.width ?? 1.8, 0.02),
  floorLamp: ({ kit, variant, isPremium }) => of(standingLamp(kit, isPremium && variant % 2 === 0), 0.44, 0.44, 1.6),
  pendant: ({ kit, wish }) => of(pendant(kit, wish.height ?? 0.9), 0.6, 0.6, wish.height ?? 0.9),
  plant: ({ kit, wish, variant }) => {
    const height = wish.height ?? 1.3;
    return of(houseplant(kit, height, variant, variant + 3), 0.5, 0.5, height);
  },
  picture: ({ kit, wish, variant }) => {
    const width = wish.width ?? 1.1;
    const height = wish.height ?? 0.75;
    if (variant % 3 !== 1 || width < 1) return of(wallPicture(kit, width, height), width, 0.05, height);
    const mesh = new Mesh();
    for (const x of [-0.5, 0.5]) mesh.append(wallPicture(kit, width * 0.47, height), (x * width) / 1.9, 0, 0);
    return of(mesh, width, 0.05, height);
  },
  mirror: ({ kit, wish }) =>
    of(wallMirror(kit, wish.width ?? 0.6, wish.height ?? 1.6), wish.width ?? 0.6, 0.06, wish.height ?? 1.6),
  tvCabinet: ({ kit, wish, variant, isPremium }) => {
    const width = wish.width ?? 1.9;
    const mesh = cabinet(kit, {
      width,
      depth: 0.4,
      height: 0.48,
      columns: 4,
      rows: 1,
      base: kit.legs === 'plinth' ? 0.06 : 0.14,
      front: kit.shape === 'timber' || variant % 2 ? 'slats' : 'paint',
      ...(isPremium ? { top: kit.stone } : {}),
    });
    mesh.append(screen(kit, 1.25), 0, isPremium ? 0.62 : 0.6, 0.17);
    mesh.append(vase(kit, kit.ceramic, 0.26, true), -width / 2 + 0.2, 0.5, 0);
    return of(mesh, width, 0.4, 1.3);
  },
  sideboard: ({ kit, wish, variant, isPremium }) => {
    const width = wish.width ?? 1.6;
    const high = wish.height ?? 0.8;
    const mesh = cabinet(kit, {
      width,
      depth: 0.4,
      height: high,
      columns: Math.max(2, Math.round(width / 0.45)),
      rows: 1,
      base: kit.legs === 'plinth' ? 0.06 : 0.16,
      front: kit.shape === 'timber' || variant % 2 ? 'slats' : 'wood',
      ...(isPremium ? { top: kit.stone } : {}),
    });
    mesh.append(vase(kit, kit.pot, 0.34, true), -width * 0.32, high + 0.02, 0);
    mesh.append(tableLamp(kit), width * 0.34, high + 0.02, 0.02);
    return of(mesh, width, 0.42, high);
  },
  shoeCabinet: ({ kit, wish, variant, isPremium }) => {
    const width = wish.width ?? 1.2;
    const mesh = cabinet(kit, {
      width,
      depth: 0.34,
      height: 1.02,
      columns: Math.max(2, Math.round(width / 0.42)),
      rows: 1,
      base: 0.14,
      front: variant % 2 ? 'slats' : 'paint',
      ...(isPremium ? { top: kit.stone } : {}),
    });
    mesh.append(vase(kit, kit.ceramic, 0.28, true), -width * 0.3, 1.04, 0);
    mesh.lathe(
      kit.metal,
      width * 0.28,
      0,
      [
        [0.05, 1.04],
        [0.13, 1.05],
        [0.15, 1.075],
        [0.14, 1.075],
        [0, 1.055],
      ],
      28,
    );
    return of(mesh, width, 0.34, 1.05);
  },
  bookcase: ({ kit, wish, isRich }) => {
    const width = wish.width ?? 1.4;
    const height = wish.height ?? 2;
    return of(bookcase(kit, width, height, Math.max(2, Math.round(height / 0.36)), isRich), width, 0.34, height);
  },
  bed: ({ kit, wish, isPremium, isRich }) => {
    const width = wish.width ?? 1.8;
    return of(bed(kit, width, { hasThrow: isRich || isPremium, pillows: isRich ? 4 : 2 }), width + 0.15, 2.2, 1.1);
  },
  houseBed: ({ kit }) => of(houseBed(kit), 1.25, 2.2, 1.75),
  nightstand: ({ kit, variant, isRich }) => of(nightstand(kit, isRich || variant % 2 === 0), 0.46, 0.4, 0.9),
  wardrobe: ({ kit, wish }) =>
    of(wardrobe(kit, wish.width ?? 1.6, wish.height ?? 2.3), wish.width ?? 1.6, 0.62, wish.height ?? 2.3),
  openWardrobe: ({ kit, wish }) =>
    of(wardrobe(kit, wish.width ?? 2, wish.height ?? 2.35, true), wish.width ?? 2, 0.62, wish.height ?? 2.35),
  dressingTable: ({ kit }) => of(dressingTable(kit), 1.05, 0.5, 1.45),
  diningTable: ({ kit, wish, isRich, top }) => {
    const width = wish.width ?? 1.6;
    const mesh = diningTable(kit, width, 0.88, top);
    mesh.append(vase(kit, kit.ceramic, 0.26, true), 0, 0.745, 0);
    if (isRich) mesh.append(dinnerSetting(kit, placesOf(width)), 0, 0.745, 0);
    return of(mesh, width, 0.9, 0.75);
  },
  roundDiningTable: ({ kit, wish, top }) => {
    const radius = (wish.width ?? 1.2) / 2;
    const mesh = roundDiningTable(kit, radius, top);
    mesh.append(vase(kit, kit.ceramic, 0.26, true), 0, 0.745, 0);
    return of(mesh, radius * 2, radius * 2, 0.75);
  },
  diningChair: ({ kit, isPremium }) => of(diningChair(kit, isPremium ? kit.leather : kit.cloth), 0.5, 0.54, 0.85),
  desk: ({ kit, wish, isRich }) => {
    const width = wish.width ?? 1.4;
    const mesh = desk(kit, width, 0.65);
    if (isRich) mesh.append(tableLamp(kit), -width / 2 + 0.2, 0.74, -0.05);
    return of(mesh, width, 0.66, 1.2);
  },
  bench: ({ kit, wish, accent }) => of(bench(kit, wish.width ?? 1.2, accent), wish.width ?? 1.2, 0.42, 0.45),
  pouf: ({ accent }) => of(pouf(accent, 0.28), 0.58, 0.58, 0.43),
  toyBox: ({ kit }) => of(toyBox(kit), 0.82, 0.42, 0.45),
  island: ({ kit, wish }) => {
    const width = wish.width ?? 1.4;
    return of(
      cabinet(
        { ...kit, legs: 'plinth' },
        {
          width,
          depth: 0.7,
          height: 0.88,
          columns: Math.max(2, Math.round(width / 0.5)),
          rows: 3,
          base: 0.07,
          front: 'paint',
          top: kit.stone,
        },
      ),
      width,
      0.72,
      0.9,
    );
  },
  kitchen: ({ kit, wish, variant, isRich }) =>
    of(
      kitchenLine(kit, wish.width ?? 2.6, isRich || variant % 2 === 0, (wish.width ?? 2.6) > 2.9),
      wish.width ?? 2.6,
      0.62,
      2.25,
    ),
  vanity: ({ kit, wish }) => of(vanity(kit, wish.width ?? 1), wish.width ?? 1, 0.52, 1.9),
  toilet: ({ kit }) => of(toilet(kit), 0.42, 0.7, 0.8),
  bathtub: ({ kit }) => of(bathtub(kit), 1.72, 0.85, 0.6),
  towelRail: ({ kit }) => of(towelRail(kit), 0.56, 0.1, 1.6),
  curtain: ({ kit, wish }) => {
    const width = wish.width ?? 0.7;
    const height = wish.height ?? 2.5;
    return of(drape(kit.curtain, width, height, Math.max(3, Math.round(width / 0.13))), width, 0.14, height);
  },
  wallPanel: ({ kit, wish }) => {
    const width = wish.width ?? 2.4;
    const height = wish.height ?? 2.5;
    return of(slats(kit, width, height), width, 0.06, height);
  },
  tableLamp: ({ kit }) => of(tableLamp(kit), 0.32, 0.32, 0.42),
  vase: ({ kit, wish, variant }) =>
    of(vase(kit, variant % 2 ? kit.pot : kit.ceramic, wish.height ?? 0.5, true), 0.4, 0.4, wish.height ?? 0.5),
};

export function makePiece(kit: FurnitureKit, kind: PieceKind, wish: PieceWish): Piece {
  const { variant, isPremium = false, isRich = false } = wish;
  const accent = kit.accents[variant % kit.accents.length]!;
  const top = isPremium ? kit.stone : kit.wood;
  return makers[kind]({ kit, wish, variant, isPremium, isRich, accent, top });
}

/** Seats along both long sides. */
function placesOf(width: number): (readonly [number, number])[] {
  const seats = width > 1.9 ? 3 : 2;
  return Array.from({ length: seats * 2 }, (_, i) => {
    const x = ((Math.floor(i / 2) + 0.5) / seats - 0.5) * (width - 0.2);
    return [x, i % 2 ? 0.27 : -0.27] as const;
  });
}

function of(mesh: Mesh, width: number, depth: number, height: number): Piece {
  return { mesh, width, depth, height };
}

/** Plans of rooms to live, eat and work in. */
import { clamp } from '../../base/scalar.ts';
import type { FurnitureWish } from './layout.ts';
import { chairsAround, curtains, offWall, onWallGap, type RoomWish, wallPlaceOf } from './layout-plan.ts';

export function livingRoom(wish: RoomWish): FurnitureWish[] {
  const { main, others, ceiling, random, budget } = wish;
  const flip = random() < 0.5 ? 1 : -1;
  const longest = budget === 'economy' ? 1.9 : budget === 'premium' ? 2.9 : 2.4;
  const width = Math.max(1.5, Math.min(longest, main.length * 0.52));
  const off = offWall(main, 4.6);
  const hasChaise = budget !== 'economy' && main.length > 4 && main.depth > 3.8 && random() < 0.55;
  const centre = clamp((random() - 0.5) * Math.max(0, main.length - width - 2), -0.6, 0.6);
  const half = width / 2;
  const table = off + 1.86;
  const tv = others[0];
  const wishes: FurnitureWish[] = [
    {
      kind: 'sofa',
      wall: main,
      u: centre,
      v: off + 0.52,
      need: 0,
      width,
      chaise: hasChaise ? (flip > 0 ? 'right' : 'left') : undefined,
    },
    {
      kind: 'rug',
      wall: main,
      u: centre,
      v: off + 1.75,
      need: 1,
      width: width + 0.7,
      depth: 2.1,
      isLoose: true,
      slack: 1,
    },
    { kind: 'coffeeTable', wall: main, u: centre + (hasChaise ? -flip * 0.35 : -0.1), v: table, need: 0, turn: 0 },
    { kind: 'floorLamp', wall: main, u: centre + flip * (half + 0.36), v: off + 0.42, need: 1 },
    { kind: 'armchair', wall: main, u: centre - flip * (half + 0.5), v: off + 2.05, turn: -flip * 1.05, need: 1 },
    { kind: 'plant', wall: main, u: -flip * (main.length / 2 - 0.4), v: 0.45, need: 1, height: 1.4 + random() * 0.35 },
    { kind: 'sideTable', wall: main, u: centre - flip * (half + 0.3), v: off + 0.42, need: 2 },
  ];
  if (tv)
    wishes.push({
      kind: 'tvCabinet',
      wall: tv,
      u: Math.max(-tv.length / 2 + 1, Math.min(tv.length / 2 - 1, wallPlaceOf(tv, table, main))),
      need: 1,
      slack: 8,
    });
  if (off > 0.9) {
    wishes.push({
      kind: random() < 0.5 ? 'bookcase' : 'sideboard',
      wall: main,
      u: flip * main.length * 0.2,
      need: 2,
      width: 1.8,
      slack: 8,
    });
    wishes.push({
      kind: 'picture',
      wall: main,
      u: -flip * main.length * 0.18,
      need: 2,
      y: 1.25,
      v: onWallGap,
      width: 1.5,
      height: 0.95,
    });
  } else {
    wishes.push({
      kind: 'picture',
      wall: main,
      u: centre,
      need: 1,
      y: 1.2,
      v: onWallGap,
      width: Math.min(1.7, width * 0.66),
      height: 0.85,
    });
  }
  wishes.push(
    { kind: 'armchair', wall: main, u: centre + flip * (half + 0.55), v: off + 2.15, turn: flip * 1.1, need: 3 },
    { kind: 'pouf', wall: main, u: centre + 0.3, v: off + 2.95, need: 3 },
    {
      kind: 'pendant',
      wall: main,
      u: centre,
      v: table,
      y: Math.min(2.1, ceiling - 0.75),
      height: Math.max(0.5, ceiling - Math.min(2.1, ceiling - 0.75)),
      need: 2,
    },
    { kind: 'vase', wall: main, u: flip * (main.length / 2 - 0.35), v: 0.4, need: 3, height: 0.6 },
    { kind: 'plant', wall: main, u: flip * (main.length / 2 - 0.4), v: 0.9, need: 3, height: 0.9 },
    ...curtains(wish),
  );
  return wishes;
}

export function diningRoom(wish: RoomWish): FurnitureWish[] {
  const { main, others, ceiling, random, budget } = wish;
  const flip = random() < 0.5 ? 1 : -1;
  const isRound = random() < 0.35 || main.length < 2.6;
  const width = isRound
    ? budget === 'economy'
      ? 1.1
      : 1.3
    : budget === 'economy'
      ? 1.4
      : budget === 'premium'
        ? 2.2
        : 1.8;
  const v = clamp(main.depth * 0.48, 1.5, 2.9);
  const low = 1.62;
  const table: FurnitureWish = {
    kind: isRound ? 'roundDiningTable' : 'diningTable',
    wall: main,
    u: 0,
    v,
    need: 0,
    width,
    slack: 1,
  };
  const chairs = isRound
    ? Array.from({ length: 4 }, (_, i): FurnitureWish => {
        const a = (i / 4) * Math.PI * 2 + Math.PI / 4;
        const reach = width / 2 + 0.14;
        return {
          kind: 'diningChair',
          wall: main,
          u: Math.cos(a) * reach,
          v: v - Math.sin(a) * reach,
          turn: Math.PI / 2 - a,
          need: 0,
          isLoose: true,
          slack: 0,
        };
      })
    : chairsAround(main, 0, v, width, 0.9, budget !== 'economy');
  return [
    {
      kind: 'rug',
      wall: main,
      u: 0,
      v,
      need: 2,
      width: width + 1.2,
      depth: isRound ? width + 1.2 : 2.3,
      isLoose: true,
      slack: 0,
    },
    table,
    ...chairs,
    { kind: 'pendant', wall: main, u: 0, v, y: low, height: Math.max(0.5, ceiling - low), need: 0 },
    {
      kind: 'sideboard',
      wall: main,
      u: flip * main.length * 0.08,
      need: 1,
      width: Math.min(2, main.length * 0.5),
      slack: 8,
    },
    {
      kind: 'picture',
      wall: main,
      u: flip * main.length * 0.08,
      y: 1.35,
      v: onWallGap,
      need: 1,
      width: 1.2,
      height: 0.8,
    },
    { kind: 'plant', wall: main, u: -flip * (main.length / 2 - 0.4), v: 0.45, need: 1, height: 1.5 },
    ...(others[0]
      ? ([{ kind: 'bookcase', wall: others[0], u: 0, need: 2, width: 1.3, slack: 8 }] as FurnitureWish[])
      : []),
    { kind: 'floorLamp', wall: main, u: flip * (main.length / 2 - 0.4), v: 0.45, need: 3 },
    { kind: 'vase', wall: main, u: flip * (main.length / 2 - 0.9), v: 0.4, need: 3, height: 0.7 },
    ...curtains(wish),
  ];
}

export function study(wish: RoomWish): FurnitureWish[] {
  const { main, others, ceiling, random, budget } = wish;
  const flip = random() < 0.5 ? 1 : -1;
  const width = budget === 'economy' ? 1.2 : budget === 'premium' ? 1.8 : 1.5;
  const isFloating = main.depth > 3.2 && random() < 0.6;
  const high = Math.min(2.3, ceiling - 0.2);
  const deskV = isFloating ? 1.75 : 0.36;
  const shelf = main.length > 4 ? 2.6 : 1.6;
  const wishes: FurnitureWish[] = isFloating
    ? [
        { kind: 'bookcase', wall: main, u: 0, need: 0, width: shelf, height: high, slack: 8 },
        { kind: 'desk', wall: main, u: 0, v: deskV, turn: Math.PI, need: 0, width, slack: 2 },
        { kind: 'diningChair', wall: main, u: 0, v: deskV - 0.52, need: 0, isLoose: true },
      ]
    : [
        { kind: 'desk', wall: main, u: -flip * 0.4, v: deskV, need: 0, width, slack: 6 },
        { kind: 'diningChair', wall: main, u: -flip * 0.4, v: deskV + 0.5, turn: Math.PI, need: 0, isLoose: true },
        {
          kind: 'bookcase',
          wall: main,
          u: flip * (width / 2 + shelf / 2 - 0.2),
          need: 0,
          width: shelf * 0.7,
          height: high,
          slack: 8,
        },
        { kind: 'picture', wall: main, u: -flip * 0.4, y: 1.35, v: onWallGap, need: 1, width: 1, height: 0.65 },
      ];
  return [
    { kind: 'rug', wall: main, u: 0, v: deskV + 0.35, need: 1, width: 2.6, depth: 1.9, isLoose: true },
    ...wishes,
    { kind: 'armchair', wall: main, u: flip * (width / 2 + 1), v: 2.2, turn: flip * 0.9, need: 2 },
    { kind: 'floorLamp', wall: main, u: flip * (width / 2 + 1.35), v: 1.5, need: 2 },
    { kind: 'plant', wall: main, u: -flip * (main.length / 2 - 0.4), v: 0.45, need: 1, height: 1.4 },
    ...(others[0]
      ? ([
          { kind: 'sideboard', wall: others[0], u: wallPlaceOf(others[0], 1.6, main), need: 2, width: 1.4, slack: 8 },
        ] as FurnitureWish[])
      : []),
    { kind: 'sideTable', wall: main, u: flip * (width / 2 + 0.5), v: 2.4, need: 3 },
    {
      kind: 'pendant',
      wall: main,
      u: 0,
      v: deskV,
      y: Math.min(2.1, ceiling - 0.5),
      height: Math.max(0.4, ceiling - Math.min(2.1, ceiling - 0.5)),
      need: 2,
    },
    ...curtains(wish),
  ];
}

export function balcony(wish: RoomWish): FurnitureWish[] {
  const { main, random } = wish;
  const flip = random() < 0.5 ? 1 : -1;
  const reach = clamp(main.depth * 0.5, 1.1, 2.2);
  return [
    { kind: 'rug', wall: main, u: 0, v: reach, need: 1, width: 2.2, depth: 1.6, isLoose: true },
    { kind: 'armchair', wall: main, u: 0.72, v: reach, turn: 0.7, need: 0 },
    { kind: 'armchair', wall: main, u: -0.72, v: reach, turn: -0.7, need: 0 },
    { kind: 'sideTable', wall: main, u: 0, v: reach - 0.1, need: 0 },
    { kind: 'plant', wall: main, u: flip * (main.length / 2 - 0.35), v: 0.4, need: 0, height: 1.6 },
    { kind: 'plant', wall: main, u: flip * (main.length / 2 - 0.85), v: 0.45, need: 1, height: 0.8 },
    { kind: 'plant', wall: main, u: -flip * (main.length / 2 - 0.4), v: 0.4, need: 1, height: 1.2 },
    { kind: 'bench', wall: main, u: 0, v: 0.28, need: 2, width: 1.3, slack: 6 },
    { kind: 'plant', wall: main, u: -flip * (main.length / 2 - 0.9), v: 0.4, need: 2, height: 0.6 },
    { kind: 'floorLamp', wall: main, u: flip * 1.4, v: reach - 0.4, need: 2 },
    { kind: 'pouf', wall: main, u: flip * 0.2, v: reach + 0.8, need: 3 },
  ];
}

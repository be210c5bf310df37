/** Plans of rooms to sleep, dress and wash in, of kitchens and halls. */
import { clamp } from '../../base/scalar.ts';
import type { FurnitureWish } from './layout.ts';
import { chairsAround, curtains, onWallGap, type RoomWish, wallPlaceOf } from './layout-plan.ts';

export function bedroom(wish: RoomWish): FurnitureWish[] {
  const { main, others, ceiling, random, budget } = wish;
  const flip = random() < 0.5 ? 1 : -1;
  const width = main.length > 3.2 ? (budget === 'economy' ? 1.5 : 1.8) : main.length > 2.4 ? 1.5 : 1.2;
  const centre = (random() - 0.5) * clamp(main.length - width - 1.8, 0, 1.4);
  const side = others[0];
  const stand = width / 2 + 0.38;
  return [
    { kind: 'bed', wall: main, u: centre, need: 0, width, slack: 6 },
    { kind: 'rug', wall: main, u: centre, v: 1.75, need: 1, width: width + 1.3, depth: 1.7, isLoose: true, slack: 2 },
    { kind: 'nightstand', wall: main, u: centre + stand, need: 0, slack: 1 },
    { kind: 'nightstand', wall: main, u: centre - stand, need: 1, slack: 1 },
    ...(side
      ? ([
          {
            kind: 'wardrobe',
            wall: side,
            u: wallPlaceOf(side, 1.4, main),
            need: 1,
            width: Math.min(2.2, side.length - 0.3),
            height: Math.min(2.4, ceiling - 0.1),
            slack: 8,
          },
        ] as FurnitureWish[])
      : []),
    { kind: 'bench', wall: main, u: centre, v: 2.5, need: 2, width: width * 0.75, slack: 1 },
    {
      kind: 'picture',
      wall: main,
      u: centre,
      y: 1.35,
      v: onWallGap,
      need: 1,
      width: Math.min(1.4, width * 0.75),
      height: 0.65,
    },
    { kind: 'plant', wall: main, u: flip * (main.length / 2 - 0.35), v: 0.4, need: 1, height: 1.3 },
    { kind: 'dressingTable', wall: main, u: -flip * (main.length / 2 - 0.7), need: 2, slack: 3 },
    { kind: 'armchair', wall: main, u: centre + flip * (width / 2 + 1), v: 2.2, turn: flip * 0.8, need: 2 },
    { kind: 'floorLamp', wall: main, u: centre + flip * (width / 2 + 1.2), v: 1.3, need: 3 },
    {
      kind: 'pendant',
      wall: main,
      u: centre,
      v: 1.7,
      y: Math.min(2.2, ceiling - 0.55),
      height: Math.max(0.4, ceiling - Math.min(2.2, ceiling - 0.55)),
      need: 2,
    },
    { kind: 'pouf', wall: main, u: centre - flip * (width / 2 + 0.7), v: 2.3, need: 3 },
    ...curtains(wish),
  ];
}

export function childrensRoom(wish: RoomWish): FurnitureWish[] {
  const { main, others, random } = wish;
  const flip = random() < 0.5 ? 1 : -1;
  const end = Math.min(main.length / 2 - 1.15, 1.6);
  return [
    {
      kind: random() < 0.6 ? 'houseBed' : 'bed',
      wall: main,
      u: flip * end,
      v: 0.68,
      turn: flip * (Math.PI / 2),
      need: 0,
      width: 1.2,
      slack: 6,
    },
    { kind: 'roundRug', wall: main, u: -flip * 0.4, v: 2, need: 1, width: 1.7, isLoose: true },
    { kind: 'bookcase', wall: main, u: -flip * (main.length / 2 - 0.7), need: 0, width: 1.1, height: 1.15, slack: 6 },
    { kind: 'desk', wall: main, u: -flip * (main.length / 2 - 2), v: 0.36, need: 1, width: 1.1, slack: 6 },
    {
      kind: 'diningChair',
      wall: main,
      u: -flip * (main.length / 2 - 2),
      v: 0.86,
      turn: Math.PI,
      need: 1,
      isLoose: true,
      slack: 0,
    },
    { kind: 'toyBox', wall: main, u: 0, v: 0.26, need: 1, slack: 8 },
    { kind: 'pouf', wall: main, u: -flip * 0.7, v: 2, need: 1 },
    { kind: 'pouf', wall: main, u: flip * 0.3, v: 2.3, need: 2 },
    { kind: 'picture', wall: main, u: flip * end, y: 1.45, v: onWallGap, need: 1, width: 0.9, height: 0.6 },
    ...(others[0]
      ? ([{ kind: 'wardrobe', wall: others[0], u: 0, need: 1, width: 1.5, slack: 8 }] as FurnitureWish[])
      : []),
    { kind: 'plant', wall: main, u: -flip * (main.length / 2 - 0.3), v: 1.1, need: 2, height: 0.9 },
    { kind: 'floorLamp', wall: main, u: flip * (end - 1.4), v: 0.4, need: 2 },
    ...curtains(wish),
  ];
}

export function dressingRoom(wish: RoomWish): FurnitureWish[] {
  const { main, others, ceiling, random } = wish;
  const high = Math.min(2.45, ceiling - 0.12);
  const run = Math.min(4, main.length - 0.1);
  const v = clamp(main.depth * 0.5, 1.7, 2.2);
  return [
    { kind: 'openWardrobe', wall: main, u: 0, need: 0, width: run, height: high, slack: 4 },
    ...others.map(
      (wall, i): FurnitureWish => ({
        kind: i === 0 ? 'openWardrobe' : 'wardrobe',
        wall,
        u: wallPlaceOf(wall, 1.9, main),
        need: i === 0 ? 1 : 2,
        width: Math.min(2.2, wall.length - 0.3),
        height: high,
        slack: 8,
      }),
    ),
    { kind: 'rug', wall: main, u: 0, v: v + 0.1, need: 1, width: 2.2, depth: 1.5, isLoose: true },
    random() < 0.5
      ? { kind: 'island', wall: main, u: 0, v, need: 1, width: 1.2 }
      : { kind: 'bench', wall: main, u: 0, v, need: 1, width: 1.2 },
    {
      kind: 'pendant',
      wall: main,
      u: 0,
      v,
      y: Math.min(2.15, ceiling - 0.45),
      height: Math.max(0.4, ceiling - Math.min(2.15, ceiling - 0.45)),
      need: 1,
    },
    { kind: 'mirror', wall: main, u: run / 2 + 0.5, v: 0.06, need: 2, width: 0.6, height: 1.75 },
    { kind: 'pouf', wall: main, u: 1.2, v: v + 0.1, need: 2 },
    { kind: 'plant', wall: main, u: -(main.length / 2 - 0.35), v: 0.9, need: 2, height: 1.3 },
  ];
}

export function bathroom(wish: RoomWish): FurnitureWish[] {
  const { main, others, random, budget } = wish;
  const flip = random() < 0.5 ? 1 : -1;
  const wide = budget === 'economy' ? 0.8 : budget === 'premium' && main.length > 3.4 ? 1.4 : 1;
  const tubWall = others.find((wall) => wall.length > 2.2);
  return [
    { kind: 'vanity', wall: main, u: flip * main.length * 0.1, need: 0, width: wide, slack: 6 },
    { kind: 'toilet', wall: main, u: flip * (main.length * 0.1 - wide / 2 - 0.5), need: 0, slack: 6 },
    tubWall
      ? { kind: 'bathtub', wall: tubWall, u: wallPlaceOf(tubWall, 1.6, main), need: 1, slack: 6 }
      : { kind: 'bathtub', wall: main, u: flip * (main.length / 2 - 1), v: 0.5, need: 1, slack: 6 },
    { kind: 'towelRail', wall: main, u: -flip * (main.length / 2 - 0.45), y: 0, v: 0.08, need: 1 },
    { kind: 'roundRug', wall: main, u: flip * main.length * 0.1, v: 1.15, need: 1, width: 0.95, isLoose: true },
    { kind: 'plant', wall: main, u: -flip * (main.length / 2 - 0.35), v: 0.5, need: 2, height: 1 },
    { kind: 'pouf', wall: main, u: flip * (main.length * 0.1 + wide / 2 + 0.4), v: 0.7, need: 3 },
  ];
}

export function kitchen(wish: RoomWish): FurnitureWish[] {
  const { main, others, ceiling, random, budget } = wish;
  const run = Math.min(budget === 'economy' ? 2.8 : 3.9, main.length - 0.1);
  const v = clamp(main.depth * 0.55, 2, 2.6);
  const island: FurnitureWish[] =
    random() < 0.5 || budget === 'economy'
      ? [
          { kind: 'diningTable', wall: main, u: 0, v, need: 1, width: 1.4, slack: 2 },
          ...chairsAround(main, 0, v, 1.4, 0.9, false).map((chair): FurnitureWish => ({ ...chair, need: 1 })),
        ]
      : [
          { kind: 'island', wall: main, u: 0, v, need: 1, width: Math.min(2, run * 0.6), turn: Math.PI, slack: 2 },
          { kind: 'vase', wall: main, u: 0.3, v, y: 0.9, need: 1, height: 0.34 },
        ];
  return [
    {
      kind: 'kitchen',
      wall: main,
      u: (random() - 0.5) * Math.max(0, main.length - run),
      need: 0,
      width: run,
      slack: 8,
    },
    ...island,
    { kind: 'pendant', wall: main, u: 0, v, y: 1.65, height: Math.max(0.5, ceiling - 1.65), need: 2 },
    ...(others[0]
      ? ([{ kind: 'sideboard', wall: others[0], u: 0, need: 2, width: 1.4, slack: 8 }] as FurnitureWish[])
      : []),
    { kind: 'plant', wall: main, u: main.length / 2 - 0.35, v: 0.95, need: 2, height: 1.1 },
    { kind: 'rug', wall: main, u: 0, v: 1.05, need: 3, width: 1.8, depth: 0.7, isLoose: true },
  ];
}

export function hall(wish: RoomWish): FurnitureWish[] {
  const { main, others, ceiling, random } = wish;
  const flip = random() < 0.5 ? 1 : -1;
  const width = Math.min(1.6, main.length * 0.55);
  return [
    { kind: 'shoeCabinet', wall: main, u: 0, need: 0, width, slack: 8 },
    { kind: 'mirror', wall: main, u: 0, y: 1.25, v: onWallGap, need: 1, width: 0.7, height: 0.9 },
    { kind: 'bench', wall: main, u: flip * (width / 2 + 0.65), v: 0.26, need: 1, width: 0.8, slack: 4 },
    { kind: 'rug', wall: main, u: 0, v: 1.3, need: 1, width: 1.9, depth: 0.9, isLoose: true },
    { kind: 'plant', wall: main, u: -flip * (width / 2 + 0.5), v: 0.4, need: 1, height: 1.45 },
    {
      kind: 'pendant',
      wall: main,
      u: 0,
      v: 1.1,
      y: Math.min(2.15, ceiling - 0.45),
      height: Math.max(0.4, ceiling - Math.min(2.15, ceiling - 0.45)),
      need: 1,
    },
    ...(others[0]
      ? ([{ kind: 'wardrobe', wall: others[0], u: 0, need: 2, width: 1.2, slack: 8 }] as FurnitureWish[])
      : []),
    { kind: 'vase', wall: main, u: -flip * (width / 2 + 1), v: 0.4, need: 3, height: 0.7 },
    {
      kind: 'picture',
      wall: main,
      u: flip * (width / 2 + 0.65),
      y: 1.35,
      v: onWallGap,
      need: 2,
      width: 0.6,
      height: 0.8,
    },
  ];
}

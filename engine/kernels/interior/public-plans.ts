/** Plans of rooms to work, wait, eat out and show things in, in the terms of the plans of homes. Distances in metres. */
import type { FurnitureWish } from '../furnish/layout.ts';
import { curtains, onWallGap, type RoomWish, wallPlaceOf } from '../furnish/layout-plan.ts';
import { wishesFor } from '../furnish/layout-rooms.ts';
import { type RoomKind, roomRules } from './interior-brief.ts';

type Planner = (wish: RoomWish) => FurnitureWish[];

const planners: Partial<Record<RoomKind, Planner>> = {
  tea: teaRoom,
  lobby,
  office,
  meeting: meetingRoom,
  exhibition,
  cafe,
  restaurant,
};

/** Pieces that a room wishes for, the most important first. */
export function wishesOfRoom(room: RoomKind, wish: RoomWish): FurnitureWish[] {
  const own = planners[room];
  return own ? own(wish) : wishesFor(roomRules[room].plan, wish);
}

function teaRoom(wish: RoomWish): FurnitureWish[] {
  const { main, others, ceiling, random } = wish;
  const flip = random() < 0.5 ? 1 : -1;
  const v = Math.min(2, main.depth * 0.55);
  const low = 1.55;
  return [
    ...(wish.fixing === 'panels' ? [panelOf(wish, Math.min(2.6, main.length * 0.5))] : []),
    { kind: 'rug', wall: main, u: 0, v, need: 1, width: 3, depth: 2.3, isLoose: true, slack: 0 },
    { kind: 'diningTable', wall: main, u: 0, v, need: 0, width: 2, isRich: false, slack: 0 },
    ...seats(wish, 0, v, 2, 0.88, 2),
    { kind: 'pendant', wall: main, u: 0, v, y: low, height: ceiling - low, need: 1 },
    { kind: 'picture', wall: main, u: 0, y: 1.2, v: onWallGap + 0.06, need: 1, width: 1.4, height: 0.8, variant: 0 },
    { kind: 'plant', wall: main, u: flip * (main.length / 2 - 0.5), v: 0.5, need: 1, height: 1.7 },
    { kind: 'floorLamp', wall: main, u: -flip * (main.length / 2 - 0.5), v: 0.45, need: 1 },
    ...others.slice(0, 1).map(
      (wall): FurnitureWish => ({
        kind: 'bookcase',
        wall,
        u: wallPlaceOf(wall, 1.4, main),
        need: 1,
        width: 1.4,
        slack: 8,
      }),
    ),
    ...curtains(wish),
  ];
}

function meetingRoom(wish: RoomWish): FurnitureWish[] {
  const { main, others, ceiling, random } = wish;
  const flip = random() < 0.5 ? 1 : -1;
  const long = Math.min(3.4, main.depth - 0.9);
  const v = 1.15 + long / 2;
  const count = Math.max(2, Math.floor(long / 0.78));
  const low = Math.min(2.05, ceiling - 0.5);
  return [
    { kind: 'diningTable', wall: main, u: 0, v, turn: Math.PI / 2, need: 0, width: long, isRich: false, slack: 0 },
    ...Array.from({ length: count * 2 }, (_, i): FurnitureWish => {
      const side = i % 2 ? 1 : -1;
      const along = v + ((Math.floor(i / 2) + 0.5) / count - 0.5) * (long - 0.2);
      return seat(wish, side * 0.64, along, side * (Math.PI / 2));
    }),
    // The screen hangs before slats, where there are any.
    { kind: 'tvCabinet', wall: main, u: 0, v: 0.29, need: 0, width: 2.4, slack: 4 },
    ...[-0.3, 0.3].map(
      (share): FurnitureWish => ({
        kind: 'pendant',
        wall: main,
        u: 0,
        v: v + share * long,
        y: low,
        height: ceiling - low,
        need: 1,
      }),
    ),
    { kind: 'plant', wall: main, u: flip * (main.length / 2 - 0.5), v: 0.5, need: 1, height: 1.7 },
    { kind: 'plant', wall: main, u: -flip * (main.length / 2 - 0.5), v: 0.5, need: 2, height: 1.1 },
    ...others.slice(0, 1).flatMap((wall): FurnitureWish[] => [
      { kind: 'sideboard', wall, u: wallPlaceOf(wall, v, main), need: 1, width: 2, slack: 8 },
      { kind: 'picture', wall, u: wallPlaceOf(wall, v, main), y: 1.3, v: onWallGap, need: 1, width: 1.6, height: 0.9 },
    ]),
  ];
}

function office(wish: RoomWish): FurnitureWish[] {
  const { main, others, random } = wish;
  const flip = random() < 0.5 ? 1 : -1;
  const wishes = [0, 1]
    .map((row) => 1.9 + row * 2.7)
    .filter((v) => v <= main.depth - 0.4)
    .flatMap((v) => deskRow(wish, v));
  return [
    ...wishes,
    { kind: 'bookcase', wall: main, u: flip * main.length * 0.24, need: 1, width: 2.6, height: 1.6, slack: 8 },
    { kind: 'plant', wall: main, u: -flip * (main.length / 2 - 0.5), v: 0.5, need: 1, height: 1.8 },
    { kind: 'plant', wall: main, u: flip * (main.length / 2 - 0.5), v: 0.5, need: 1, height: 1.4 },
    { kind: 'picture', wall: main, u: -flip * main.length * 0.2, y: 1.3, v: onWallGap, need: 1, width: 1.6, height: 1 },
    ...others.slice(0, 1).flatMap((wall): FurnitureWish[] => [
      { kind: 'sideboard', wall, u: wallPlaceOf(wall, 2, main), need: 1, width: 2.2, slack: 8 },
      { kind: 'plant', wall, u: wallPlaceOf(wall, 3.8, main), v: 0.45, need: 1, height: 1.5, slack: 8 },
    ]),
  ];
}

/** Blocks of four desks with their chairs along the main wall, `v` metres off it. */
function deskRow(wish: RoomWish, v: number): FurnitureWish[] {
  const { main } = wish;
  const desk = 1.4;
  const block = desk * 2 + 1.1;
  const columns = Math.max(1, Math.min(3, Math.floor((main.length - 1) / block)));
  const wishes: FurnitureWish[] = [];
  for (let column = 0; column < columns; column++) {
    const middle = (column - (columns - 1) / 2) * block;
    for (const u of [middle - desk / 2 - 0.02, middle + desk / 2 + 0.02]) {
      for (const side of [-1, 1]) {
        const turn = side < 0 ? Math.PI : 0;
        const spot = { wall: main, u, need: 0, slack: 0 } as const;
        wishes.push({ ...spot, kind: 'desk', v: v + side * 0.36, turn, width: desk, isRich: false });
        wishes.push(seat(wish, u + 0.08 * side, v + side * 0.88, side < 0 ? 0 : Math.PI));
      }
    }
  }
  return wishes;
}
function lobby(wish: RoomWish): FurnitureWish[] {
  const { main, others, ceiling, random } = wish;
  const flip = random() < 0.5 ? 1 : -1;
  const u = flip * Math.min(2.6, main.length * 0.24);
  const v = Math.min(5, main.depth - 1.9);
  // Long cords would hang out of the picture's top: under high ceilings they hang farther away.
  const away = Math.max(0, ceiling - 5.5) * 0.55;
  const high = { wall: main, need: 0, slack: 2 } as const;
  return [
    panelOf(wish, Math.min(7, main.length * 0.6)),
    { ...high, kind: 'sideboard', u: 0, v: 1.5, width: Math.min(4, main.length * 0.4), height: 1.1 },
    { kind: 'rug', wall: main, u, v, need: 0, width: 4.4, depth: 3.2, isLoose: true, slack: 0 },
    { ...high, kind: 'sofa', u: u - 1.7, v, turn: -Math.PI / 2, width: 2.4, chaise: undefined },
    { ...high, kind: 'sofa', u: u + 1.7, v, turn: Math.PI / 2, width: 2.4, chaise: undefined },
    { ...high, kind: 'coffeeTable', u, v, turn: Math.PI / 2, variant: 1 },
    { ...high, kind: 'armchair', u: -u - 0.7, v: v - 0.2, turn: -0.7 },
    { ...high, kind: 'armchair', u: -u + 0.9, v: v - 0.2, turn: 0.7 },
    { ...high, kind: 'sideTable', u: -u + 0.1, v: v - 0.4 },
    ...[-1, 1].map(
      (side): FurnitureWish => ({ ...high, kind: 'plant', u: side * (main.length / 2 - 0.7), v: 0.8, height: 2.4 }),
    ),
    ...[-1.2, -0.4, 0.4, 1.2].map((aside, i): FurnitureWish => {
      const y = Math.min(2.3, ceiling - 0.9) + 0.3 * ((i * 2) % 3);
      return {
        kind: 'pendant',
        wall: main,
        u: u + aside,
        v: v - away + (i % 2 ? 0.5 : -0.5),
        y,
        height: ceiling - y,
        need: 0,
      };
    }),
    ...others.flatMap((wall): FurnitureWish[] => [
      { kind: 'picture', wall, u: wallPlaceOf(wall, 4, main), y: 1.3, v: onWallGap, need: 0, width: 2.2, height: 1.6 },
      { kind: 'bench', wall, u: wallPlaceOf(wall, 4, main), need: 1, width: 1.8, slack: 6 },
      { kind: 'plant', wall, u: wallPlaceOf(wall, 6, main), need: 1, v: 0.6, height: 2, slack: 6 },
    ]),
  ];
}

function exhibition(wish: RoomWish): FurnitureWish[] {
  const { main, others, random } = wish;
  const shift = (random() - 0.5) * 0.4;
  const large = { y: 1.05, v: onWallGap, need: 0 } as const;
  const across = Math.min(3.1, main.length / 3);
  return [
    ...[-1, 0, 1].map(
      (step): FurnitureWish => ({
        ...large,
        kind: 'picture',
        wall: main,
        u: step * across,
        width: across * 0.72,
        height: 1.5,
        variant: 0,
      }),
    ),
    ...others.flatMap((wall): FurnitureWish[] =>
      [2, 4.6].map((v) => ({
        ...large,
        kind: 'picture',
        wall,
        u: wallPlaceOf(wall, v, main),
        width: 1.7,
        height: 1.4,
        variant: 0,
      })),
    ),
    ...plinthsOf(main.length, main.depth, shift).map(
      ([u, v], i): FurnitureWish => ({
        kind: 'vase',
        wall: main,
        u,
        v,
        y: plinthHeight,
        need: 0,
        height: 0.4 + 0.12 * (i % 3),
        slack: 0,
      }),
    ),
    { kind: 'bench', wall: main, u: 0, v: main.depth * 0.52, need: 0, width: 1.8, slack: 2 },
    { kind: 'plant', wall: main, u: main.length / 2 - 0.5, v: 0.6, need: 2, height: 1.8 },
  ];
}

/** Height of the plinths of exhibits, metres; one stands under every vase of that height. */
export const plinthHeight = 1.02;

function plinthsOf(length: number, depth: number, shift: number): (readonly [number, number])[] {
  const wide = Math.min(2.6, length * 0.3);
  return [
    [-wide, depth * 0.34 + shift],
    [wide, depth * 0.34 - shift],
    [-wide * 0.75, depth * 0.72],
    [wide * 0.75, depth * 0.72],
  ];
}

function cafe(wish: RoomWish): FurnitureWish[] {
  const { main, others, ceiling, random } = wish;
  const flip = random() < 0.5 ? 1 : -1;
  const counter = Math.min(3.4, main.length * 0.5);
  const at = flip * Math.min(1, main.length * 0.12);
  const low = 1.75;
  const hanging = { kind: 'pendant', wall: main, y: low, height: ceiling - low, need: 0 } as const;
  return [
    { kind: 'bookcase', wall: main, u: at, need: 0, width: counter * 0.8, height: 2, slack: 4 },
    { kind: 'island', wall: main, u: at, v: 1.5, need: 0, width: counter, slack: 2 },
    ...[-0.34, 0, 0.34].map((share): FurnitureWish => ({ ...hanging, u: at + share * counter, v: 1.5 })),
    ...tableGroups(wish, { from: 3, apart: [2, 1.9], width: 0.8, count: 2 }),
    { kind: 'plant', wall: main, u: -flip * (main.length / 2 - 0.5), v: 0.5, need: 0, height: 1.8 },
    { kind: 'picture', wall: main, u: -flip * main.length * 0.3, y: 1.4, v: onWallGap, need: 1, width: 1, height: 1.2 },
    ...others.slice(0, 1).flatMap((wall): FurnitureWish[] => [
      { kind: 'bench', wall, u: wallPlaceOf(wall, 3.4, main), need: 1, width: 2.2, slack: 6 },
      { kind: 'picture', wall, u: wallPlaceOf(wall, 3.4, main), y: 1.35, v: onWallGap, need: 1, width: 1.5, height: 1 },
    ]),
  ];
}

function restaurant(wish: RoomWish): FurnitureWish[] {
  const { main, others, random } = wish;
  const flip = random() < 0.5 ? 1 : -1;
  return [
    ...tableGroups(wish, { from: 1.5, apart: [2.5, 2.3], width: 1.1, count: 4, isLit: true }),
    { kind: 'sideboard', wall: main, u: flip * main.length * 0.2, need: 1, width: 2, slack: 6 },
    { kind: 'picture', wall: main, u: flip * main.length * 0.2, y: 1.35, v: onWallGap, need: 1, width: 1.8, height: 1 },
    { kind: 'plant', wall: main, u: -flip * (main.length / 2 - 0.5), v: 0.5, need: 1, height: 1.8 },
    ...others.slice(0, 1).flatMap((wall): FurnitureWish[] => [
      { kind: 'picture', wall, u: wallPlaceOf(wall, 3, main), y: 1.35, v: onWallGap, need: 1, width: 1.6, height: 1 },
      { kind: 'plant', wall, u: wallPlaceOf(wall, 4.6, main), v: 0.45, need: 1, height: 1.4, slack: 8 },
    ]),
  ];
}

interface Groups {
  /** Way off the main wall of the first row. */
  from: number;
  apart: readonly [across: number, deep: number];
  width: number;
  /** Seats at a table. */
  count: number;
  isLit?: boolean;
}

/** Round tables in rows, every second row shifted by half, as many as the room shows. */
function tableGroups(wish: RoomWish, { from, apart, width, count, isLit }: Groups): FurnitureWish[] {
  const { main, ceiling, random } = wish;
  const wishes: FurnitureWish[] = [];
  const reach = width / 2 + 0.16;
  const low = 1.6;
  const edge = main.length / 2 - reach - 0.3;
  const columns = Math.max(1, Math.floor((edge * 2) / apart[0]) + 1);
  for (let row = 0, v = from; v < main.depth - 0.4; row++, v += apart[1]) {
    for (let column = 0; column < columns; column++) {
      const u = (column - (columns - 1) / 2) * apart[0] + (row % 2 ? apart[0] * 0.18 : 0);
      if (Math.abs(u) > edge) continue;
      wishes.push({ kind: 'roundDiningTable', wall: main, u, v, need: 0, width, slack: 0 });
      const first = random() * Math.PI;
      for (let i = 0; i < count; i++) {
        const a = first + (i / count) * Math.PI * 2;
        wishes.push(seat(wish, u + Math.cos(a) * reach, v - Math.sin(a) * reach, Math.PI / 2 - a));
      }
      if (isLit) wishes.push({ kind: 'pendant', wall: main, u, v, y: low, height: ceiling - low, need: 0, slack: 0 });
    }
  }
  return wishes;
}

function seats(wish: RoomWish, u: number, v: number, width: number, depth: number, count: number): FurnitureWish[] {
  return Array.from({ length: count * 2 }, (_, i) => {
    const side = i % 2 ? 1 : -1;
    const along = u + ((Math.floor(i / 2) + 0.5) / count - 0.5) * (width - 0.2);
    return seat(wish, along, v + side * (depth / 2 + 0.16), side > 0 ? Math.PI : 0);
  });
}

function seat({ main }: RoomWish, u: number, v: number, turn: number): FurnitureWish {
  return { kind: 'diningChair', wall: main, u, v, turn, need: 0, isLoose: true, slack: 0 };
}

/** Slats before the middle of the main wall. */
export function panelOf({ main, ceiling }: Pick<RoomWish, 'main' | 'ceiling'>, width: number): FurnitureWish {
  return { kind: 'wallPanel', wall: main, u: 0, need: 0, width, height: ceiling - 0.03, y: 0.005, v: 0.035, slack: 12 };
}

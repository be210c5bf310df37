/** Furniture wanted in every type of room, the most important pieces first. */
import type { FurnitureWish } from './layout.ts';
import { balcony, diningRoom, livingRoom, study } from './layout-living.ts';
import { onWallGap, type RoomWish } from './layout-plan.ts';
import { bathroom, bedroom, childrensRoom, dressingRoom, hall, kitchen } from './layout-private.ts';

type Planner = (wish: RoomWish) => FurnitureWish[];

const planners: Readonly<Record<string, Planner>> = {
  客厅: livingRoom,
  卧室: bedroom,
  餐厅: diningRoom,
  厨房: kitchen,
  卫生间: bathroom,
  书房: study,
  儿童房: childrensRoom,
  玄关: hall,
  阳台: balcony,
  衣帽间: dressingRoom,
};

/** @param type name of the room in the category tree; a living room when it is another */
export function wishesFor(type: string | undefined, wish: RoomWish): FurnitureWish[] {
  const own = ((type && planners[type]) || livingRoom)(wish);
  if (wish.fixing === 'none') return own.filter(({ kind, y }) => kind !== 'curtain' && (y === undefined || y < 0.6));
  if (wish.fixing === 'usual' || !hasPanel(type)) return own;
  // Pieces on the main wall hang before the panel.
  return [panel(wish), ...own.map((one) => (one.v === onWallGap ? { ...one, v: onWallGap + 0.06 } : one))];
}

function hasPanel(type: string | undefined): boolean {
  return !['厨房', '卫生间', '阳台', '衣帽间'].includes(type ?? '');
}

/** Slats behind the main group, between the windows. */
function panel({ main, ceiling }: RoomWish): FurnitureWish {
  const width = Math.min(3.4, main.length * 0.5);
  return { kind: 'wallPanel', wall: main, u: 0, need: 0, width, height: ceiling - 0.03, y: 0.005, v: 0.035, slack: 12 };
}

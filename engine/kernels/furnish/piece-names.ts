import type { PieceKind } from './pieces.ts';

/** Pieces as people call them. */
const names: Record<PieceKind, string> = {
  sofa: '沙发',
  armchair: '单椅',
  coffeeTable: '茶几',
  sideTable: '边几',
  rug: '地毯',
  roundRug: '地毯',
  floorLamp: '落地灯',
  pendant: '吊灯',
  plant: '绿植',
  picture: '挂画',
  mirror: '镜子',
  tvCabinet: '电视柜',
  sideboard: '边柜',
  bookcase: '书柜',
  bed: '床',
  houseBed: '儿童床',
  nightstand: '床头柜',
  wardrobe: '衣柜',
  openWardrobe: '衣帽柜',
  dressingTable: '梳妆台',
  diningTable: '餐桌',
  roundDiningTable: '餐桌',
  diningChair: '椅',
  desk: '书桌',
  bench: '长凳',
  pouf: '坐墩',
  toyBox: '玩具箱',
  shoeCabinet: '玄关柜',
  island: '岛台',
  kitchen: '橱柜',
  vanity: '浴室柜',
  toilet: '坐便器',
  bathtub: '浴缸',
  towelRail: '毛巾架',
  curtain: '窗帘',
  vase: '花器',
  wallPanel: '格栅墙板',
  tableLamp: '台灯',
};

/** A list such as 沙发、茶几、椅×4. */
export function listPieces(kinds: readonly PieceKind[]): string {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(names[kind], (counts.get(names[kind]) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count > 1 ? `${name}×${count}` : name)).join('、');
}

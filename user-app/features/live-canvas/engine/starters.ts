import { liveMaterials } from '#shared/domain/live-material';
import type { Point } from '../../../canvas/geometry';
import type { Stamp } from '../../../canvas/stamp';
import type { Drawing, Mark } from './marks';
import type { Aspect } from './papers';

/** A drawing to begin with. */
export interface Starter {
  id: string;
  title: string;
  summary: string;
  /** Goes with the drawing when nothing is written yet. */
  words: string;
  aspect: Aspect;
  drawing: Drawing;
}

type LiveMaterialId = (typeof liveMaterials)[number]['id'];
type Flat = readonly number[];

const colourOf = (id: LiveMaterialId) => liveMaterials.find((material) => material.id === id)?.colour ?? '#000000';

/** An area by its corners: x, y, x, y … */
const area = (id: LiveMaterialId, ...places: Flat): Mark => ({
  kind: 'polygon',
  colour: colourOf(id),
  corners: pointsOf(places),
});

const block = (id: LiveMaterialId, x: number, y: number, width: number, height: number): Mark => ({
  kind: 'rectangle',
  colour: colourOf(id),
  width: 1,
  isFilled: true,
  from: { x, y },
  to: { x: x + width, y: y + height },
});

const ink = (width: number, ...places: Flat): Mark => ({
  kind: 'stroke',
  colour: '#1c1b1a',
  isEraser: false,
  // Each corner stands twice, so that the curve through it stays sharp.
  stamps: pointsOf(places).flatMap((point): Stamp[] => [
    { ...point, width },
    { ...point, width },
  ]),
});

const brush = (id: LiveMaterialId, width: number, ...places: Flat): Mark => ({
  kind: 'stroke',
  colour: colourOf(id),
  isEraser: false,
  stamps: pointsOf(places).map((point) => ({ ...point, width })),
});

function pointsOf(places: Flat): Point[] {
  const points: Point[] = [];
  for (let index = 0; index + 1 < places.length; index += 2)
    points.push({ x: places[index] as number, y: places[index + 1] as number });
  return points;
}

function tree(x: number, foot: number, crown: number): Mark[] {
  return [
    brush('wood', crown * 0.14, x, foot, x, foot - crown * 0.9),
    brush('foliage', crown * 0.8, x - crown * 0.28, foot - crown * 1.05, x + crown * 0.28, foot - crown * 1.1),
    brush('foliage', crown * 0.7, x - crown * 0.05, foot - crown * 1.5, x + crown * 0.06, foot - crown * 1.45),
  ];
}

const cottage: Drawing = [
  block('sky', 0, 0, 1024, 520),
  block('grass', 0, 500, 1024, 268),
  area('stone', 470, 640, 560, 640, 640, 768, 380, 768),
  block('plaster', 300, 360, 420, 280),
  area('roof', 256, 366, 510, 178, 764, 366),
  block('glass', 350, 430, 90, 100),
  block('glass', 582, 430, 90, 100),
  block('wood', 474, 474, 76, 166),
  ink(4, 350, 480, 440, 480),
  ink(4, 582, 480, 672, 480),
  ink(5, 300, 366, 300, 640, 720, 640, 720, 366),
  ...tree(168, 640, 150),
  ...tree(872, 620, 120),
];

const windows = (x: number, y: number, columns: number, rows: number): Mark[] =>
  Array.from({ length: columns * rows }, (_, index) =>
    block('glass', x + (index % columns) * 58, y + Math.floor(index / columns) * 62, 40, 42),
  );

const tower: Drawing = [
  block('sky', 0, 0, 1024, 600),
  block('brick', 40, 330, 300, 270),
  block('concrete', 380, 70, 270, 530),
  block('stone', 690, 250, 300, 350),
  ...windows(66, 360, 4, 3),
  ...windows(404, 100, 4, 7),
  ...windows(722, 280, 4, 4),
  block('glass', 404, 536, 214, 64),
  block('concrete', 0, 600, 1024, 40),
  block('asphalt', 0, 636, 1024, 132),
  ...tree(360, 620, 80),
  ...tree(672, 620, 76),
  ink(4, 380, 600, 380, 70, 650, 70, 650, 600),
];

const room: Drawing = [
  block('plaster', 0, 0, 1024, 768),
  area('wood', 0, 768, 330, 510, 694, 510, 1024, 768),
  area('stone', 0, 0, 330, 210, 330, 510, 0, 768),
  area('glass', 760, 208, 950, 118, 950, 600, 760, 468),
  block('wood', 420, 300, 184, 130),
  area('concrete', 360, 560, 664, 560, 716, 668, 308, 668),
  block('foliage', 352, 420, 40, 90),
  ink(5, 0, 0, 330, 210, 694, 210, 1024, 0),
  ink(5, 0, 768, 330, 510, 694, 510, 1024, 768),
  ink(5, 330, 210, 330, 510),
  ink(5, 694, 210, 694, 510),
  ink(4, 855, 163, 855, 534),
  block('light', 490, 150, 44, 30),
];

const garden: Drawing = [
  block('sky', 0, 0, 1024, 300),
  block('grass', 0, 300, 1024, 468),
  block('plaster', 120, 180, 520, 170),
  block('roof', 90, 148, 580, 36),
  block('glass', 160, 214, 200, 136),
  block('wood', 400, 214, 200, 136),
  area('stone', 90, 350, 700, 350, 780, 420, 40, 420),
  area('water', 150, 470, 840, 450, 930, 620, 640, 700, 110, 660),
  brush('stone', 40, 880, 500, 940, 560, 930, 640, 860, 720),
  ...tree(800, 380, 110),
  ...tree(930, 420, 140),
  ...tree(60, 440, 100),
];

export const starters: readonly Starter[] = [
  {
    id: 'cottage',
    title: '坡顶小屋',
    summary: '草地、木门、两扇窗',
    words: '乡间小屋，晴天',
    aspect: '4:3',
    drawing: cottage,
  },
  {
    id: 'tower',
    title: '临街高层',
    summary: '红砖、混凝土、街道',
    words: '城市街区，傍晚',
    aspect: '4:3',
    drawing: tower,
  },
  { id: 'room', title: '一点透视室内', summary: '木地板、落地窗', words: '客厅，自然光', aspect: '4:3', drawing: room },
  {
    id: 'garden',
    title: '水景庭院',
    summary: '水池、石径、庭树',
    words: '庭院，水面倒影',
    aspect: '4:3',
    drawing: garden,
  },
];

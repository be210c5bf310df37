/** The plan of a flat, as black lines and in colour, with the same geometry. Units are picture points; 100 points are one metre. */

const INK = '#1c1b1a';
const WALL = 16;

interface Style {
  isColoured: boolean;
}

type Room = {
  name: 'living' | 'bed' | 'bath' | 'kitchen' | 'hall' | 'balcony';
  x: number;
  y: number;
  w: number;
  h: number;
};

/** Rooms of the flat in picture units, walls between their outlines. */
const ROOMS: readonly Room[] = [
  { name: 'bed', x: 160, y: 150, w: 400, h: 380 },
  { name: 'bath', x: 576, y: 150, w: 210, h: 250 },
  { name: 'kitchen', x: 802, y: 150, w: 270, h: 380 },
  { name: 'bed', x: 1088, y: 150, w: 352, h: 330 },
  { name: 'hall', x: 576, y: 416, w: 210, h: 114 },
  { name: 'living', x: 576, y: 546, w: 496, h: 504 },
  { name: 'bed', x: 160, y: 546, w: 400, h: 330 },
  { name: 'bath', x: 160, y: 892, w: 230, h: 158 },
  { name: 'hall', x: 406, y: 892, w: 154, h: 158 },
  { name: 'living', x: 1088, y: 496, w: 352, h: 384 },
  { name: 'balcony', x: 1088, y: 896, w: 352, h: 154 },
];

const FLOORS: Record<Room['name'], string> = {
  living: 'url(#oak)',
  bed: 'url(#walnut)',
  bath: 'url(#tile)',
  kitchen: 'url(#stone)',
  hall: 'url(#stone)',
  balcony: 'url(#deck)',
};

const FILLS = {
  wall: '#3a3733',
  cloth: '#e9e2d5',
  accent: '#c8967a',
  wood: '#b98a58',
  water: '#cfe3e6',
  white: '#fbfaf7',
  rug: '#d9cfbd',
  green: '#7f9b62',
} as const;

/** @returns SVG of the flat, 1600 × 1200. */
export function floorPlan({ isColoured }: Style): string {
  const fill = (name: keyof typeof FILLS): string => (isColoured ? FILLS[name] : '#ffffff');
  const parts: string[] = [];
  const rect = (
    x: number,
    y: number,
    w: number,
    h: number,
    r = 2,
    colour: keyof typeof FILLS = 'white',
    width = 2,
  ): void => {
    parts.push(
      `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill(colour)}" stroke="${INK}" stroke-width="${width}"/>`,
    );
  };
  const line = (x1: number, y1: number, x2: number, y2: number, width = 1.5): void => {
    parts.push(`<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${INK}" stroke-width="${width}"/>`);
  };
  const circle = (x: number, y: number, r: number, colour: keyof typeof FILLS = 'white'): void => {
    parts.push(`<circle cx="${x}" cy="${y}" r="${r}" fill="${fill(colour)}" stroke="${INK}" stroke-width="2"/>`);
  };
  parts.push(`<rect width="1600" height="1200" fill="${isColoured ? '#f4f1ea' : '#ffffff'}"/>`);
  if (isColoured)
    parts.push('<rect x="156" y="158" width="1312" height="916" fill="#000" opacity="0.2" filter="url(#soft)"/>');
  parts.push(`<rect x="144" y="134" width="1312" height="932" fill="${isColoured ? FILLS.wall : INK}"/>`);
  for (const room of ROOMS) {
    parts.push(
      `<rect x="${room.x}" y="${room.y}" width="${room.w}" height="${room.h}" fill="${isColoured ? FLOORS[room.name] : '#ffffff'}"/>`,
    );
  }
  const floorOf = (name: Room['name']): string => (isColoured ? FLOORS[name] : '#ffffff');
  const opening = (x: number, y: number, w: number, h: number, name: Room['name']): void => {
    parts.push(`<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${floorOf(name)}"/>`);
  };
  const door = (x: number, y: number, size: number, turn: number, isMirrored = false): void => {
    parts.push(
      `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${isMirrored ? -1 : 1} 1)" fill="none" stroke="${INK}"><rect x="-3" y="${-size}" width="6" height="${size}" fill="${fill('wood')}" stroke-width="1.5"/><path d="M0 ${-size} A ${size} ${size} 0 0 1 ${size} 0" stroke-width="1.2"/></g>`,
    );
  };
  const pane = (x: number, y: number, w: number, h: number): void => {
    parts.push(
      `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill('water')}" stroke="${INK}" stroke-width="2"/>`,
    );
    if (w > h) line(x, y + h / 2, x + w, y + h / 2);
    else line(x + w / 2, y, x + w / 2, y + h);
  };
  openings(opening, door, pane);
  furniture(rect, line, circle, isColoured);
  if (!isColoured) dimensions(line, parts);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200" viewBox="0 0 1600 1200">${patterns()}${parts.join('')}${isColoured ? wallShade() : ''}</svg>`;
}

function openings(
  opening: (x: number, y: number, w: number, h: number, name: Room['name']) => void,
  door: (x: number, y: number, size: number, turn: number, isMirrored?: boolean) => void,
  pane: (x: number, y: number, w: number, h: number) => void,
): void {
  opening(560, 436, WALL, 80, 'hall');
  door(560, 516, 80, -90, true);
  opening(690, 400, 76, WALL, 'bath');
  door(690, 400, 76, 0);
  opening(786, 436, WALL, 84, 'kitchen');
  opening(600, 530, 160, WALL, 'living');
  opening(820, 530, 160, WALL, 'living');
  opening(560, 700, WALL, 84, 'living');
  door(560, 784, 84, -90, true);
  opening(1072, 560, WALL, 260, 'living');
  opening(1300, 480, 86, WALL, 'living');
  door(1386, 480, 86, 0, true);
  opening(300, 876, 72, WALL, 'bath');
  door(300, 892, 72, 180, true);
  opening(430, 876, 100, WALL, 'hall');
  opening(560, 930, WALL, 96, 'living');
  opening(800, 1050, 100, WALL, 'living');
  door(800, 1050, 100, 0);
  opening(1140, 880, 240, WALL, 'balcony');
  pane(1140, 881, 120, 7);
  pane(1260, 888, 120, 7);
  pane(250, 134, 220, WALL);
  pane(630, 134, 100, WALL);
  pane(860, 134, 150, WALL);
  pane(1170, 134, 190, WALL);
  pane(144, 630, WALL, 170);
  pane(144, 930, WALL, 80);
  pane(1440, 600, WALL, 180);
  pane(1110, 1050, 308, WALL);
  pane(600, 1050, 150, WALL);
}

type Rect = (
  x: number,
  y: number,
  w: number,
  h: number,
  r?: number,
  colour?: keyof typeof FILLS,
  width?: number,
) => void;
type Line = (x1: number, y1: number, x2: number, y2: number, width?: number) => void;
type Circle = (x: number, y: number, r: number, colour?: keyof typeof FILLS) => void;

function furniture(rect: Rect, line: Line, circle: Circle, isColoured: boolean): void {
  const bed = (x: number, y: number, w: number, h: number): void => {
    rect(x, y, w, h, 6, 'cloth');
    rect(x + 12, y + 10, w / 2 - 18, 44, 8);
    rect(x + w / 2 + 6, y + 10, w / 2 - 18, 44, 8);
    rect(x, y + h * 0.42, w, h * 0.58, 6, 'accent');
    line(x, y + h * 0.5, x + w, y + h * 0.5);
    rect(x - 52, y, 44, 44, 3, 'wood');
    rect(x + w + 8, y, 44, 44, 3, 'wood');
    circle(x - 30, y + 22, 12);
    circle(x + w + 30, y + 22, 12);
  };
  const wardrobe = (x: number, y: number, w: number, h: number): void => {
    rect(x, y, w, h, 1, 'wood');
    if (w > h) {
      line(x, y + h / 2, x + w, y + h / 2, 1);
      for (let i = x + 12; i < x + w - 6; i += 15) line(i, y + 10, i + 5, y + h - 10, 1);
    } else {
      line(x + w / 2, y, x + w / 2, y + h, 1);
      for (let i = y + 12; i < y + h - 6; i += 15) line(x + 10, i, x + w - 10, i + 5, 1);
    }
  };
  bed(270, 152, 180, 220);
  wardrobe(162, 470, 300, 58);
  bed(1184, 152, 170, 210);
  wardrobe(1090, 420, 190, 58);
  rect(162, 560, 60, 170, 3, 'wood');
  circle(252, 640, 26, 'accent');
  bed(330, 548, 150, 200);
  wardrobe(162, 818, 120, 56);
  bathroom(rect, line, circle);
  rect(804, 152, 62, 376, 1, 'white');
  rect(866, 152, 204, 62, 1, 'white');
  rect(812, 300, 46, 76, 6, 'water');
  rect(812, 420, 46, 92, 3);
  for (const [x, y] of [
    [924, 172],
    [964, 172],
    [924, 196],
    [964, 196],
  ] as const)
    circle(x, y, 9);
  rect(1008, 216, 62, 66, 2);
  line(1008, 249, 1070, 249);
  rect(620, 760, 250, 190, 4, 'rug');
  rect(604, 780, 84, 150, 12, 'cloth');
  rect(604, 780, 24, 150, 8, 'cloth');
  line(628, 855, 688, 855);
  rect(700, 962, 96, 78, 12, 'cloth');
  rect(740, 815, 76, 86, 6, 'wood');
  rect(1030, 770, 40, 240, 2, 'wood');
  rect(1040, 810, 8, 150, 1);
  rect(850, 590, 190, 96, 6, 'wood');
  for (const x of [870, 926, 982]) for (const y of [556, 692]) rect(x, y, 44, 30, 8, 'accent');
  rect(1110, 520, 60, 150, 3, 'wood');
  rect(1186, 566, 50, 54, 14, 'accent');
  rect(1340, 640, 96, 200, 14, 'cloth');
  rect(1408, 640, 28, 200, 8, 'cloth');
  line(1340, 740, 1408, 740);
  circle(1262, 740, 42, 'wood');
  for (const [x, y, r] of [
    [1120, 1010, 28],
    [1400, 1010, 30],
    [1400, 940, 22],
    [1040, 1020, 22],
    [596, 566, 18],
    [1412, 520, 20],
  ] as const) {
    circle(x, y, r, 'green');
    for (let a = 0; a < 8; a++) line(x, y, x + Math.cos(a * 0.785) * r * 0.8, y + Math.sin(a * 0.785) * r * 0.8, 1);
  }
  rect(1200, 960, 60, 60, 16, 'cloth');
  rect(1284, 960, 60, 60, 16, 'cloth');
  rect(410, 1004, 140, 44, 2, 'wood');
  if (isColoured) line(410, 1026, 550, 1026, 1);
}

function bathroom(rect: Rect, line: Line, circle: Circle): void {
  rect(578, 152, 76, 170, 4, 'water');
  rect(588, 162, 56, 150, 26);
  circle(616, 288, 5);
  rect(724, 152, 60, 110, 3, 'wood');
  circle(754, 207, 24, 'water');
  rect(728, 300, 56, 20, 4);
  rect(734, 318, 44, 52, 20);
  rect(162, 894, 90, 154, 2, 'water');
  line(162, 894, 252, 1048, 1);
  line(252, 894, 162, 1048, 1);
  circle(207, 971, 7);
  rect(272, 1006, 60, 42, 4, 'wood');
  circle(302, 1027, 14, 'water');
  rect(346, 1030, 42, 18, 4);
  rect(350, 994, 34, 40, 16);
}

/** Chains of dimensions in millimetres along two sides. */
function dimensions(line: Line, parts: string[]): void {
  const text = (x: number, y: number, value: number, turn = 0): void => {
    parts.push(
      `<text x="${x}" y="${y}" font-family="DejaVu Sans, sans-serif" font-size="17" text-anchor="middle" fill="${INK}" transform="rotate(${turn} ${x} ${y})">${value}</text>`,
    );
  };
  const xs = [152, 568, 794, 1080, 1448];
  line(132, 84, 1468, 84, 1);
  xs.forEach((x, i) => {
    line(x, 64, x, 118, 1);
    line(x - 7, 91, x + 7, 77, 2);
    const next = xs[i + 1];
    if (next) text((x + next) / 2, 76, Math.round((next - x) * 1) * 10);
  });
  const ys = [142, 538, 884, 1058];
  line(94, 122, 94, 1078, 1);
  ys.forEach((y, i) => {
    line(74, y, 128, y, 1);
    line(87, y + 7, 101, y - 7, 2);
    const next = ys[i + 1];
    if (next) text(86, (y + next) / 2, (next - y) * 10, -90);
  });
}

/** Shadow that the walls throw on the floors. */
function wallShade(): string {
  return ROOMS.map(
    (r) => `<path d="M${r.x} ${r.y} h${r.w} v14 h${-r.w + 14} v${r.h - 14} h-14 z" fill="#000" opacity="0.13"/>`,
  ).join('');
}

function patterns(): string {
  const planks = (id: string, base: string, dark: string, light: string): string =>
    `<pattern id="${id}" width="120" height="44" patternUnits="userSpaceOnUse"><rect width="120" height="44" fill="${base}"/><rect y="0" width="70" height="11" fill="${light}"/><rect x="30" y="11" width="90" height="11" fill="${dark}"/><rect x="10" y="33" width="64" height="11" fill="${light}"/><path d="M0 0H120M0 11H120M0 22H120M0 33H120M70 0V11M30 11V22M96 22V33M10 33V44M74 33V44" stroke="#000" stroke-opacity="0.16" stroke-width="1"/></pattern>`;
  const grid = (id: string, size: number, base: string, stroke: string): string =>
    `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse"><rect width="${size}" height="${size}" fill="${base}"/><path d="M0 0H${size}M0 0V${size}" stroke="${stroke}" stroke-width="1.4"/></pattern>`;
  return `<defs><filter id="soft"><feGaussianBlur stdDeviation="14"/></filter>${planks('oak', '#dcc19a', '#d3b58a', '#e4cca8')}${planks('walnut', '#cfae86', '#c49f74', '#d8ba95')}${planks('deck', '#b89a78', '#ab8c69', '#c2a685')}${grid('tile', 26, '#e3e9e8', '#c3cfce')}${grid('stone', 52, '#e4dfd5', '#cdc6b9')}</defs>`;
}

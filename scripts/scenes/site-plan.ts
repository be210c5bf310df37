/** A site plan of a small quarter, as black lines and in colour, with the same geometry. */
import { randomSource } from '../../engine/kernels/trace/noise.ts';

const INK = '#1c1b1a';
const COLOURS = {
  lawn: '#b9c99a',
  meadow: '#a3b884',
  road: '#d5d1c9',
  path: '#efe7d8',
  plaza: '#e3d3bd',
  water: '#a9cdd6',
  roof: '#f7f3ec',
  roofDark: '#c98b6b',
  deck: '#c9a27a',
  tree: '#6f8f58',
  treeLight: '#8aa866',
} as const;

interface Building {
  x: number;
  y: number;
  w: number;
  h: number;
  turn: number;
  storeys: number;
  ridge: boolean;
}

const BUILDINGS: readonly Building[] = [
  { x: 210, y: 250, w: 300, h: 110, turn: 0, storeys: 6, ridge: false },
  { x: 590, y: 230, w: 120, h: 250, turn: 0, storeys: 9, ridge: false },
  { x: 210, y: 450, w: 110, h: 260, turn: 0, storeys: 6, ridge: false },
  { x: 400, y: 600, w: 210, h: 100, turn: 0, storeys: 4, ridge: true },
  { x: 1030, y: 230, w: 180, h: 120, turn: 0, storeys: 3, ridge: true },
  { x: 1280, y: 230, w: 180, h: 120, turn: 0, storeys: 3, ridge: true },
  { x: 1030, y: 430, w: 180, h: 120, turn: 0, storeys: 3, ridge: true },
  { x: 1280, y: 430, w: 180, h: 120, turn: 0, storeys: 3, ridge: true },
  { x: 1150, y: 930, w: 300, h: 120, turn: -12, storeys: 2, ridge: false },
  { x: 200, y: 960, w: 260, h: 110, turn: 8, storeys: 5, ridge: false },
];

/** @returns SVG of the site, 1600 × 1200. */
export function sitePlan({ isColoured }: { isColoured: boolean }): string {
  const fill = (name: keyof typeof COLOURS): string => (isColoured ? COLOURS[name] : '#ffffff');
  const thin = isColoured ? 1.2 : 1.6;
  const parts: string[] = [];
  const shape = (path: string, colour: keyof typeof COLOURS, width = 2.2): void => {
    parts.push(
      `<path d="${path}" fill="${fill(colour)}" stroke="${INK}" stroke-width="${isColoured ? width * 0.6 : width}"/>`,
    );
  };
  parts.push(`<rect width="1600" height="1200" fill="${fill('lawn')}"/>`);
  shape('M-10 96 H1610 V172 H-10 Z', 'road', 3);
  shape('M820 172 H896 V1210 H820 Z', 'road', 3);
  shape('M896 640 H1610 V704 H896 Z', 'road', 3);
  for (const [x1, y1, x2, y2] of [
    [0, 134, 1600, 134],
    [858, 190, 858, 1200],
    [910, 672, 1600, 672],
  ] as const) {
    parts.push(
      `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${isColoured ? '#ffffff' : INK}" stroke-width="2" stroke-dasharray="26 20"/>`,
    );
  }
  shape('M60 172 V1210 H96 V172 Z', 'path', 1.6);
  shape(
    'M96 760 C 260 720 420 780 560 750 S 740 700 820 720 V756 C 740 740 660 780 570 790 S 260 760 96 800 Z',
    'path',
    1.6,
  );
  shape(
    'M896 830 C 1010 800 1090 860 1210 826 S 1440 800 1610 840 V872 C 1440 834 1330 850 1220 860 S 1010 836 896 866 Z',
    'path',
    1.6,
  );
  shape('M380 400 H560 V560 H380 Z', 'plaza');
  for (let x = 410; x < 560; x += 30)
    parts.push(`<line x1="${x}" y1="400" x2="${x}" y2="560" stroke="${INK}" stroke-width="0.7" opacity="0.55"/>`);
  for (let y = 430; y < 560; y += 30)
    parts.push(`<line x1="380" y1="${y}" x2="560" y2="${y}" stroke="${INK}" stroke-width="0.7" opacity="0.55"/>`);
  shape(
    'M540 870 C 600 820 720 850 760 930 C 790 1010 740 1110 640 1120 C 560 1126 520 1070 540 1010 C 552 960 500 920 540 870 Z',
    'water',
    2.6,
  );
  for (const k of [0.86, 0.72]) {
    parts.push(
      `<path transform="translate(${650 * (1 - k)} ${980 * (1 - k)}) scale(${k})" d="M540 870 C 600 820 720 850 760 930 C 790 1010 740 1110 640 1120 C 560 1126 520 1070 540 1010 C 552 960 500 920 540 870 Z" fill="none" stroke="${isColoured ? '#ffffff' : INK}" stroke-width="1.2" opacity="${isColoured ? 0.7 : 0.8}"/>`,
    );
  }
  shape('M470 1000 L566 984 L570 1014 L474 1030 Z', 'deck', 1.8);
  shape('M930 190 H980 V600 H930 Z', 'path', 1.4);
  for (let i = 0; i < 11; i++) shape(`M${1000 + i * 50} 584 h40 v46 h-40 z`, 'road', 1.6);
  for (const b of BUILDINGS) building(parts, b, isColoured, fill);
  trees(parts, isColoured, fill, thin);
  parts.push(
    `<g transform="translate(1500 1090)" fill="none" stroke="${INK}" stroke-width="2"><circle r="40"/><path d="M0 -54 L15 26 L0 12 L-15 26 Z" fill="${INK}"/></g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200" viewBox="0 0 1600 1200"><defs><radialGradient id="crown" cx="0.36" cy="0.34" r="0.75"><stop offset="0" stop-color="#fff" stop-opacity="0.34"/><stop offset="1" stop-color="#000" stop-opacity="0.2"/></radialGradient></defs>${parts.join('')}</svg>`;
}

/** A roof with parapet or ridge, its storeys as a number, and in colour its shadow. */
function building(
  parts: string[],
  b: Building,
  isColoured: boolean,
  fill: (name: keyof typeof COLOURS) => string,
): void {
  const turn = `rotate(${b.turn} ${b.x + b.w / 2} ${b.y + b.h / 2})`;
  if (isColoured) {
    const s = 7 + b.storeys * 5;
    const { x, y, w, h } = b;
    parts.push(
      `<path transform="${turn}" d="M${x} ${y} H${x + w} L${x + w + s} ${y + s} V${y + h + s} H${x + s} L${x} ${y + h} Z" fill="#23301d" opacity="0.38"/>`,
    );
  }
  const roof = fill(b.ridge ? 'roofDark' : 'roof');
  let inner = `<rect x="${b.x}" y="${b.y}" width="${b.w}" height="${b.h}" fill="${roof}" stroke="${INK}" stroke-width="4"/>`;
  if (b.ridge) {
    const r = b.h / 2;
    const middle = b.y + r;
    inner += `<path d="M${b.x} ${b.y} L${b.x + r} ${middle} H${b.x + b.w - r} L${b.x + b.w} ${b.y} M${b.x} ${b.y + b.h} L${b.x + r} ${middle} M${b.x + b.w} ${b.y + b.h} L${b.x + b.w - r} ${middle}" fill="none" stroke="${INK}" stroke-width="1.6"/>`;
    if (isColoured)
      inner += `<path d="M${b.x} ${b.y + b.h} L${b.x + r} ${middle} H${b.x + b.w - r} L${b.x + b.w} ${b.y + b.h} Z" fill="#000" opacity="0.16"/>`;
  } else {
    inner += `<rect x="${b.x + 9}" y="${b.y + 9}" width="${b.w - 18}" height="${b.h - 18}" fill="none" stroke="${INK}" stroke-width="1.4"/>`;
    inner += `<rect x="${b.x + b.w * 0.58}" y="${b.y + b.h * 0.3}" width="34" height="30" fill="${roof}" stroke="${INK}" stroke-width="1.6"/>`;
  }
  inner += `<text x="${b.x + 34}" y="${b.y + b.h - 22}" font-family="DejaVu Sans, sans-serif" font-size="24" fill="${INK}" text-anchor="middle">${b.storeys}</text>`;
  parts.push(`<g transform="${turn}">${inner}</g>`);
}

function trees(
  parts: string[],
  isColoured: boolean,
  fill: (name: keyof typeof COLOURS) => string,
  width: number,
): void {
  const random = randomSource(41);
  const spots: [number, number, number][] = [];
  for (let x = 40; x < 1600; x += 74) {
    spots.push([x, 66, 24]);
    if (Math.abs(x - 858) > 60) spots.push([x + 20, 204, 20]);
  }
  for (let y = 260; y < 1180; y += 72) {
    spots.push([800, y, 20]);
    if (Math.abs(y - 672) > 60 && Math.abs(y - 850) > 40) spots.push([916, y + 20, 18]);
  }
  const isFree = (x: number, y: number): boolean =>
    BUILDINGS.every((b) => x < b.x - 46 || x > b.x + b.w + 54 || y < b.y - 46 || y > b.y + b.h + 60) &&
    !(x > 360 && x < 585 && y > 380 && y < 590) &&
    !(x > 470 && x < 800 && y > 820 && y < 1150) &&
    !(x > 915 && y > 570 && y < 720) &&
    !(y > 690 && y < 890) &&
    x > 120 &&
    (x < 770 || x > 1000);
  for (let k = 0; k < 900 && spots.length < 190; k++) {
    const x = 20 + random() * 1560;
    const y = 215 + random() * 970;
    const r = 15 + random() * 15;
    if (isFree(x, y) && spots.every(([sx, sy, sr]) => Math.hypot(sx - x, sy - y) > (sr + r) * 0.92))
      spots.push([x, y, r]);
  }
  for (const spot of spots)
    treeSymbol(parts, spot, { isColoured, width, colour: () => fill(random() < 0.6 ? 'tree' : 'treeLight') });
}

function treeSymbol(
  parts: string[],
  [x, y, r]: readonly [number, number, number],
  { isColoured, width, colour }: { isColoured: boolean; width: number; colour: () => string },
): void {
  const [px, py] = [x.toFixed(1), y.toFixed(1)];
  if (isColoured) {
    parts.push(
      `<circle cx="${(x + r * 0.45).toFixed(1)}" cy="${(y + r * 0.45).toFixed(1)}" r="${r.toFixed(1)}" fill="#23301d" opacity="0.3"/>`,
    );
    parts.push(
      `<circle cx="${px}" cy="${py}" r="${r.toFixed(1)}" fill="${colour()}" stroke="${INK}" stroke-width="${width * 0.6}"/><circle cx="${px}" cy="${py}" r="${r.toFixed(1)}" fill="url(#crown)"/>`,
    );
  } else {
    parts.push(
      `<circle cx="${px}" cy="${py}" r="${r.toFixed(1)}" fill="#ffffff" stroke="${INK}" stroke-width="${width}"/>`,
    );
  }
  let rays = '';
  for (let i = 0; i < 8; i++) {
    const a = (i * Math.PI) / 4 + r;
    rays += `M${px} ${py} L${(x + Math.cos(a) * r * 0.78).toFixed(1)} ${(y + Math.sin(a) * r * 0.78).toFixed(1)} `;
  }
  parts.push(
    `<path d="${rays}" stroke="${INK}" stroke-width="${isColoured ? 0.5 : 1}" opacity="${isColoured ? 0.5 : 1}"/>`,
  );
}

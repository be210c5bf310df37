/** Plans of flats and houses as line drawings, from rooms, openings and furniture. 100 points are one metre. */

const ink = '#1c1b1a';
const wall = 14;

type Side = 'n' | 'e' | 's' | 'w';
type Piece = 'bed' | 'single' | 'wardrobe' | 'sofa' | 'tv' | 'table' | 'round' | 'kitchen' | 'tub' | 'shower' | 'wash';
type MorePieces = 'toilet' | 'desk' | 'shelf' | 'chairs' | 'plant' | 'bench' | 'stair';

export interface FlatRoom {
  /** Left, top, width, height inside its walls. */
  at: readonly [number, number, number, number];
  /** Pieces with their wall, and their offset along it from its middle. */
  pieces?: ReadonlyArray<readonly [Piece | MorePieces, Side, number?, number?]>;
}

export interface Flat {
  rooms: readonly FlatRoom[];
  /** Openings in walls: left, top, length, `h` for a level wall; a door's hinge side and swing, or none for a passage. */
  doors: ReadonlyArray<readonly [number, number, number, 'h' | 'v', ('a' | 'b' | 'c' | 'd')?]>;
  windows: ReadonlyArray<readonly [number, number, number, 'h' | 'v']>;
}

/** @returns SVG of 1280 × 960, black lines on white. */
export function drawFlat({ rooms, doors, windows }: Flat): string {
  const parts: string[] = ['<rect width="1280" height="960" fill="#fff"/>'];
  for (const { at } of rooms) {
    const [x, y, w, h] = at;
    parts.push(
      `<rect x="${x - wall}" y="${y - wall}" width="${w + 2 * wall}" height="${h + 2 * wall}" fill="${ink}"/>`,
    );
  }
  for (const { at } of rooms) {
    const [x, y, w, h] = at;
    parts.push(`<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#fff"/>`);
  }
  for (const [x, y, length, way, swing] of doors) parts.push(doorAt(x, y, length, way, swing));
  for (const [x, y, length, way] of windows) parts.push(windowAt(x, y, length, way));
  for (const room of rooms) for (const piece of room.pieces ?? []) parts.push(place(room, piece));
  parts.push(...dimensions(rooms));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="960" viewBox="0 0 1280 960">${parts.join('')}</svg>`;
}

function doorAt(x: number, y: number, length: number, way: 'h' | 'v', swing?: 'a' | 'b' | 'c' | 'd'): string {
  const [w, h] = way === 'h' ? [length, wall] : [wall, length];
  const gap = `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#fff"/>`;
  if (!swing) return gap;
  // a, b: hinge at the start, opening to one side or the other; c, d: hinge at the end.
  const isEnd = swing === 'c' || swing === 'd';
  const isFar = swing === 'b' || swing === 'd';
  const hinge =
    way === 'h' ? [isEnd ? x + length : x, isFar ? y + wall : y] : [isFar ? x + wall : x, isEnd ? y + length : y];
  const along = isEnd ? -1 : 1;
  const off = isFar ? 1 : -1;
  const [ax, ay] = way === 'h' ? [hinge[0]! + along * length, hinge[1]!] : [hinge[0]!, hinge[1]! + along * length];
  const [bx, by] = way === 'h' ? [hinge[0]!, hinge[1]! + off * length] : [hinge[0]! + off * length, hinge[1]!];
  const sweep = along * off > 0 === (way === 'h') ? 1 : 0;
  return (
    gap +
    `<path d="M${hinge[0]} ${hinge[1]} L${bx} ${by}" stroke="${ink}" stroke-width="4"/>` +
    `<path d="M${hinge[0]} ${hinge[1]} L${ax} ${ay} A${length} ${length} 0 0 ${sweep} ${bx} ${by}" fill="none" stroke="${ink}" stroke-width="1.2"/>`
  );
}

function windowAt(x: number, y: number, length: number, way: 'h' | 'v'): string {
  const [w, h] = way === 'h' ? [length, wall] : [wall, length];
  const middle = way === 'h' ? `M${x} ${y + wall / 2} h${length}` : `M${x + wall / 2} ${y} v${length}`;
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#fff" stroke="${ink}" stroke-width="2"/><path d="${middle}" stroke="${ink}" stroke-width="1.4"/>`;
}

const box = (x: number, y: number, w: number, h: number, r = 2): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="#fff" stroke="${ink}" stroke-width="2"/>`;
const ring = (x: number, y: number, r: number): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="#fff" stroke="${ink}" stroke-width="2"/>`;
const stroke = (path: string): string => `<path d="${path}" fill="none" stroke="${ink}" stroke-width="1.4"/>`;

/** Pieces with their back on y = 0 and their middle on x = 0; the number is a length where it may vary. */
const pieces: Readonly<Record<Piece | MorePieces, (length: number) => string>> = {
  bed: (w = 180) =>
    box(-w / 2, 2, w, 205, 6) +
    box(-w / 2 + 10, 12, w / 2 - 16, 42, 8) +
    box(6, 12, w / 2 - 16, 42, 8) +
    stroke(`M${-w / 2} 90 H${w / 2} M${-w / 2} 108 H${w / 2}`) +
    box(-w / 2 - 50, 2, 44, 42) +
    box(w / 2 + 6, 2, 44, 42) +
    ring(-w / 2 - 28, 23, 12) +
    ring(w / 2 + 28, 23, 12),
  single: () => box(-55, 2, 110, 200, 6) + box(-42, 12, 84, 38, 8) + stroke('M-55 84 H55 M-55 100 H55'),
  wardrobe: (w = 200) => {
    let lines = `M${-w / 2} 30 H${w / 2}`;
    for (let x = -w / 2 + 12; x < w / 2 - 8; x += 15) lines += ` M${x} 10 l5 40`;
    return box(-w / 2, 2, w, 58, 1) + stroke(lines);
  },
  sofa: (w = 230) =>
    box(-w / 2, 4, w, 92, 12) +
    box(-w / 2, 4, w, 24, 8) +
    stroke(`M${-w / 6} 28 V96 M${w / 6} 28 V96`) +
    box(-w / 2 + 30, 132, w - 60, 66, 6),
  tv: (w = 200) => box(-w / 2, 2, w, 38) + box(-w / 2 + 40, 10, w - 80, 8, 1),
  table: (w = 180) =>
    [-w / 4 - 22, w / 4 - 22].map((x) => box(x, 2, 44, 34, 8) + box(x, 124, 44, 34, 8)).join('') +
    box(-w / 2, 34, w, 92, 4),
  round: () =>
    [0, 1, 2, 3].map((i) => ring(70 * Math.cos(i * 1.571 + 0.78), 95 + 70 * Math.sin(i * 1.571 + 0.78), 20)).join('') +
    ring(0, 95, 58),
  kitchen: (w = 260) =>
    box(-w / 2, 2, w, 60, 1) +
    box(-w / 2 + 20, 12, 76, 40, 6) +
    [0, 1].map((i) => ring(w / 2 - 90 + i * 42, 32, 14)).join('') +
    box(w / 2 - 34, 4, 32, 56, 1),
  tub: () => box(-85, 2, 170, 76, 4) + box(-75, 10, 150, 60, 28) + ring(-54, 40, 5),
  shower: () => box(-48, 2, 96, 96) + stroke('M-48 2 L48 98 M48 2 L-48 98') + ring(0, 50, 7),
  wash: (w = 90) => box(-w / 2, 2, w, 52, 4) + ring(0, 28, 19),
  toilet: () => box(-24, 2, 48, 20, 4) + box(-20, 20, 40, 50, 19),
  desk: (w = 140) => box(-w / 2, 2, w, 62) + box(-26, 70, 52, 46, 12) + box(-30, 14, 60, 8, 1),
  shelf: (w = 160) => {
    let lines = '';
    for (let x = -w / 2 + 26; x < w / 2 - 10; x += 26) lines += `M${x} 2 V34 `;
    return box(-w / 2, 2, w, 32, 1) + stroke(lines);
  },
  chairs: () => box(-80, 10, 62, 62, 14) + box(18, 10, 62, 62, 14) + ring(0, 92, 20),
  plant: () =>
    ring(0, 30, 26) +
    stroke(
      [0, 1, 2, 3, 4, 5, 6, 7]
        .map((i) => `M0 30 l${(22 * Math.cos(i * 0.785)).toFixed(1)} ${(22 * Math.sin(i * 0.785)).toFixed(1)}`)
        .join(' '),
    ),
  bench: (w = 150) => box(-w / 2, 2, w, 42, 2) + stroke(`M${-w / 2} 23 H${w / 2}`),
  stair: (w = 250) => {
    let lines = '';
    for (let x = -w / 2 + 25; x < w / 2; x += 25) lines += `M${x} 0 V95 `;
    return box(-w / 2, 0, w, 95, 0) + stroke(`${lines} M${-w / 2 + 10} 48 H${w / 2 - 14} m-12 -7 l12 7 l-12 7`);
  },
};

function place(
  { at: [x, y, w, h] }: FlatRoom,
  [piece, side, off = 0, length]: NonNullable<FlatRoom['pieces']>[number],
): string {
  const spots: Readonly<Record<Side, readonly [number, number, number]>> = {
    n: [x + w / 2 + off, y, 0],
    s: [x + w / 2 + off, y + h, 180],
    w: [x, y + h / 2 + off, -90],
    e: [x + w, y + h / 2 + off, 90],
  };
  const [px, py, turn] = spots[side];
  // A missing length takes the piece's own.
  return `<g transform="translate(${px} ${py}) rotate(${turn})">${pieces[piece](length as number)}</g>`;
}

/** Chains of dimensions in millimetres above and to the left. */
function dimensions(rooms: readonly FlatRoom[]): string[] {
  const edges = (along: 0 | 1): number[] => {
    const near = Math.min(...rooms.map(({ at }) => at[1 - along]!));
    const row = rooms.filter(({ at }) => at[1 - along]! < near + 60);
    return [...new Set(row.flatMap(({ at }) => [at[along]! - wall / 2, at[along]! + at[along + 2]! + wall / 2]))].sort(
      (a, b) => a - b,
    );
  };
  const parts: string[] = [];
  const [xs, ys] = [edges(0), edges(1)];
  const top = Math.min(...rooms.map(({ at }) => at[1])) - 56;
  const left = Math.min(...rooms.map(({ at }) => at[0])) - 56;
  const text = (x: number, y: number, metres: number, turn: number) =>
    `<text x="${x}" y="${y}" font-family="DejaVu Sans, sans-serif" font-size="15" text-anchor="middle" fill="${ink}" transform="rotate(${turn} ${x} ${y})">${Math.round(metres) * 10}</text>`;
  for (const [i, x] of xs.entries()) {
    parts.push(stroke(`M${x} ${top - 12} v34 M${x - 6} ${top + 6} l12 -12`));
    const next = xs[i + 1];
    if (next && next - x > 60) parts.push(stroke(`M${x} ${top} H${next}`), text((x + next) / 2, top - 8, next - x, 0));
  }
  for (const [i, y] of ys.entries()) {
    parts.push(stroke(`M${left - 12} ${y} h34 M${left - 6} ${y + 6} l12 -12`));
    const next = ys[i + 1];
    if (next && next - y > 60)
      parts.push(stroke(`M${left} ${y} V${next}`), text(left - 8, (y + next) / 2, next - y, -90));
  }
  return parts;
}

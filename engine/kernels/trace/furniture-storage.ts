/** Cabinets and shelves; depth about the origin, front towards -z. Metres. */
import { board, type FurnitureKit, legs } from './furniture-parts.ts';
import { Mesh } from './mesh.ts';

export interface CabinetForm {
  width: number;
  depth: number;
  height: number;
  /** Doors or drawer columns. */
  columns: number;
  /** Drawer rows in each column; 1 gives doors. */
  rows: number;
  /** Clear height under the body. */
  base: number;
  front: 'paint' | 'wood' | 'slats' | 'glass';
  top?: number;
}

/** Body with fronts, shadow gaps and handles: sideboard, media unit, chest, shoe cupboard, wardrobe. */
export function cabinet(kit: FurnitureKit, form: CabinetForm): Mesh {
  const mesh = new Mesh();
  const { width, depth, height, columns, rows, base } = form;
  const w = width / 2;
  const d = depth / 2;
  legs(mesh, kit, width - 0.12, depth - 0.08, base + 0.005);
  board(mesh, kit.wood, [-w, base, -d + 0.02], [w, height, d], 0.006);
  mesh.box(kit.black, -w + 0.012, base + 0.012, -d + 0.012, w - 0.012, height - 0.014, -d + 0.021);
  if (form.top !== undefined)
    board(mesh, form.top, [-w - 0.012, height, -d - 0.008], [w + 0.012, height + 0.022, d], 0.006);
  const wide = (width - 0.024) / columns;
  const high = (height - base - 0.026) / rows;
  for (let c = 0; c < columns; c++) {
    for (let r = 0; r < rows; r++) {
      const x0 = -w + 0.012 + c * wide + 0.002;
      const y0 = base + 0.013 + r * high + 0.002;
      addFront(mesh, kit, form, { x0, y0, x1: x0 + wide - 0.004, y1: y0 + high - 0.004, column: c });
    }
  }
  return mesh;
}

/** A door or drawer: its lower left and upper right corner, metres, and its column. */
interface Front {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  column: number;
}

function addFront(mesh: Mesh, kit: FurnitureKit, form: CabinetForm, front: Front): void {
  const { x0, y0, x1, y1 } = front;
  const z = -form.depth / 2;
  if (form.front === 'slats') {
    board(mesh, kit.woodDeep, [x0, y0, z + 0.006], [x1, y1, z + 0.02], 0.002);
    const count = Math.max(6, Math.round((x1 - x0) / 0.034));
    for (let i = 0; i < count; i++) {
      const x = x0 + ((x1 - x0) * (i + 0.18)) / count;
      mesh.box(kit.wood, x, y0, z - 0.004, x + ((x1 - x0) / count) * 0.64, y1, z + 0.01);
    }
    return;
  }
  board(mesh, form.front === 'wood' ? kit.wood : kit.paint, [x0, y0, z], [x1, y1, z + 0.02], 0.004);
  if (kit.shape === 'classic') {
    // Raised panel.
    board(mesh, kit.paint, [x0 + 0.05, y0 + 0.05, z - 0.008], [x1 - 0.05, y1 - 0.05, z + 0.004], 0.007);
  }
  if (form.rows > 1) {
    mesh.box(kit.metal, (x0 + x1) / 2 - 0.06, y1 - 0.045, z - 0.016, (x0 + x1) / 2 + 0.06, y1 - 0.034, z);
  } else addHandle(mesh, kit, front, z);
}

/** Handle of a door, a knob in timber; doors of odd columns open to the left. */
function addHandle(mesh: Mesh, kit: FurnitureKit, { x0, y0, x1, y1, column }: Front, z: number): void {
  if (kit.shape === 'timber') {
    const x = column % 2 === 0 ? x1 - 0.03 : x0 + 0.03;
    mesh.bar(kit.metal, [x, (y0 + y1) / 2, z], [x, (y0 + y1) / 2, z - 0.012], 0.026, 0.026, 18, true);
    return;
  }
  const x = column % 2 === 0 ? x1 - 0.035 : x0 + 0.035;
  const long = Math.min(0.24, (y1 - y0) * 0.3);
  mesh.bar(
    kit.metal,
    [x, (y0 + y1) / 2 - long / 2, z - 0.02],
    [x, (y0 + y1) / 2 + long / 2, z - 0.02],
    0.006,
    0.006,
    8,
    true,
  );
}

/** Full-height wardrobe, one bay open with hanging clothes when `isOpen`. */
export function wardrobe(kit: FurnitureKit, width: number, height: number, isOpen = false): Mesh {
  const columns = Math.max(2, Math.round(width / 0.5));
  if (!isOpen) {
    return cabinet(
      { ...kit, legs: 'plinth' },
      { width, depth: 0.6, height, columns, rows: 1, base: 0.07, front: kit.shape === 'timber' ? 'wood' : 'paint' },
    );
  }
  const mesh = new Mesh();
  const w = width / 2;
  mesh.box(kit.woodDeep, -w, 0, -0.26, w, 0.07, 0.3);
  board(mesh, kit.wood, [-w, 0.07, 0.28], [w, height, 0.3], 0.003);
  for (let i = 0; i <= columns / 2; i++) {
    const x = -w + (width * i) / (columns / 2);
    board(mesh, kit.wood, [Math.max(-w, x - 0.012), 0.07, -0.3], [Math.min(w, x + 0.012), height, 0.3], 0.003);
  }
  for (const y of [0.07, 0.5, height - 0.42, height - 0.02])
    board(mesh, kit.wood, [-w, y, -0.29], [w, y + 0.022, 0.3], 0.003);
  const cloths = [...kit.accents, kit.cloth, kit.bedding, kit.leather, kit.seam];
  for (let bay = 0; bay < columns / 2; bay++) {
    const x0 = -w + (width * bay) / (columns / 2) + 0.05;
    const x1 = -w + (width * (bay + 1)) / (columns / 2) - 0.05;
    mesh.bar(kit.metal, [x0 - 0.04, height - 0.5, 0], [x1 + 0.04, height - 0.5, 0], 0.012, 0.012, 8);
    for (let x = x0, k = bay * 5; x < x1 - 0.03; k++) {
      const thick = 0.035 + (0.02 * ((k * 37) % 5)) / 4;
      const low = (bay % 2 === 0 ? 0.75 : 1.05) + 0.07 * ((k * 53) % 6);
      mesh.roundBox(
        cloths[(k * 3) % cloths.length]!,
        x,
        Math.min(low, height - 0.9),
        -0.22,
        x + thick,
        height - 0.53,
        0.2,
        0.016,
      );
      x += thick + 0.012;
    }
    for (let k = 0; k < 3; k++)
      board(
        mesh,
        cloths[(k + bay) % cloths.length]!,
        [x0 + 0.02, 0.525 + k * 0.05, -0.2],
        [x0 + 0.36, 0.57 + k * 0.05, 0.2],
        0.018,
      );
    board(mesh, kit.paint, [x0 - 0.035, 0.1, -0.3], [x1 + 0.035, 0.48, -0.28], 0.004);
    board(
      mesh,
      kit.accents[bay % kit.accents.length]!,
      [x0, height - 0.395, -0.22],
      [x0 + 0.3, height - 0.17, 0.2],
      0.01,
    );
  }
  return mesh;
}

/** Open shelves with books, vessels and boxes. */
export function bookcase(kit: FurnitureKit, width: number, height: number, rows: number, isFull: boolean): Mesh {
  const mesh = new Mesh();
  const w = width / 2;
  const d = 0.16;
  for (const x of [-w, w - 0.026]) board(mesh, kit.wood, [x, 0, -d], [x + 0.026, height, d], 0.004);
  board(mesh, kit.wood, [-w, 0.04, d - 0.012], [w, height, d], 0.002);
  const columns = Math.max(1, Math.round(width / 0.75));
  for (let c = 1; c < columns; c++) {
    const x = -w + (width * c) / columns;
    board(mesh, kit.wood, [x - 0.012, 0.04, -d], [x + 0.012, height, d], 0.003);
  }
  const books: Books = { mesh, covers: [...kit.accents, kit.bedding, kit.leather, kit.paint, kit.woodDeep], d };
  for (let r = 0; r <= rows; r++) {
    const y = 0.04 + ((height - 0.066) * r) / rows;
    board(mesh, kit.wood, [-w, y, -d], [w, y + 0.024, d], 0.003);
    if (r === rows) break;
    const clear = (height - 0.066) / rows - 0.03;
    for (let c = 0; c < columns; c++) {
      const start = r * 7 + c * 3;
      if (!isFull && start % 4 === 1) continue;
      const bay = [-w + (width * c) / columns + 0.035, -w + (width * (c + 1)) / columns - 0.03] as const;
      fillBay(books, kit, bay, { y, clear, start });
    }
  }
  return mesh;
}

/** A vessel, or books over all of a bay or three fifths of it; `start` chooses. */
function fillBay(
  books: Books,
  kit: FurnitureKit,
  [x0, x1]: readonly [number, number],
  { y, clear, start }: { y: number; clear: number; start: number },
): void {
  if (start % 5 === 3) addVessel(books.mesh, start % 2 ? kit.ceramic : kit.pot, (x0 + x1) / 2, { y, clear });
  else {
    const to = start % 3 === 0 ? x1 : x0 + (x1 - x0) * 0.62;
    addBooks(books, [x0, to], { y: y + 0.024, clear, start });
  }
}

/** A vessel on the shelf at `y`, cut at the height that is clear; metres. */
function addVessel(mesh: Mesh, material: number, x: number, { y, clear }: { y: number; clear: number }): void {
  mesh.lathe(
    material,
    x,
    0,
    [
      [0.05, y + 0.024],
      [0.09, y + 0.09],
      [0.075, y + 0.17],
      [0.03, y + 0.21],
      [0.036, y + 0.24],
    ].map(([a, b]) => [a!, Math.min(b!, y + clear)] as const),
    20,
  );
}

interface Books {
  mesh: Mesh;
  covers: readonly number[];
  /** Half the depth of the shelf, metres. */
  d: number;
}

/** A row of books; `start` chooses their covers and sizes. */
function addBooks(
  { mesh, covers, d }: Books,
  [from, to]: readonly [number, number],
  { y, clear, start }: { y: number; clear: number; start: number },
): void {
  for (let x = from, k = start; x < to - 0.03; k++) {
    const thick = 0.018 + ((k * 37) % 11) * 0.0024;
    const high = Math.min(clear - 0.02, 0.19 + ((k * 53) % 7) * 0.013);
    board(mesh, covers[(k * 5) % covers.length]!, [x, y, -d + 0.03], [x + thick - 0.0015, y + high, d - 0.06], 0.003);
    x += thick;
  }
}

/** Kitchen line: base units with counter, sink, hob, hood and wall units; 0.6 m deep. */
export function kitchenLine(kit: FurnitureKit, width: number, hasWallUnits: boolean, hasTall: boolean): Mesh {
  const mesh = new Mesh();
  const low = { ...kit, legs: 'plinth' as const };
  const tall = hasTall ? 0.7 : 0;
  const run = width - tall;
  const units = new Mesh();
  units.append(
    cabinet(low, {
      width: run,
      depth: 0.58,
      height: 0.86,
      columns: Math.max(2, Math.round(run / 0.55)),
      rows: 1,
      base: 0.1,
      front: 'paint',
    }),
    -tall / 2,
    0,
    0.01,
  );
  mesh.append(units, 0, 0, 0);
  const x0 = -width / 2;
  board(mesh, kit.stone, [x0, 0.86, -0.31], [x0 + run, 0.9, 0.3], 0.006);
  mesh.box(kit.stone, x0, 0.9, 0.285, x0 + run, 1.45, 0.298);
  const sink = x0 + run * 0.28;
  mesh.box(kit.black, sink - 0.28, 0.899, -0.2, sink + 0.28, 0.902, 0.16);
  mesh.box(kit.chrome, sink - 0.27, 0.9, -0.19, sink + 0.27, 0.904, -0.17);
  mesh.bar(kit.chrome, [sink, 0.9, 0.2], [sink, 1.2, 0.2], 0.013, 0.012, 12);
  mesh.bar(kit.chrome, [sink, 1.2, 0.2], [sink, 1.2, 0], 0.012, 0.011, 12, true);
  mesh.bar(kit.chrome, [sink, 1.2, 0.005], [sink, 1.14, 0.005], 0.011, 0.011, 12, true);
  const hob = x0 + run * 0.72;
  board(mesh, kit.black, [hob - 0.36, 0.9, -0.22], [hob + 0.36, 0.907, 0.2], 0.002);
  for (const x of [-0.18, 0.18])
    mesh.lathe(
      kit.chrome,
      hob + x,
      0,
      [
        [0.1, 0.907],
        [0.1, 0.92],
        [0.06, 0.92],
      ],
      24,
    );
  if (hasWallUnits) {
    const hang = (from: number, to: number) => {
      if (to - from < 0.3) return;
      mesh.append(
        cabinet(
          { ...kit, legs: 'plinth' },
          {
            width: to - from,
            depth: 0.34,
            height: 0.72,
            columns: Math.max(1, Math.round((to - from) / 0.5)),
            rows: 1,
            base: 0,
            front: kit.shape === 'timber' ? 'wood' : 'paint',
          },
        ),
        (from + to) / 2,
        1.5,
        0.13,
      );
    };
    hang(x0, hob - 0.4);
    hang(hob + 0.4, x0 + run);
  }
  board(mesh, kit.chrome, [hob - 0.38, 1.5, -0.12], [hob + 0.38, 1.56, 0.28], 0.006);
  mesh.box(kit.chrome, hob - 0.14, 1.56, 0.02, hob + 0.14, 2.22, 0.28);
  if (hasTall) {
    mesh.append(
      cabinet(low, { width: tall - 0.01, depth: 0.6, height: 2.22, columns: 1, rows: 1, base: 0.1, front: 'paint' }),
      width / 2 - tall / 2,
      0,
      0,
    );
    board(mesh, kit.black, [width / 2 - tall + 0.06, 1.0, -0.312], [width / 2 - 0.06, 1.45, -0.3], 0.006);
  }
  return mesh;
}

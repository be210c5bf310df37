import { expect, test } from 'vitest';
import { PointerGestures } from '../../../canvas/pointer-gestures';
import type { PointerInput } from '../../../canvas/pointer-input';
import { Board } from './board';
import { BoardTools } from './board-tools';
import { floodFill } from './flood-fill';
import { KeyDrawing } from './key-drawing';
import type { Drawing } from './marks';
import type { Surface } from './raster';
import { starters } from './starters';

/** A board with a surface that says which drawing it shows; the view is paper pixels, shifted by nothing. */
function createDesk() {
  const board = new Board();
  board.resize({ width: 1024 + 24, height: 768 + 24 });
  const shown: { drawing: Drawing; pieces: number } = { drawing: [], pieces: 0 };
  const surface: Surface = {
    show: (drawing) => {
      shown.drawing = drawing;
    },
    adopt: (drawing) => {
      shown.drawing = drawing;
    },
    dot: () => undefined,
    piece: () => {
      shown.pieces += 1;
    },
  };
  board.attach(surface);
  let changes = 0;
  board.onDrawn = () => {
    changes += 1;
  };
  const pointers = new PointerGestures(board, new BoardTools(board));
  const at = (x: number, y: number, more: Partial<PointerInput> = {}, pressure?: number): PointerInput => ({
    id: 1,
    kind: 'mouse',
    ...more,
    at: [{ x: x + 12, y: y + 12, pressure }],
  });
  const drag = (points: readonly (readonly [number, number])[], more: Partial<PointerInput> = {}) => {
    for (const [index, [x, y]] of points.entries())
      if (index === 0) pointers.down(at(x, y, more));
      else pointers.move(at(x, y, more));
    pointers.up({ id: more.id ?? 1 });
  };
  return { board, shown, pointers, at, drag, changes: () => changes };
}

const state = (board: Board) => board.getSnapshot();

test('a stroke is painted while it is drawn and kept as one mark', () => {
  const { board, shown, drag, changes } = createDesk();
  drag([
    [100, 100],
    [140, 120],
    [200, 110],
    [260, 180],
  ]);
  expect(board.drawing).toMatchObject([{ kind: 'stroke', isEraser: false, colour: state(board).colour }]);
  expect(shown.drawing).toBe(board.drawing);
  expect(shown.pieces).toBe(3);
  expect(changes()).toBeGreaterThan(2);
});

test('a hundred and fifty strokes can be taken back and brought again', () => {
  const { board, shown, drag } = createDesk();
  for (let index = 0; index < 150; index += 1)
    drag([
      [index * 4, 10],
      [index * 4 + 3, 300],
    ]);
  const all = board.drawing;
  for (let index = 0; index < 150; index += 1) board.undo();
  expect([board.drawing.length, state(board).canUndo, shown.drawing.length]).toEqual([0, false, 0]);
  for (let index = 0; index < 150; index += 1) board.redo();
  expect(board.drawing).toEqual(all);
  expect(state(board).canRedo).toBe(false);
});

test('clearing is a step like every other', () => {
  const { board, drag } = createDesk();
  drag([
    [10, 10],
    [90, 90],
  ]);
  board.clear();
  expect(state(board).isBlank).toBe(true);
  board.undo();
  expect(state(board).isBlank).toBe(false);
});

test('the pen draws thinner with less pressure, and a palm beside it does nothing', () => {
  const { board, pointers, at } = createDesk();
  board.setSize(40);
  const pen = { id: 5, kind: 'pen' } as const;
  pointers.down(at(100, 100, pen, 0.5));
  pointers.down(at(600, 600, { id: 9, kind: 'touch' }));
  pointers.move(at(200, 120, pen, 1));
  pointers.up({ id: 9 });
  pointers.up({ id: 5 });
  const [mark] = board.drawing;
  expect(board.drawing.length).toBe(1);
  expect(mark?.kind === 'stroke' && mark.stamps.map(({ width }) => Math.round(width))).toEqual([23, 40]);
});

test('a second finger turns the first one’s stroke into moving the sheet', () => {
  const { board, pointers, at } = createDesk();
  const { scale } = state(board).view;
  pointers.down(at(300, 300, { id: 1, kind: 'touch' }));
  pointers.move(at(320, 300, { id: 1, kind: 'touch' }));
  pointers.down(at(500, 300, { id: 2, kind: 'touch' }));
  pointers.move(at(860, 300, { id: 2, kind: 'touch' }));
  pointers.up({ id: 1 });
  pointers.move(at(900, 300, { id: 2, kind: 'touch' }));
  pointers.up({ id: 2 });
  expect(board.drawing).toEqual([]);
  expect(state(board).view.scale).toBeCloseTo(scale * 3, 5);
});

test('a second finger leaves the corners that were set', () => {
  const { board, pointers, at, drag } = createDesk();
  board.setTool('polygon');
  drag([[100, 100]], { kind: 'touch' });
  drag([[300, 100]], { kind: 'touch' });
  pointers.down(at(300, 300, { id: 1, kind: 'touch' }));
  pointers.down(at(500, 300, { id: 2, kind: 'touch' }));
  pointers.move(at(560, 300, { id: 2, kind: 'touch' }));
  pointers.up({ id: 1 });
  pointers.up({ id: 2 });
  expect(state(board).corners).toEqual([
    { x: 100, y: 100 },
    { x: 300, y: 100 },
  ]);
});

test('with space held the paper moves in the middle of a stroke, which goes on where the pointer is', () => {
  const { board, pointers, at } = createDesk();
  board.zoom(2);
  const { x } = state(board).view;
  pointers.down(at(300, 300));
  pointers.isPanHeld = true;
  pointers.move(at(360, 300));
  pointers.isPanHeld = false;
  pointers.move(at(420, 300));
  pointers.up({ id: 1 });
  expect([state(board).view.x - x, pointers.hasPanned]).toEqual([60, true]);
  const [mark] = board.drawing;
  const places = mark?.kind === 'stroke' ? mark.stamps.map((stamp) => stamp.x) : [];
  expect(places.map((place) => place - (places[0] ?? 0))).toEqual([0, 30]);
});

test('one finger draws as long as no pen was seen; after that it moves the sheet', () => {
  const { board, drag } = createDesk();
  drag(
    [
      [100, 100],
      [200, 200],
    ],
    { id: 1, kind: 'touch' },
  );
  expect(board.drawing.length).toBe(1);
  drag(
    [
      [100, 100],
      [200, 200],
    ],
    { id: 5, kind: 'pen' },
  );
  const { x } = state(board).view;
  drag(
    [
      [300, 300],
      [340, 300],
    ],
    { id: 2, kind: 'touch' },
  );
  expect([board.drawing.length, state(board).view.x - x]).toEqual([2, 40]);
});

test('with Shift a rectangle is a square and a line keeps to 45°', () => {
  const { board, drag } = createDesk();
  board.setTool('rectangle');
  drag(
    [
      [100, 100],
      [300, 180],
    ],
    { isShift: true },
  );
  board.setTool('line');
  drag(
    [
      [100, 100],
      [300, 120],
    ],
    { isShift: true },
  );
  expect(board.drawing).toMatchObject([
    { kind: 'rectangle', from: { x: 100, y: 100 }, to: { x: 300, y: 300 } },
    { kind: 'line', to: { y: 100 } },
  ]);
});

test('a polygon closes at its first corner', () => {
  const { board, drag } = createDesk();
  board.setTool('polygon');
  for (const corner of [
    [100, 100],
    [300, 100],
    [200, 300],
    [103, 102],
  ] as const)
    drag([corner]);
  expect(board.drawing).toMatchObject([{ kind: 'polygon', corners: [{ x: 100 }, { x: 300 }, { x: 200 }] }]);
  expect(state(board).corners).toEqual([]);
});

test('a picture is placed, scaled by a corner, fixed, taken up again and moved; each can be undone', () => {
  const { board, drag } = createDesk();
  board.hold('house', { width: 512, height: 384 });
  expect(state(board).held?.box).toEqual({ x: 0, y: 0, width: 1024, height: 768 });
  drag([
    [1024, 768],
    [512, 384],
  ]);
  board.putDown();
  expect(board.drawing).toEqual([
    { kind: 'picture', pictureId: 'house', box: { x: 0, y: 0, width: 512, height: 384 } },
  ]);
  drag([
    [100, 100],
    [150, 130],
  ]);
  board.setTool('brush');
  expect(board.drawing).toMatchObject([{ box: { x: 50, y: 30, width: 512, height: 384 } }]);
  board.undo();
  expect(board.drawing).toMatchObject([{ box: { x: 0, y: 0 } }]);
  board.setTool('move');
  board.lift({ x: 10, y: 10 });
  board.removeHeld();
  expect(board.drawing).toEqual([]);
});

test('arrows and the space bar draw without a pointer', () => {
  const { board } = createDesk();
  const keys = new KeyDrawing(board);
  keys.press();
  keys.move('ArrowRight', false);
  keys.move('ArrowDown', true);
  keys.press();
  expect(board.drawing).toMatchObject([
    {
      kind: 'stroke',
      stamps: [
        { x: 512, y: 384 },
        { x: 528, y: 384 },
        { x: 528, y: 385 },
      ],
    },
  ]);
  board.setTool('rectangle');
  keys.press();
  keys.move('ArrowLeft', false);
  keys.move('ArrowUp', false);
  keys.press();
  expect(board.drawing[1]).toMatchObject({ kind: 'rectangle', from: { x: 528, y: 385 }, to: { x: 512, y: 369 } });
});

test('choosing a material with the eraser in hand takes the brush', () => {
  const { board } = createDesk();
  board.setTool('eraser');
  board.setColour('#3F7A3A');
  expect([state(board).tool, state(board).colour]).toEqual(['brush', '#3f7a3a']);
});

test('the bucket fills up to a line and under its soft edge, and does not leak', () => {
  const [width, height] = [9, 5];
  const data = new Uint8ClampedArray(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    data.set([0, 0, 0, 120], (row * width + 4) * 4);
    data.set([0, 0, 0, 255], (row * width + 5) * 4);
  }
  expect(floodFill({ data, width, height }, 1.5, 2.5, '#b0503c')).toBe(true);
  const row = Array.from({ length: width }, (_, column) => [...data.subarray((2 * width + column) * 4).slice(0, 4)]);
  const brick = [176, 80, 60, 255];
  expect(row.slice(0, 5)).toEqual([brick, brick, brick, brick, brick]);
  expect(row.slice(5)).toEqual([
    [0, 0, 0, 255],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]);
  expect(floodFill({ data, width, height }, 1, 2, '#b0503c')).toBe(false);
});

test('starter drawings stay on the paper and put something on it', () => {
  const { board } = createDesk();
  for (const { aspect, drawing } of starters) {
    board.load(aspect, drawing);
    expect(state(board).isBlank).toBe(false);
    const places = drawing.flatMap((mark) =>
      mark.kind === 'stroke' ? mark.stamps : mark.kind === 'polygon' ? mark.corners : [],
    );
    expect(places.every(({ x, y }) => x >= 0 && y >= 0 && x <= 1024 && y <= 768)).toBe(true);
  }
});

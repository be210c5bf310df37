import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Point } from '../../../canvas/geometry';
import type { PointerInput } from '../../../canvas/pointer-input';
import { runsOf } from './bitmap';
import { MaskEditor } from './editor';
import type { EditorOptions } from './editor-options';
import { pressKey, releaseKey } from './keys';
import { MaskProcessor } from './mask-processor';
import type { Rect } from './rect';
import { workHere } from './worker-client';

const size = { width: 200, height: 100 };
const settle = () => new Promise((resolve) => setTimeout(resolve));

function openEditor(options: Partial<EditorOptions> = {}): MaskEditor {
  const editor = new MaskEditor({ size, work: workHere(new MaskProcessor()), ...options });
  editor.resize(size);
  editor.zoomTo(1);
  const { x, y } = editor.viewport.view;
  editor.pan(-x, -y);
  return editor;
}

const pixel = (editor: MaskEditor, x: number, y: number) => editor.mask.data[y * size.width + x];
const press = (editor: MaskEditor, key: string, held: { ctrlKey?: boolean; shiftKey?: boolean } = {}) =>
  pressKey(editor, { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held });

function drag(editor: MaskEditor, path: readonly Point[], how: Partial<PointerInput> = {}): void {
  const input = { id: 1, kind: 'mouse' as const, ...how };
  editor.pointers.down({ ...input, at: path.slice(0, 1) });
  for (const point of path.slice(1)) editor.pointers.move({ ...input, at: [point] });
  editor.pointers.up({ id: input.id });
}

describe('regions', () => {
  test('a lasso closes when it is let go, and Alt takes away', () => {
    const editor = openEditor();
    press(editor, 'l');
    const square = [
      { x: 20, y: 20 },
      { x: 120, y: 20 },
      { x: 120, y: 80 },
      { x: 20, y: 80 },
    ];
    drag(editor, square);
    expect(editor.mask.count).toBe(100 * 60);
    drag(
      editor,
      square.map(({ x, y }) => ({ x: x / 2 + 35, y: y / 2 + 25 })),
      { isAlt: true },
    );
    expect(editor.mask.count).toBe(100 * 60 - 50 * 30);
    editor.undo();
    expect(editor.mask.count).toBe(100 * 60);
  });

  test('space moves the picture in the middle of a lasso without losing the contour', () => {
    const editor = openEditor();
    press(editor, 'l');
    const at = (x: number, y: number) => [{ x, y }];
    editor.pointers.down({ id: 1, kind: 'mouse', at: at(20, 20) });
    editor.pointers.move({ id: 1, kind: 'mouse', at: at(120, 20) });
    press(editor, ' ');
    editor.pointers.move({ id: 1, kind: 'mouse', at: at(90, 10) });
    releaseKey(editor, ' ');
    expect(editor.getSnapshot().outline).toHaveLength(2);
    editor.pointers.move({ id: 1, kind: 'mouse', at: at(90, 70) });
    editor.pointers.move({ id: 1, kind: 'mouse', at: at(-10, 70) });
    editor.pointers.up({ id: 1 });
    expect([pixel(editor, 70, 50), pixel(editor, 119, 79), pixel(editor, 130, 50)]).toEqual([255, 255, 0]);
    expect(editor.mask.count).toBe(100 * 60);
  });

  test('a rectangle can be a square, an ellipse crosses with what is there, and Escape leaves both', () => {
    const editor = openEditor();
    press(editor, 'm');
    drag(
      editor,
      [
        { x: 20, y: 10 },
        { x: 80, y: 30 },
      ],
      { isShift: true },
    );
    expect(editor.mask.count).toBe(60 * 60);
    press(editor, 'o');
    editor.setMode('intersect');
    drag(editor, [
      { x: 20, y: 10 },
      { x: 80, y: 70 },
    ]);
    expect([pixel(editor, 50, 40), pixel(editor, 22, 12)]).toEqual([255, 0]);
    expect(editor.mask.count / (Math.PI * 900)).toBeCloseTo(1, 1);
    const { count } = editor.mask;
    editor.pointers.down({ id: 1, kind: 'mouse', at: [{ x: 5, y: 5 }] });
    editor.pointers.move({ id: 1, kind: 'mouse', at: [{ x: 60, y: 60 }] });
    expect(press(editor, 'Escape')).toBe(true);
    editor.pointers.up({ id: 1 });
    expect(editor.mask.count).toBe(count);
  });

  test('a rectangle, a lasso and a line of the brush are drawn with the keys alone', () => {
    const editor = openEditor();
    const go = (key: string, times: number) => {
      for (let time = 0; time < times; time += 1) press(editor, key);
    };
    press(editor, 'm');
    go('ArrowLeft', 4);
    press(editor, 'Enter');
    go('ArrowRight', 6);
    go('ArrowDown', 3);
    expect(editor.getSnapshot().draggedBox).toMatchObject({ x: 60, y: 50, width: 60, height: 30 });
    press(editor, 'Enter');
    expect(editor.mask.count).toBe(60 * 30);
    press(editor, 'l');
    press(editor, 'ArrowUp');
    press(editor, 'Enter');
    go('ArrowRight', 4);
    go('ArrowUp', 4);
    press(editor, 'Enter');
    expect(editor.mask.count).toBeGreaterThan(60 * 30 + 600);
    editor.clear();
    press(editor, 'b');
    editor.setBrushSize(4);
    press(editor, 'ArrowLeft');
    press(editor, 'Enter');
    go('ArrowLeft', 5);
    press(editor, 'Enter', { shiftKey: true });
    expect(editor.mask.count).toBeGreaterThan(50 * 4);
  });
});

describe('pens and fingers', () => {
  const middle = [
    { x: 40, y: 50 },
    { x: 80, y: 50 },
    { x: 120, y: 50 },
  ];
  const heightAt = (editor: MaskEditor, x: number) =>
    Array.from({ length: size.height }, (_none, y) => pixel(editor, x, y)).filter((value) => value === 255).length;

  test('a pen paints as wide as it is pressed, half pressure included; without a sense of it at full width', () => {
    const wide = (pressure: number | undefined) => {
      const editor = openEditor();
      editor.setBrushSize(40);
      drag(
        editor,
        middle.map((point) => ({ ...point, pressure })),
        { kind: 'pen' },
      );
      return heightAt(editor, 80);
    };
    expect([wide(1), wide(0.5), wide(0.1), wide(0)]).toEqual([40, 24, 10, 40]);
  });

  test('the eraser end of a pen erases', () => {
    const editor = openEditor();
    editor.selectAll();
    drag(editor, middle, { kind: 'pen', button: 5 });
    expect([pixel(editor, 80, 50), pixel(editor, 80, 90)]).toEqual([0, 255]);
  });

  test('the palm beside a drawing pen does nothing at all', () => {
    const editor = openEditor();
    const { view } = editor.viewport;
    editor.pointers.down({ id: 1, kind: 'pen', at: [{ x: 40, y: 50 }] });
    editor.pointers.down({ id: 2, kind: 'touch', at: [{ x: 90, y: 90 }] });
    editor.pointers.down({ id: 3, kind: 'touch', at: [{ x: 120, y: 90 }] });
    editor.pointers.move({ id: 2, kind: 'touch', at: [{ x: 60, y: 60 }] });
    editor.pointers.move({ id: 1, kind: 'pen', at: [{ x: 100, y: 50 }] });
    for (const id of [2, 3, 1]) editor.pointers.up({ id });
    expect(editor.viewport.view).toEqual(view);
    expect([pixel(editor, 70, 50), pixel(editor, 90, 85)]).toEqual([255, 0]);
  });

  test('a palm that came first is forgotten when the pen comes', () => {
    const editor = openEditor();
    editor.pointers.down({ id: 2, kind: 'touch', at: [{ x: 150, y: 90 }] });
    drag(editor, middle, { kind: 'pen' });
    editor.pointers.up({ id: 2 });
    expect([pixel(editor, 80, 50), pixel(editor, 150, 90)]).toEqual([255, 0]);
  });
});

test('Shift draws a straight line, or joins on to the end of the last stroke', () => {
  const editor = openEditor();
  editor.setBrushSize(6);
  drag(
    editor,
    [
      { x: 20, y: 20 },
      { x: 60, y: 80 },
      { x: 100, y: 20 },
    ],
    { isShift: true },
  );
  expect([pixel(editor, 60, 20), pixel(editor, 60, 80)]).toEqual([255, 0]);
  drag(editor, [{ x: 180, y: 20 }], { isShift: true });
  expect(pixel(editor, 140, 20)).toBe(255);
});

test('a move costs what it adds, however much was painted before', () => {
  const editor = openEditor();
  const touched: Rect[] = [];
  for (let stroke = 0; stroke < 60; stroke += 1)
    drag(editor, [
      { x: 10, y: stroke },
      { x: 190, y: stroke },
    ]);
  editor.onPaint((part) => touched.push(part));
  editor.setBrushSize(4);
  editor.pointers.down({ id: 1, kind: 'mouse', at: [{ x: 20, y: 90 }] });
  for (let x = 24; x < 80; x += 4) editor.pointers.move({ id: 1, kind: 'mouse', at: [{ x, y: 90 }] });
  expect(touched.length).toBeGreaterThan(10);
  expect(Math.max(...touched.map(({ width, height }) => width * height))).toBeLessThan(200);
});

test('the same stroke comes out the same, however the picture is moved and zoomed', () => {
  const strokes = [
    { x: 30, y: 30 },
    { x: 70, y: 60 },
    { x: 120, y: 35 },
    { x: 160, y: 70 },
  ];
  const paintedAt = (scale: number, shift: number) => {
    const editor = openEditor();
    editor.zoomTo(scale);
    editor.pan(shift, -shift);
    drag(
      editor,
      strokes.map((point) => editor.viewport.toScreen(point)),
    );
    return editor.mask.count;
  };
  expect(Math.abs(paintedAt(4, 30) - paintedAt(1, 0))).toBeLessThan(12);
});

test('a selection that fails leaves the steps to be redone', async () => {
  const editor = openEditor({ segment: () => Promise.reject(new Error('网络连接失败')) });
  drag(editor, [
    { x: 20, y: 50 },
    { x: 80, y: 50 },
  ]);
  editor.undo();
  press(editor, 's');
  drag(editor, [{ x: 60, y: 60 }]);
  await settle();
  editor.dropPending();
  expect(editor.getSnapshot().canRedo).toBe(true);
  editor.redo();
  expect(pixel(editor, 50, 50)).toBe(255);
});

test('keys that are not the editor’s stay with the browser', () => {
  const editor = openEditor();
  expect(press(editor, 'Tab')).toBe(false);
  expect(press(editor, 'c', { ctrlKey: true })).toBe(false);
  expect(press(editor, 'F5')).toBe(false);
});

test('who stops listening hears nothing more', () => {
  const editor = openEditor();
  let heard = 0;
  const ends = Array.from({ length: 50 }, () => editor.subscribe(() => (heard += 1)));
  for (const end of ends) end();
  editor.invert();
  expect(heard).toBe(0);
});

test('refining is seen and sent, and what was painted stays', async () => {
  const editor = openEditor();
  press(editor, 'm');
  drag(editor, [
    { x: 60, y: 30 },
    { x: 120, y: 70 },
  ]);
  const painted = runsOf(editor.mask);
  editor.refine({ grow: 10 });
  await settle();
  const grown = editor.overlay.mask.data.filter((value) => value === 255).length;
  expect(grown).toBe(Math.round(editor.getSnapshot().coverage * 200 * 100));
  expect(grown).toBeGreaterThan(60 * 40 + 10 * 200);
  const read = async () =>
    new Uint8Array(
      await sharp(Buffer.from(await (await editor.exportPng()).arrayBuffer()))
        .toColourspace('b-w')
        .raw()
        .toBuffer(),
    );
  expect((await read()).filter((value) => value === 255)).toHaveLength(grown);
  editor.endRefining();
  editor.refine({ grow: 0, feather: 8 });
  await settle();
  expect(new Set(await read()).size).toBeGreaterThan(4);
  expect(runsOf(editor.mask)).toEqual(painted);
  editor.undo();
  editor.undo();
  await settle();
  expect(editor.getSnapshot().coverage).toBe((60 * 40) / (200 * 100));
});

test('the magnetic lasso and the colour tool work through the copy in the background', async () => {
  const workshop = new MaskProcessor();
  const editor = openEditor({ work: workHere(workshop), address: '/picture' });
  const data = new Uint8ClampedArray(200 * 100 * 4).fill(230);
  for (let y = 20; y < 80; y += 1) for (let x = 50; x < 150; x += 1) data.set([40, 60, 80, 255], (y * 200 + x) * 4);
  workshop.studyPixels({ ...size, data });
  press(editor, 'w');
  drag(editor, [{ x: 100, y: 50 }]);
  await settle();
  expect(editor.mask.count).toBe(100 * 60);
  editor.clear();
  press(editor, 'n');
  for (const [x, y] of [
    [51, 21],
    [148, 21],
    [148, 78],
    [51, 78],
  ] as const) {
    drag(editor, [{ x, y }]);
    await settle();
  }
  expect(editor.getSnapshot().corners).toHaveLength(4);
  press(editor, 'Enter');
  await settle();
  await settle();
  expect(Math.abs(editor.mask.count - 100 * 60) / (100 * 60)).toBeLessThan(0.05);
  expect(editor.getSnapshot().state).toBe('idle');
});

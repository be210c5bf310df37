import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Point } from '../../../canvas/geometry';
import { runsOf } from './bitmap';
import type { Candidate, Segment } from './click-selection';
import { MaskEditor } from './editor';
import type { EditorOptions } from './editor-options';
import { pressKey, releaseKey } from './keys';
import { MaskProcessor } from './mask-processor';
import { workHere } from './worker-client';

const size = { width: 200, height: 100 };

/** An editor whose picture lies on the screen pixel by pixel, with its corner at 0,0. */
function openEditor(options: Partial<EditorOptions> = {}): MaskEditor {
  const editor = new MaskEditor({ size, work: workHere(new MaskProcessor()), ...options });
  editor.resize(size);
  editor.zoomTo(1);
  const { x, y } = editor.viewport.view;
  editor.pan(-x, -y);
  return editor;
}

const pixel = (editor: MaskEditor, x: number, y: number) => editor.mask.data[y * size.width + x];

function drag(editor: MaskEditor, ...path: Point[]): void {
  const [first, ...rest] = path as [Point, ...Point[]];
  editor.pointers.down({ id: 1, kind: 'mouse', at: [first] });
  for (const point of rest) editor.pointers.move({ id: 1, kind: 'mouse', at: [point] });
  editor.pointers.up({ id: 1 });
}

const click = (editor: MaskEditor, x: number, y: number) => drag(editor, { x, y });
const press = (editor: MaskEditor, key: string, held: { ctrlKey?: boolean; shiftKey?: boolean } = {}) =>
  pressKey(editor, { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held });

describe('a stroke', () => {
  test('marks what lies within half its width, without gaps however fast it was', () => {
    const editor = openEditor();
    editor.setBrushSize(20);
    drag(editor, { x: 20, y: 50 }, { x: 180, y: 50 });
    expect([pixel(editor, 20, 50), pixel(editor, 100, 41), pixel(editor, 100, 58), pixel(editor, 100, 61)]).toEqual([
      255, 255, 255, 0,
    ]);
    expect(Array.from({ length: 160 }, (_none, x) => pixel(editor, 20 + x, 50)).every((value) => value === 255)).toBe(
      true,
    );
    expect(editor.mask.count).toBe(editor.mask.data.filter((value) => value === 255).length);
  });

  test('goes on where the pointer leaves the picture and comes back', () => {
    const editor = openEditor();
    drag(editor, { x: 100, y: 50 }, { x: 100, y: -80 }, { x: 150, y: -80 }, { x: 150, y: 50 });
    expect([pixel(editor, 100, 5), pixel(editor, 125, 30), pixel(editor, 150, 5)]).toEqual([255, 0, 255]);
    expect(editor.getSnapshot().canUndo).toBe(true);
  });

  test('of the eraser takes away, and only there', () => {
    const editor = openEditor();
    editor.selectAll();
    editor.setTool('eraser');
    editor.setBrushSize(10);
    click(editor, 50, 50);
    expect([pixel(editor, 50, 50), pixel(editor, 70, 50)]).toEqual([0, 255]);
  });

  test('falls on the pixel under the pointer when zoomed and moved', () => {
    const editor = openEditor();
    editor.zoom(4, { x: 50, y: 30 });
    editor.pan(-40, 25);
    editor.setBrushSize(1);
    const target = { x: 61.5, y: 37.5 };
    click(editor, ...(Object.values(editor.viewport.toScreen(target)) as [number, number]));
    expect(editor.mask.count).toBe(1);
    expect(pixel(editor, 61, 37)).toBe(255);
  });

  test('is forgotten when a second finger turns it into a pinch', () => {
    const editor = openEditor();
    const before = editor.viewport.view.scale;
    editor.pointers.down({ id: 1, kind: 'touch', at: [{ x: 40, y: 50 }] });
    editor.pointers.move({ id: 1, kind: 'touch', at: [{ x: 60, y: 50 }] });
    editor.pointers.down({ id: 2, kind: 'touch', at: [{ x: 100, y: 50 }] });
    editor.pointers.move({ id: 2, kind: 'touch', at: [{ x: 140, y: 50 }] });
    expect(editor.getSnapshot().state).toBe('panning');
    editor.pointers.up({ id: 1 });
    editor.pointers.move({ id: 2, kind: 'touch', at: [{ x: 10, y: 10 }] });
    editor.pointers.up({ id: 2 });
    expect(editor.viewport.view.scale).toBeCloseTo(before * 2);
    expect(editor.mask.count).toBe(0);
    expect(editor.getSnapshot()).toMatchObject({ state: 'idle', canUndo: false });
  });

  test('of a finger moves the picture once a pen was used', () => {
    const editor = openEditor();
    editor.pointers.down({ id: 1, kind: 'pen', at: [{ x: 40, y: 50 }] });
    editor.pointers.up({ id: 1 });
    const { count } = editor.mask;
    editor.pointers.down({ id: 2, kind: 'touch', at: [{ x: 100, y: 50 }] });
    expect(editor.getSnapshot().state).toBe('panning');
    editor.pointers.up({ id: 2 });
    expect(editor.mask.count).toBe(count);
  });
});

describe('the brush', () => {
  test('stays between 1 and 200 pixels by its keys', () => {
    const editor = openEditor();
    for (let times = 0; times < 60; times += 1) press(editor, '[');
    expect(editor.getSnapshot().brushSize).toBe(1);
    for (let times = 0; times < 90; times += 1) press(editor, ']');
    expect(editor.getSnapshot().brushSize).toBe(200);
  });
});

describe('a polygon', () => {
  test('is filled inside its corners', () => {
    const editor = openEditor();
    press(editor, 'p');
    for (const [x, y] of [
      [20, 20],
      [120, 20],
      [120, 80],
      [20, 80],
    ] as const)
      click(editor, x, y);
    expect(editor.getSnapshot().state).toBe('outlining');
    press(editor, 'Enter');
    expect(editor.mask.count).toBe(100 * 60);
    expect([pixel(editor, 20, 20), pixel(editor, 119, 79), pixel(editor, 120, 40)]).toEqual([255, 255, 0]);
    expect(editor.getSnapshot()).toMatchObject({ state: 'idle', corners: [] });
  });

  test('loses its last corner to Backspace and all of them to Escape', () => {
    const editor = openEditor();
    press(editor, 'p');
    click(editor, 20, 20);
    click(editor, 60, 20);
    press(editor, 'Backspace');
    expect(editor.getSnapshot().corners).toEqual([{ x: 20, y: 20 }]);
    expect(press(editor, 'Escape')).toBe(true);
    expect(press(editor, 'Escape')).toBe(false);
    expect(editor.getSnapshot().state).toBe('idle');
  });

  test('can be drawn with the keys alone', () => {
    const editor = openEditor();
    press(editor, 'p');
    const go = (key: string, times: number) => {
      for (let time = 0; time < times; time += 1) press(editor, key);
      press(editor, 'Enter');
    };
    go('ArrowLeft', 5);
    go('ArrowDown', 3);
    go('ArrowRight', 4);
    expect(editor.getSnapshot().corners).toHaveLength(3);
    press(editor, 'Enter');
    expect(editor.getSnapshot().corners).toEqual([]);
    expect(editor.mask.count).toBeGreaterThan(400);
    expect(editor.mask.count).toBeLessThan(800);
  });
});

describe('the history', () => {
  test('goes back and forth step by step and comes out the same', () => {
    const step = fc.constantFrom('stroke', 'erase', 'polygon', 'invert', 'clear', 'all', 'undo', 'redo');
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const editor = openEditor();
        const states = [runsOf(editor.mask)];
        let at = 0;
        for (const [index, kind] of steps.entries()) {
          const place = { x: (index * 37) % 200, y: (index * 23) % 100 };
          if (kind === 'undo') {
            editor.undo();
            at = Math.max(0, at - 1);
          } else if (kind === 'redo') {
            editor.redo();
            at = Math.min(states.length - 1, at + 1);
          } else {
            const stepsBefore = editor.getSnapshot().revision;
            act(editor, kind, place);
            if (editor.getSnapshot().revision === stepsBefore) continue;
            states.length = at + 1;
            states.push(runsOf(editor.mask));
            at += 1;
          }
          expect(runsOf(editor.mask)).toEqual(states[at]);
        }
        expect(editor.mask.count).toBe(editor.mask.data.filter((value) => value === 255).length);
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  test('takes back a stroke that is still being drawn', () => {
    const editor = openEditor();
    click(editor, 50, 50);
    const { count } = editor.mask;
    editor.pointers.down({ id: 1, kind: 'mouse', at: [{ x: 120, y: 50 }] });
    press(editor, 'z', { ctrlKey: true });
    editor.pointers.up({ id: 1 });
    expect(editor.mask.count).toBe(count);
    press(editor, 'z', { ctrlKey: true });
    expect(editor.mask.count).toBe(0);
    press(editor, 'Z', { ctrlKey: true, shiftKey: true });
    expect(editor.mask.count).toBe(count);
  });
});

function act(editor: MaskEditor, kind: string, { x, y }: Point): void {
  if (kind === 'invert') editor.invert();
  else if (kind === 'clear') editor.clear();
  else if (kind === 'all') editor.selectAll();
  else if (kind === 'polygon') {
    editor.setTool('polygon');
    for (const corner of [
      [x, y],
      [x + 30, y],
      [x, y + 40],
    ] as const)
      click(editor, ...corner);
    editor.accept();
  } else {
    editor.setTool(kind === 'erase' ? 'eraser' : 'brush');
    drag(editor, { x, y }, { x: x + 40, y: y + 15 });
  }
}

test('inverting twice changes nothing, and coverage follows', () => {
  const editor = openEditor();
  drag(editor, { x: 20, y: 50 }, { x: 80, y: 50 });
  const { coverage } = editor.getSnapshot();
  editor.invert();
  expect(editor.getSnapshot().coverage).toBeCloseTo(1 - coverage);
  editor.invert();
  expect(editor.getSnapshot().coverage).toBe(coverage);
});

describe('click selection', () => {
  const square = (side: number): Candidate => {
    const { mask } = openEditor();
    for (let y = 0; y < side; y += 1) mask.data.fill(255, y * size.width, y * size.width + side);
    return { runs: runsOf(mask), area: side * side, score: side === 20 ? 0.9 : 0.5 };
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve));

  test('starts with the likeliest proposal, steps to larger ones and is taken over as one step', async () => {
    const asked: unknown[] = [];
    const segment: Segment = async (request) => {
      asked.push(request);
      return [square(40), square(10), square(20)];
    };
    const editor = openEditor({ segment });
    press(editor, 's');
    click(editor, 15, 15);
    expect(editor.getSnapshot()).toMatchObject({ state: 'segmenting', selection: { isWorking: true } });
    await settle();
    expect(editor.getSnapshot().selection).toMatchObject({ chosen: 1, isWorking: false });
    editor.stepCandidate(1);
    editor.stepCandidate(1);
    expect(editor.getSnapshot().selection.chosen).toBe(2);
    press(editor, 'Enter');
    expect(editor.mask.count).toBe(1600);
    expect(editor.getSnapshot()).toMatchObject({ state: 'idle', selection: { points: [] } });
    expect(asked).toEqual([{ points: [{ x: 15, y: 15, isInside: true }], box: undefined }]);
    editor.undo();
    expect(editor.mask.count).toBe(0);
  });

  test('takes away in the other mode, and an answer that comes late counts for nothing', async () => {
    const answers: ((found: Candidate[]) => void)[] = [];
    const segment: Segment = () => new Promise((resolve) => answers.push(resolve));
    const editor = openEditor({ segment });
    editor.selectAll();
    press(editor, 's');
    editor.setMode('subtract');
    click(editor, 5, 5);
    drag(editor, { x: 10, y: 10 }, { x: 60, y: 60 });
    answers[1]?.([square(20)]);
    answers[0]?.([square(40)]);
    await settle();
    expect(editor.getSnapshot().selection).toMatchObject({ box: { x: 10, y: 10, width: 50, height: 50 } });
    expect(editor.accept()).toBe(true);
    expect(size.width * size.height - editor.mask.count).toBe(400);
  });

  test('says why it failed and keeps the points', async () => {
    const editor = openEditor({ segment: () => Promise.reject(new Error('网络连接失败')) });
    press(editor, 's');
    click(editor, 5, 5);
    await settle();
    expect(editor.getSnapshot().selection).toMatchObject({ problem: '网络连接失败', isWorking: false });
    expect(editor.accept()).toBe(false);
  });

  test('cannot be chosen where nothing can segment', () => {
    const editor = openEditor();
    press(editor, 's');
    expect(editor.getSnapshot()).toMatchObject({ tool: 'brush', canSelect: false });
  });
});

test('space moves the picture as long as it is held, and the backslash shows the original', () => {
  const editor = openEditor();
  press(editor, ' ');
  drag(editor, { x: 50, y: 50 }, { x: 60, y: 50 });
  releaseKey(editor, ' ');
  expect(editor.mask.count).toBe(0);
  press(editor, '\\');
  expect(editor.getSnapshot().isOriginalShown).toBe(true);
  releaseKey(editor, '\\');
  expect(editor.getSnapshot().isOriginalShown).toBe(false);
});

test('what is exported is a grey picture of one channel with the marked pixels white', async () => {
  const editor = openEditor();
  drag(editor, { x: 20, y: 50 }, { x: 80, y: 30 });
  const bytes = Buffer.from(await (await editor.exportPng()).arrayBuffer());
  const meta = await sharp(bytes).metadata();
  expect(meta).toMatchObject({ format: 'png', width: 200, height: 100, channels: 1, depth: 'uchar', space: 'b-w' });
  const read = await sharp(bytes).toColourspace('b-w').raw().toBuffer();
  expect(new Uint8Array(read)).toEqual(editor.mask.data);
});

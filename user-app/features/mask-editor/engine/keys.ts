import { arrowStep } from '../../../canvas/arrow-keys';
import type { Point } from '../../../canvas/geometry';
import type { MaskEditor } from './editor';
import type { Tool } from './editor-state';

/** The parts of a keyboard event that matter. */
export interface KeyInput {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

const toolKeys: Readonly<Record<string, Tool>> = {
  b: 'brush',
  e: 'eraser',
  l: 'lasso',
  n: 'wire',
  p: 'polygon',
  m: 'rectangle',
  o: 'ellipse',
  w: 'colour',
  s: 'select',
  v: 'pan',
  h: 'pan',
};
const modes = ['add', 'subtract', 'intersect'] as const;
/** Pixels of the screen an arrow key moves the cursor, and pixels of the picture with Shift. */
const cursorStep = 10;
const panStep = 60;
const zoomStep = 1.25;

/** Actions of keys without modifiers. */
const plainKeys: Readonly<Record<string, (editor: MaskEditor) => void>> = {
  '[': (editor) => editor.stepBrush(-1),
  ']': (editor) => editor.stepBrush(1),
  '\\': (editor) => editor.showOriginal(true),
  '+': (editor) => editor.zoom(zoomStep),
  '=': (editor) => editor.zoom(zoomStep),
  '-': (editor) => editor.zoom(1 / zoomStep),
  '0': (editor) => editor.fit(),
  '1': (editor) => editor.zoomTo(1),
  '2': (editor) => editor.zoomTo(2),
  '4': (editor) => editor.zoomTo(4),
  '8': (editor) => editor.zoomTo(8),
  x: (editor) => editor.setMode(modes[(modes.indexOf(editor.getSnapshot().mode) + 1) % modes.length] ?? 'add'),
  ' ': (editor) => {
    editor.pointers.isPanHeld = true;
  },
};

/** Acts on a pressed key. @returns whether the key meant something here. */
export function pressKey(editor: MaskEditor, input: KeyInput): boolean {
  const key = input.key.toLowerCase();
  if (input.ctrlKey || input.metaKey) return pressCommand(editor, key, input.shiftKey);
  if (input.altKey && key !== 'enter') return false;
  const tool = toolKeys[key];
  const arrow = arrowStep(input.key);
  const plain = plainKeys[key];
  if (tool) editor.setTool(tool);
  else if (arrow) pressArrow(editor, arrow, input.shiftKey);
  else if (plain) plain(editor);
  else if (key === 'enter') editor.keyCursor.enter(input.altKey || input.shiftKey);
  else if (key === 'backspace' || key === 'delete') return editor.removeLast();
  else if (key === 'escape') return editor.dropPending();
  else return false;
  return true;
}

export function releaseKey(editor: MaskEditor, key: string): void {
  if (key === '\\') editor.showOriginal(false);
  else if (key === ' ') editor.pointers.isPanHeld = false;
}

function pressCommand(editor: MaskEditor, key: string, isShift: boolean): boolean {
  if (key === 'z' && isShift) editor.redo();
  else if (key === 'z') editor.undo();
  else if (key === 'y') editor.redo();
  else if (key === 'i') editor.invert();
  else if (key === 'a') editor.selectAll();
  else return false;
  return true;
}

function pressArrow(editor: MaskEditor, { x, y }: Point, isFine: boolean): void {
  if (editor.getSnapshot().tool === 'pan') editor.pan(-x * panStep, -y * panStep);
  else if (isFine) editor.keyCursor.move({ x, y }, isFine);
  else editor.keyCursor.move({ x: x * cursorStep, y: y * cursorStep }, isFine);
}

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

const toolKeys: Readonly<Record<string, Tool>> = { b: 'brush', e: 'eraser', p: 'polygon', s: 'select', v: 'pan' };
/** Pixels of the screen an arrow key moves the cursor, and pixels of the picture with Shift. */
const cursorStep = 10;
const panStep = 60;
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Acts on a pressed key. @returns whether the key meant something here. */
export function pressKey(editor: MaskEditor, input: KeyInput): boolean {
  const key = input.key.toLowerCase();
  if (input.ctrlKey || input.metaKey) return pressCommand(editor, key, input.shiftKey);
  if (input.altKey && key !== 'enter') return false;
  const tool = toolKeys[key];
  const arrow = arrows[input.key];
  if (tool) editor.setTool(tool);
  else if (arrow) pressArrow(editor, arrow, input.shiftKey);
  else if (key === '[') editor.stepBrush(-1);
  else if (key === ']') editor.stepBrush(1);
  else if (key === '\\') editor.showOriginal(true);
  else if (key === ' ') editor.pointers.isPanHeld = true;
  else if (key === 'enter') editor.enter(input.altKey || input.shiftKey);
  else if (key === 'backspace') return editor.removeLast();
  else if (key === 'escape') return editor.dropPending();
  else if (key === '+' || key === '=') editor.zoom(1.25);
  else if (key === '-') editor.zoom(1 / 1.25);
  else if (key === '0') editor.fit();
  else if (key === '1') editor.zoomTo(1);
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

function pressArrow(editor: MaskEditor, [x, y]: readonly [number, number], isFine: boolean): void {
  if (editor.getSnapshot().tool === 'pan') editor.pan(-x * panStep, -y * panStep);
  else editor.moveCursor(x * (isFine ? 1 : cursorStep), y * (isFine ? 1 : cursorStep), isFine);
}

import { useEffect, useRef } from 'react';
import { liveMaterials } from '#shared/domain/live-material';
import { toolEntries } from './tool-list';
import type { DrawingTable } from './use-drawing-table';

export interface KeyActs {
  openSheet: () => void;
  togglePause: () => void;
  renderOnce: () => void;
  save: () => void;
}

const toolByKey = new Map(toolEntries.map(({ tool, shortcut }) => [shortcut.toLowerCase(), tool]));

/** The key belongs to the focused element: a field, a list, an open dialog. */
function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.closest('input, textarea, select, [contenteditable], dialog, [role="dialog"], [role="slider"]') !== null
  );
}

function isOnBoard({ target }: KeyboardEvent): boolean {
  return !(target instanceof HTMLElement) || target.closest('button, a, [role="separator"]') === null;
}

/** Keys of the whole screen, as long as nobody is typing. */
export function useBoardKeys(table: DrawingTable, acts: KeyActs): void {
  const latest = useRef(acts);
  latest.current = acts;

  useEffect(() => {
    const { keys, pointers } = table;
    const act = boardKeys(table, () => latest.current);
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isTyping(event) && act(event)) event.preventDefault();
    };
    // Space held pans; pressed and released it puts the pen down or lifts it.
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key !== ' ' || !pointers.isPanHeld) return;
      pointers.isPanHeld = false;
      if (!pointers.hasPanned && !pointers.isBusy) keys.press();
    };
    const onBlur = () => {
      pointers.isPanHeld = false;
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('keyup', onKeyUp);
    window.addEventListener('blur', onBlur);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('keyup', onKeyUp);
      window.removeEventListener('blur', onBlur);
    };
  }, [table]);
}

/** Makes the handler of keys; it returns false for a key that is not one of the board's. */
function boardKeys(table: DrawingTable, acts: () => KeyActs) {
  const { board } = table;

  const withModifier = (event: KeyboardEvent): boolean => {
    const key = event.key.toLowerCase();
    if (key === 'z') event.shiftKey ? board.redo() : board.undo();
    else if (key === 'y') board.redo();
    else if (key === 's') acts().save();
    else return false;
    return true;
  };

  const plain: Readonly<Record<string, () => void>> = {
    '[': () => board.stepSize(-1),
    ']': () => board.stepSize(1),
    x: () => board.setFilled(!board.getSnapshot().isFilled),
    k: () => acts().togglePause(),
    '?': () => acts().openSheet(),
    '0': () => board.fit(),
    '+': () => board.zoom(1.25),
    '=': () => board.zoom(1.25),
    '-': () => board.zoom(0.8),
    escape: () => {
      if (!board.dropInHand()) board.setCursor(undefined);
    },
    backspace: () => (board.getSnapshot().held ? board.removeHeld() : board.removeCorner()),
    delete: () => board.removeHeld(),
  };
  const anywhere = (key: string): boolean => {
    if (toolByKey.has(key)) board.setTool(toolByKey.get(key) ?? 'brush');
    else if (/^[1-9]$/.test(key)) board.setColour(liveMaterials[Number(key) - 1]?.colour ?? '#000000');
    else if (plain[key]) plain[key]();
    else return false;
    return true;
  };

  return (event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey) return withModifier(event);
    if (event.altKey) return false;
    return (isOnBoard(event) && onBoard(table, event, acts)) || anywhere(event.key.toLowerCase());
  };
}

/** The keys that buttons and links have for themselves: arrows, Space and Enter. */
function onBoard({ board, keys, pointers }: DrawingTable, event: KeyboardEvent, acts: () => KeyActs): boolean {
  if (keys.move(event.key, event.shiftKey)) return true;
  if (event.key === ' ') {
    if (event.repeat) return true;
    pointers.isPanHeld = true;
    pointers.hasPanned = false;
    return true;
  }
  if (event.key !== 'Enter') return false;
  const { corners, held, isPenDown } = board.getSnapshot();
  if (corners.length > 0) board.closePolygon();
  else if (held) board.putDown();
  else if (isPenDown) keys.press();
  else acts().renderOnce();
  return true;
}

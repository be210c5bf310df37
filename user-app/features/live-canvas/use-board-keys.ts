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

/** Whether the key belongs to what has the focus: a field, a list, an open dialog. */
function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.closest('input, textarea, select, [contenteditable], dialog, [role="dialog"], [role="slider"]') !== null
  );
}

/** Keys of the whole screen, as long as nobody is typing. */
export function useBoardKeys(table: DrawingTable, acts: KeyActs): void {
  const latest = useRef(acts);
  latest.current = acts;

  useEffect(() => {
    const { board, keys, pointers } = table;
    const onBoard = ({ target }: KeyboardEvent) =>
      !(target instanceof HTMLElement) || target.closest('button, a, [role="separator"]') === null;

    const withModifier = (event: KeyboardEvent): boolean => {
      const key = event.key.toLowerCase();
      if (key === 'z') event.shiftKey ? board.redo() : board.undo();
      else if (key === 'y') board.redo();
      else if (key === 's') latest.current.save();
      else return false;
      return true;
    };
    const accept = () => {
      const { corners, held, isPenDown } = board.getSnapshot();
      if (corners.length > 0) board.closePolygon();
      else if (held) board.putDown();
      else if (isPenDown) keys.press();
      else latest.current.renderOnce();
    };
    const plain: Readonly<Record<string, () => void>> = {
      '[': () => board.stepSize(-1),
      ']': () => board.stepSize(1),
      x: () => board.setFilled(!board.getSnapshot().isFilled),
      k: () => latest.current.togglePause(),
      '?': () => latest.current.openSheet(),
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
    const act = (event: KeyboardEvent): boolean => {
      if (event.ctrlKey || event.metaKey) return withModifier(event);
      if (event.altKey) return false;
      const key = event.key.toLowerCase();
      if (onBoard(event) && keys.move(event.key, event.shiftKey)) return true;
      if (event.key === ' ' && onBoard(event)) {
        if (!event.repeat) {
          pointers.isPanHeld = true;
          pointers.hasPanned = false;
        }
      } else if (event.key === 'Enter' && onBoard(event)) accept();
      else if (toolByKey.has(key)) board.setTool(toolByKey.get(key) ?? 'brush');
      else if (/^[1-9]$/.test(key)) board.setColour(liveMaterials[Number(key) - 1]?.colour ?? '#000000');
      else if (plain[key]) plain[key]();
      else return false;
      return true;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isTyping(event) && act(event)) event.preventDefault();
    };
    // Space held pans; pressed for itself it puts the pen down or lifts it.
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

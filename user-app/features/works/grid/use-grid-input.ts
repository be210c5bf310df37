import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react';
import type { Work } from '#shared/contract/project';
import type { WorkPlaces } from '../../../data/works';
import type { Selection } from '../../../lib/selection';
import { type Direction, step } from './grid-layout';
import type { CardAct } from './work-card';

/** Milliseconds a finger rests on a card to choose it, and px it may move meanwhile. */
const longPressMs = 450;
const longPressSlack = 10;

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'rowStart',
  End: 'rowEnd',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
};

export interface GridInput {
  places: WorkPlaces;
  columns: number;
  rowsPerPage: number;
  selection: Selection;
  onAct: (act: CardAct, work: Work) => void;
  onDelete: (work: Work) => void;
  /** Moves the current cell, the one that keys act on. */
  onMove: (index: number, isByKey: boolean) => void;
}

function cellOf(target: EventTarget): { index: number; act: CardAct; isCell: boolean } | undefined {
  const element = target as HTMLElement;
  const cell = element.closest<HTMLElement>('[data-index]');
  if (!cell) return undefined;
  const act = element.closest<HTMLElement>('[data-act]')?.dataset.act as CardAct | undefined;
  return { index: Number(cell.dataset.index), act: act ?? 'open', isCell: element === cell };
}

const isCommand = (event: KeyboardEvent) => event.ctrlKey || event.metaKey;

/** With Ctrl or ⌘, the ends of a row become those of the list. */
const wholeList: Partial<Record<Direction, Direction>> = { rowStart: 'start', rowEnd: 'end' };

/** Mouse, touch and keys of the grid, by one listener for all cards. */
export function useGridInput(input: GridInput) {
  const { places, selection, onAct, onMove } = input;
  const press = useRef<{ timer: number; x: number; y: number; isLong: boolean }>();

  const endPress = () => window.clearTimeout(press.current?.timer);

  const onPointerDown = (event: PointerEvent) => {
    endPress();
    press.current = undefined;
    const work = places.at(cellOf(event.target)?.index ?? -1);
    if (event.pointerType === 'mouse' || !work) return;
    const started = { timer: 0, x: event.clientX, y: event.clientY, isLong: false };
    started.timer = window.setTimeout(() => {
      started.isLong = true;
      navigator.vibrate?.(10);
      selection.toggle(work.taskId);
    }, longPressMs);
    press.current = started;
  };

  const onPointerMove = (event: PointerEvent) => {
    const started = press.current;
    if (started && Math.hypot(event.clientX - started.x, event.clientY - started.y) > longPressSlack) endPress();
  };

  const onClick = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    const work = places.at(cell?.index ?? -1);
    if (!cell || !work) return;
    const wasLong = press.current?.isLong;
    press.current = undefined;
    if (wasLong) return;
    onMove(cell.index, false);
    if (event.shiftKey) selection.extendTo(work.taskId, places.ids());
    else if (cell.act === 'select' || event.ctrlKey || event.metaKey) selection.toggle(work.taskId);
    else if (cell.act === 'open' && selection.ids().size > 0) selection.toggle(work.taskId);
    else onAct(cell.act, work);
  };

  const onKeyDown = gridKeys(input);

  return {
    onPointerDown,
    onPointerMove,
    onPointerUp: endPress,
    onPointerCancel: endPress,
    onClick,
    onKeyDown,
    // A long press chooses; the system's menu for pictures would cover it.
    onContextMenu: (event: MouseEvent) => {
      if (press.current) event.preventDefault();
    },
  };
}

/** The keys of the grid; each step returns false where the key is not one of its own. */
function gridKeys({ places, columns, rowsPerPage, selection, onAct, onDelete, onMove }: GridInput) {
  const selectAllOrNone = (event: KeyboardEvent): boolean => {
    if (event.key === 'Escape' && selection.ids().size > 0) selection.clear();
    else if (isCommand(event) && event.key.toLowerCase() === 'a')
      selection.selectAll(places.loaded().map(({ taskId }) => taskId));
    else return false;
    return true;
  };

  const extendFrom = (from: number, to: number) => {
    const [work, target] = [places.at(from), places.at(to)];
    if (!work || !target) return;
    if (!selection.has(work.taskId)) selection.toggle(work.taskId);
    selection.extendTo(target.taskId, places.ids());
  };

  const moveFrom = (index: number, event: KeyboardEvent): boolean => {
    const direction = directions[event.key];
    if (!direction) return false;
    const toward = (isCommand(event) && wholeList[direction]) || direction;
    const to = step(index, toward, columns, places.length, rowsPerPage);
    if (event.shiftKey) extendFrom(index, to);
    onMove(to, true);
    return true;
  };

  const actOn = (work: Work, event: KeyboardEvent): boolean => {
    switch (event.key) {
      case ' ':
        if (event.shiftKey) selection.extendTo(work.taskId, places.ids());
        else selection.toggle(work.taskId);
        return true;
      case 'Enter':
        onAct('open', work);
        return true;
      case 'Delete':
      case 'Backspace':
        onDelete(work);
        return true;
      case 's':
      case 'S':
        if (!isCommand(event)) onAct('star', work);
        return !isCommand(event);
      default:
        return false;
    }
  };

  return (event: KeyboardEvent) => {
    const cell = cellOf(event.target);
    if (!cell) return;
    const work = cell.isCell ? places.at(cell.index) : undefined;
    const isHandled = selectAllOrNone(event) || moveFrom(cell.index, event) || (work && actOn(work, event));
    if (isHandled) event.preventDefault();
  };
}

import { type DragEvent, type KeyboardEvent, useRef } from 'react';
import type { ShelvedPictures } from '../../../data/gallery-shelf';

type OnOrder = (pictureId: number, before: number | null) => void;

const cardOf = (target: EventTarget) => Number((target as HTMLElement).closest<HTMLElement>('[data-id]')?.dataset.id);

/** Cards that are dragged to another place, or moved by Alt and an arrow; the wall follows at once. */
export function useCardOrder({ list }: ShelvedPictures, onOrder: OnOrder | undefined) {
  const dragged = useRef<number>();

  const move = (id: number, before: number | null) => {
    if (id === before) return;
    const rest = list.boxes.ids.filter((other) => other !== id);
    const to = before === null ? rest.length : rest.indexOf(before);
    if (to < 0) return;
    list.rearrange(rest.toSpliced(to, 0, id));
    onOrder?.(id, before);
  };

  if (!onOrder) return { input: {} };
  return {
    input: {
      onDragStart: (event: DragEvent) => {
        dragged.current = cardOf(event.target);
        event.dataTransfer.effectAllowed = 'move';
      },
      onDragOver: (event: DragEvent) => {
        if (dragged.current !== undefined) event.preventDefault();
      },
      onDrop: (event: DragEvent) => {
        const onto = cardOf(event.target);
        const id = dragged.current;
        dragged.current = undefined;
        if (id === undefined) return;
        event.preventDefault();
        if (!Number.isNaN(onto)) {
          // Dropped behind where it came from, it takes the place after the card it lies on.
          const isBehind = list.indexOf(onto) > list.indexOf(id);
          move(id, isBehind ? (list.boxes.ids[list.indexOf(onto) + 1] ?? null) : onto);
        }
      },
      onKeyDownCapture: (event: KeyboardEvent) => {
        const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
        const id = cardOf(event.target);
        if (!event.altKey || step === undefined || Number.isNaN(id)) return;
        event.preventDefault();
        const at = list.indexOf(id);
        if (at + step < 0 || at + step >= list.boxes.ids.length) return;
        move(id, list.boxes.ids[step < 0 ? at - 1 : at + 2] ?? null);
      },
    },
  };
}

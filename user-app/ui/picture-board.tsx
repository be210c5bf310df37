import { type DragEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { galleryImageUrl } from '../lib/image-url';
import { type Selection, useSelectedIds } from '../lib/selection';
import { BareButton } from './button';
import { CheckIcon } from './icons';
import styles from './picture-board.css';
import { Thumb } from './thumb';

export interface BoardPicture {
  id: string;
  imageId: string;
  /** Address of a view where it is no stored picture; null where it is gone. */
  src?: string | null;
  /** Pixels. */
  width: number;
  height: number;
  mainColor: string;
  title: string;
  /** Stands small under the title. */
  note?: string | undefined;
}

interface PictureBoardProps {
  label: string;
  pictures: readonly BoardPicture[];
  selection: Selection;
  /** Puts a picture before another one, or at the end; without it the order is not the person's. */
  onOrder?: ((id: string, before: string | null) => void) | undefined;
}

/** Height a row starts from, px; rows grow until they are full. */
const rowHeight = 168;

/**
 * Pictures in rows, whole and in their order, to be chosen (press, Shift, Ctrl + A) and put in order (drag, or Alt and
 * the arrows). Arrows move between them, Escape lets all of them go.
 */
export function PictureBoard({ label, pictures, selection, onOrder }: PictureBoardProps) {
  const chosen = useSelectedIds(selection);
  const [focused, setFocused] = useState(pictures[0]?.id);
  const [dragged, setDragged] = useState<string>();
  const [target, setTarget] = useState<{ id: string; isAfter: boolean }>();
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const order = pictures.map(({ id }) => id);
  const tabStop = focused !== undefined && order.includes(focused) ? focused : order[0];

  const focusOn = (id: string | undefined) => {
    if (id === undefined) return;
    setFocused(id);
    list.current?.querySelector<HTMLElement>(`[data-picture="${id}"]`)?.focus();
  };
  const press = (event: MouseEvent, id: string) => {
    setFocused(id);
    if (event.shiftKey) selection.extendTo(id, order);
    else selection.toggle(id);
  };
  const move = (id: string, to: number) => {
    const from = order.indexOf(id);
    const place = Math.max(0, Math.min(order.length - 1, to));
    if (!onOrder || from === place) return;
    const rest = order.filter((other) => other !== id);
    onOrder(id, rest[place] ?? null);
    setSaid(`已移到第 ${place + 1} 张，共 ${order.length} 张`);
    requestAnimationFrame(() => focusOn(id));
  };
  const byKey = (event: KeyboardEvent, id: string) => {
    const at = order.indexOf(id);
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') selection.selectAll(order);
    else if (event.key === 'Escape' && chosen.size > 0) selection.clear();
    else {
      const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: inRow(1), ArrowUp: inRow(-1) };
      const step = event.key === 'Home' ? -at : event.key === 'End' ? order.length - 1 - at : steps[event.key];
      if (step === undefined) return;
      if (event.altKey) move(id, at + step);
      else focusOn(order[Math.max(0, Math.min(order.length - 1, at + step))]);
    }
    event.preventDefault();
    event.stopPropagation();

    /** Steps to the picture above or below. */
    function inRow(direction: 1 | -1): number {
      const tiles = [...(list.current?.querySelectorAll<HTMLElement>('[data-picture]') ?? [])];
      const here = tiles[at]?.getBoundingClientRect();
      if (!here) return direction;
      const middle = here.left + here.width / 2;
      for (let place = at + direction; tiles[place]; place += direction) {
        const box = tiles[place]?.getBoundingClientRect();
        const isOther = box && Math.abs(box.top - here.top) > here.height / 2;
        if (box && isOther && box.left <= middle && box.right >= middle) return place - at;
      }
      return 0;
    }
  };
  const over = (event: DragEvent, id: string) => {
    if (dragged === undefined) return;
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    const isAfter = event.clientX > box.left + box.width / 2;
    if (target?.id !== id || target.isAfter !== isAfter) setTarget({ id, isAfter });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (dragged !== undefined && target && target.id !== dragged) {
      const rest = order.filter((other) => other !== dragged);
      move(dragged, rest.indexOf(target.id) + (target.isAfter ? 1 : 0));
    }
    setDragged(undefined);
    setTarget(undefined);
  };

  return (
    <>
      <ul ref={list} aria-label={label} className={styles.board} onDrop={drop}>
        {pictures.map(({ id, imageId, src = galleryImageUrl(imageId), width, height, mainColor, title, note }) => {
          const ratio = Math.min(3, Math.max(0.5, width / height));
          return (
            <li
              key={id}
              style={{ flexGrow: ratio, flexBasis: ratio * rowHeight }}
              data-drop={target?.id === id && dragged !== id ? (target.isAfter ? 'after' : 'before') : undefined}
              data-dragged={dragged === id || undefined}
              onDragOver={(event) => over(event, id)}
            >
              <BareButton
                className={styles.tile}
                data-picture={id}
                tabIndex={id === tabStop ? 0 : -1}
                aria-pressed={chosen.has(id)}
                aria-label={title}
                aria-keyshortcuts={onOrder ? 'Alt+ArrowLeft Alt+ArrowRight' : undefined}
                draggable={onOrder !== undefined}
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = 'move';
                  event.dataTransfer.setData('text/plain', id);
                  setDragged(id);
                }}
                onDragEnd={() => {
                  setDragged(undefined);
                  setTarget(undefined);
                }}
                onClick={(event) => press(event, id)}
                onKeyDown={(event) => byKey(event, id)}
              >
                <Thumb src={src ?? 'data:,'} alt="" width={ratio * 100} height={100} mainColor={mainColor} />
                <span className={styles.tick} aria-hidden="true">
                  <CheckIcon size={14} />
                </span>
                <span className={styles.caption}>
                  <span>{title}</span>
                  {note && <small>{note}</small>}
                </span>
              </BareButton>
            </li>
          );
        })}
        <li className={styles.rest} aria-hidden="true" />
      </ul>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </>
  );
}

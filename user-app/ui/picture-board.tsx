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

/** Target of a dragged picture: before or after another one. */
interface DropTarget {
  id: string;
  isAfter: boolean;
}

/** Steps to the picture above (-1) or below (1) the one at `index`; 0 where there is none. */
function stepToRow(tiles: readonly HTMLElement[], index: number, direction: 1 | -1): number {
  const here = tiles[index]?.getBoundingClientRect();
  if (!here) return direction;
  const middle = here.left + here.width / 2;
  for (let next = index + direction; tiles[next]; next += direction) {
    const box = tiles[next]?.getBoundingClientRect();
    const isInOtherRow = box && Math.abs(box.top - here.top) > here.height / 2;
    if (box && isInOtherRow && box.left <= middle && box.right >= middle) return next - index;
  }
  return 0;
}

/** Offset that a key moves from the picture at `index`; undefined for other keys. */
function stepOfKey(key: string, index: number, tiles: readonly HTMLElement[]): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return 1;
    case 'ArrowLeft':
      return -1;
    case 'ArrowDown':
      return stepToRow(tiles, index, 1);
    case 'ArrowUp':
      return stepToRow(tiles, index, -1);
    case 'Home':
      return -index;
    case 'End':
      return tiles.length - 1 - index;
    default:
      return undefined;
  }
}

/** Dragging a picture to another place of the board. @param move puts a picture at an index */
function useDragging(order: readonly string[], move: (id: string, to: number) => void) {
  const [dragged, setDragged] = useState<string>();
  const [target, setTarget] = useState<DropTarget>();
  const end = () => {
    setDragged(undefined);
    setTarget(undefined);
  };
  return {
    dragged,
    sideOf: (id: string) => (target?.id === id && dragged !== id ? (target.isAfter ? 'after' : 'before') : undefined),
    start(event: DragEvent, id: string): void {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', id);
      setDragged(id);
    },
    over(event: DragEvent, id: string): void {
      if (dragged === undefined) return;
      event.preventDefault();
      const box = event.currentTarget.getBoundingClientRect();
      const isAfter = event.clientX > box.left + box.width / 2;
      if (target?.id !== id || target.isAfter !== isAfter) setTarget({ id, isAfter });
    },
    drop(event: DragEvent): void {
      event.preventDefault();
      if (dragged !== undefined && target && target.id !== dragged) {
        const rest = order.filter((id) => id !== dragged);
        move(dragged, rest.indexOf(target.id) + (target.isAfter ? 1 : 0));
      }
      end();
    },
    end,
  };
}

/**
 * Pictures in rows, whole and in their order, to be chosen (press, Shift, Ctrl + A) and put in order (drag, or Alt and
 * the arrows). Arrows move between them, Escape lets all of them go.
 */
export function PictureBoard({ label, pictures, selection, onOrder }: PictureBoardProps) {
  const chosen = useSelectedIds(selection);
  const [focused, setFocused] = useState(pictures[0]?.id);
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
  const inside = (index: number) => Math.max(0, Math.min(order.length - 1, index));
  const move = (id: string, to: number) => {
    const index = inside(to);
    if (!onOrder || order.indexOf(id) === index) return;
    const rest = order.filter((other) => other !== id);
    onOrder(id, rest[index] ?? null);
    setSaid(`已移到第 ${index + 1} 张，共 ${order.length} 张`);
    requestAnimationFrame(() => focusOn(id));
  };
  const dragging = useDragging(order, move);
  const byKey = (event: KeyboardEvent, id: string) => {
    const isAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a';
    if (isAll) selection.selectAll(order);
    else if (event.key === 'Escape' && chosen.size > 0) selection.clear();
    else {
      const index = order.indexOf(id);
      const tiles = [...(list.current?.querySelectorAll<HTMLElement>('[data-picture]') ?? [])];
      const step = stepOfKey(event.key, index, tiles);
      if (step === undefined) return;
      if (event.altKey) move(id, index + step);
      else focusOn(order[inside(index + step)]);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <ul ref={list} aria-label={label} className={`flex flex-wrap gap-12 ${styles.board}`} onDrop={dragging.drop}>
        {pictures.map((picture) => {
          const { id, width, height } = picture;
          const ratio = Math.min(3, Math.max(0.5, width / height));
          return (
            <li
              key={id}
              style={{ flexGrow: ratio, flexBasis: ratio * rowHeight }}
              data-drop={dragging.sideOf(id)}
              data-dragged={dragging.dragged === id || undefined}
              onDragOver={(event) => dragging.over(event, id)}
            >
              <BareButton
                className={`grid relative w-full overflow-hidden rounded-card text-left ${styles.tile}`}
                data-picture={id}
                tabIndex={id === tabStop ? 0 : -1}
                aria-pressed={chosen.has(id)}
                aria-label={picture.title}
                aria-keyshortcuts={onOrder ? 'Alt+ArrowLeft Alt+ArrowRight' : undefined}
                draggable={onOrder !== undefined}
                onDragStart={(event) => dragging.start(event, id)}
                onDragEnd={dragging.end}
                onClick={(event) => press(event, id)}
                onKeyDown={(event) => byKey(event, id)}
              >
                <TileContent picture={picture} ratio={ratio} />
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

function TileContent({ picture, ratio }: { picture: BoardPicture; ratio: number }) {
  const { imageId, src = galleryImageUrl(imageId), mainColor, title, note } = picture;
  return (
    <>
      <Thumb src={src ?? 'data:,'} alt="" width={ratio * 100} height={100} mainColor={mainColor} />
      <span className={`grid absolute place-items-center rounded-chip ${styles.tick}`} aria-hidden="true">
        <CheckIcon size={14} />
      </span>
      <span className={`flex justify-between gap-8 text-13 ${styles.caption}`}>
        <span>{title}</span>
        {note && <small>{note}</small>}
      </span>
    </>
  );
}

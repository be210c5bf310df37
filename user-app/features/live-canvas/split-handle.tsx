import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import styles from './studio.css';

/** Parts of the screen the picture may take, percent. */
const least = 30;
const most = 70;
const step = 5;

interface SplitHandleProps {
  around: RefObject<HTMLElement>;
  /** Part of the picture, percent. */
  share: number;
  /** True when the picture lies above the paper instead of beside it. */
  isStacked: boolean;
  onShare: (share: number) => void;
}

/** Divides the screen between paper and picture; dragged, or moved with the arrow keys. */
export function SplitHandle({ around, share, isStacked, onShare }: SplitHandleProps) {
  const isDragging = useRef(false);
  const to = (next: number) => onShare(Math.min(most, Math.max(least, next)));
  const follow = (event: PointerEvent) => {
    const place = around.current?.getBoundingClientRect();
    if (!isDragging.current || !place) return;
    to(
      isStacked
        ? ((event.clientY - place.top) / place.height) * 100
        : 100 - ((event.clientX - place.left) / place.width) * 100,
    );
  };
  const byKey = (event: KeyboardEvent) => {
    const more = isStacked ? 'ArrowDown' : 'ArrowLeft';
    const less = isStacked ? 'ArrowUp' : 'ArrowRight';
    if (event.key !== more && event.key !== less) return;
    event.preventDefault();
    event.stopPropagation();
    to(share + (event.key === more ? step : -step));
  };
  return (
    <div
      className={`relative ${styles.split}`}
      role="separator"
      aria-label="画布与画面的分界"
      aria-orientation={isStacked ? 'horizontal' : 'vertical'}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={Math.round(share)}
      tabIndex={0}
      onPointerDown={(event) => {
        isDragging.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={follow}
      onPointerUp={() => {
        isDragging.current = false;
      }}
      onPointerCancel={() => {
        isDragging.current = false;
      }}
      onDoubleClick={() => to(50)}
      onKeyDown={byKey}
    />
  );
}

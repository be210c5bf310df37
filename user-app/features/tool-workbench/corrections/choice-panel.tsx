import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './choice-panel.css';

interface ChoicePanelProps {
  /** Element below the panel. */
  host: HTMLElement;
  /** Position of the press, px of the window. */
  at: { x: number; y: number };
  label: string;
  onClose: (isByKey: boolean) => void;
  children: ReactNode;
}

/** Width of the panel and the height it is kept room for, px. */
const panel = { width: 264, height: 220 };
const gap = 14;

/** A small panel beside the place that was pressed; under it on narrow screens. Escape and a press elsewhere close it. */
export function ChoicePanel({ host, at, label, onClose, children }: ChoicePanelProps) {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('[data-first]')?.focus();
    const onPress = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) latest.current(false);
    };
    document.addEventListener('pointerdown', onPress, true);
    return () => document.removeEventListener('pointerdown', onPress, true);
  }, []);

  const frame = host.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.x - frame.left - panel.width / 2, frame.width - panel.width - 8));
  const y = at.y - frame.top;
  const isAbove = y + gap + panel.height > frame.height;
  const place = isAbove ? { left, bottom: frame.height - y + gap } : { left, top: y + gap };
  return createPortal(
    <div
      ref={box}
      className={`absolute z-float p-12 border rounded-card bg-surface shadow-float text-ink ${styles.panel}`}
      role="dialog"
      aria-label={label}
      style={place}
      // To React the panel lies within the picture, where a press would begin a drag.
      onPointerDown={(event) => event.stopPropagation()}
      onPointerMove={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') onClose(true);
      }}
    >
      {children}
    </div>,
    host,
  );
}

import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import styles from './picture-view.css';
import type { Zoom } from './use-zoom';

interface PictureViewportProps {
  /** The element that {@link Zoom} was made for. */
  viewport: RefObject<HTMLDivElement>;
  zoom: Zoom;
  children: ReactNode;
}

/** Pixels that an arrow key moves a zoomed picture by. */
const keyPace = 60;

/** Plus, minus, 0 and, when the picture is zoomed, arrows. @returns whether the key was one of them. */
export function zoomByKey(zoom: Zoom, event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (ctrlKey || metaKey || altKey || event.defaultPrevented || zoom.percent === undefined) return false;
  if ((target as Element).closest('[role="slider"]') || (key.startsWith('Arrow') && !zoom.isZoomed)) return false;
  const acts: Record<string, () => void> = {
    '+': () => zoom.zoom(1.5),
    '=': () => zoom.zoom(1.5),
    '-': () => zoom.zoom(1 / 1.5),
    '0': zoom.fit,
    ArrowLeft: () => zoom.pan(keyPace, 0),
    ArrowRight: () => zoom.pan(-keyPace, 0),
    ArrowUp: () => zoom.pan(0, keyPace),
    ArrowDown: () => zoom.pan(0, -keyPace),
  };
  const act = acts[key];
  if (!act) return false;
  event.preventDefault();
  act();
  return true;
}

/** The window a picture is looked at through, with its keys. */
export function PictureViewport({ viewport, zoom, children }: PictureViewportProps) {
  const canZoom = zoom.percent !== undefined;
  return (
    <div
      ref={viewport}
      className={styles.viewport}
      data-zoomed={(canZoom && zoom.isZoomed) || undefined}
      role="group"
      aria-label={canZoom ? '画面，加减号缩放，方向键移动' : '画面'}
      {...(canZoom ? { tabIndex: 0 } : {})}
      onKeyDown={(event) => zoomByKey(zoom, event)}
      {...(canZoom ? zoom.handlers : {})}
    >
      {children}
    </div>
  );
}

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

/** The window a picture is looked at through; plus, minus, 0 and, when it is zoomed, arrows are its keys. */
export function PictureViewport({ viewport, zoom, children }: PictureViewportProps) {
  const canZoom = zoom.percent !== undefined;
  const byKey = (event: KeyboardEvent) => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      !canZoom ||
      (event.target as Element).closest('[role="slider"]') ||
      (event.key.startsWith('Arrow') && !zoom.isZoomed)
    )
      return;
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
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <div
      ref={viewport}
      className={styles.viewport}
      data-zoomed={(canZoom && zoom.isZoomed) || undefined}
      role="group"
      aria-label={canZoom ? '画面，加减号缩放，方向键移动' : '画面'}
      {...(canZoom ? { tabIndex: 0 } : {})}
      onKeyDown={byKey}
      {...(canZoom ? zoom.handlers : {})}
    >
      {children}
    </div>
  );
}

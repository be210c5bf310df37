import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { isPressed } from '../../lib/shortcuts';
import { pictureShortcuts } from './picture-keys';
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
  if (event.defaultPrevented || zoom.percent === undefined) return false;
  if ((event.target as Element).closest('[role="slider"]')) return false;
  const pan = (x: number, y: number) => (zoom.isZoomed ? () => zoom.pan(x * keyPace, y * keyPace) : undefined);
  const acts = {
    larger: () => zoom.zoom(1.5),
    smaller: () => zoom.zoom(1 / 1.5),
    fit: zoom.fit,
    left: pan(1, 0),
    right: pan(-1, 0),
    up: pan(0, 1),
    down: pan(0, -1),
  };
  const names = Object.keys(acts) as (keyof typeof acts)[];
  const name = names.find((one) => isPressed(pictureShortcuts[one], event));
  const act = name && acts[name];
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
      className={`grid relative flex-1 place-items-center min-h-0 overflow-hidden ${styles.viewport}`}
      data-zoomed={(canZoom && zoom.isZoomed) || undefined}
      role="group"
      aria-label={canZoom ? '画面，加减号缩放，方向键移动' : '画面'}
      tabIndex={canZoom ? 0 : -1}
      onKeyDown={(event) => zoomByKey(zoom, event)}
      // Keys that follow a press are shortcuts and draw no frame round the whole of it.
      onPointerDownCapture={({ currentTarget }) => currentTarget.toggleAttribute('data-pointed', true)}
      onBlur={({ currentTarget }) => currentTarget.toggleAttribute('data-pointed', false)}
      {...(canZoom ? zoom.handlers : {})}
    >
      {children}
    </div>
  );
}

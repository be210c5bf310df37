import {
  type MouseEvent as ReactMouseEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

export interface View {
  /** 1 = fitted. */
  scale: number;
  /** Shift of the middle, px. */
  x: number;
  y: number;
}

export const fitted: View = { scale: 1, x: 0, y: 0 };
const largestScale = 16;

/** A view zoomed by `factor` around a point given from the middle of the stage, px. */
export function zoomedAt(view: View, factor: number, point: { x: number; y: number }): View {
  const scale = Math.min(largestScale, Math.max(1, view.scale * factor));
  if (scale === 1) return fitted;
  const ratio = scale / view.scale;
  return { scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio };
}

/** Keeps the picture within reach: its middle never leaves by more than the part that lies outside. */
export function kept(view: View, box: { width: number; height: number }): View {
  const reachX = (box.width * (view.scale - 1)) / 2;
  const reachY = (box.height * (view.scale - 1)) / 2;
  const within = (value: number, reach: number) => Math.min(reach, Math.max(-reach, value)) + 0;
  return { scale: view.scale, x: within(view.x, reachX), y: within(view.y, reachY) };
}

/** From the fitted picture to its own pixels; a picture that is enlarged already is doubled. */
function ownPixelsFactor(fitScale: number): number {
  return fitScale < 1 ? 1 / fitScale : 2;
}

export interface PictureSize {
  width: number;
  height: number;
}

export type Zoom = ReturnType<typeof useZoom>;

/**
 * Zoom and pan of a picture, as in the editor: the wheel and a pinch zoom, a drag pans, a double click shows the
 * picture's own pixels and the next one fits it again. `viewport` is the element that does not move, `picture` what
 * there is to zoom, undefined for nothing; another `resetKey` fits the picture again.
 */
export function useZoom(viewport: RefObject<HTMLElement>, resetKey: string, picture: PictureSize | undefined) {
  const isOn = picture !== undefined;
  const fitScale = useFitScale(viewport, picture);
  const [view, setView] = useState<View>(fitted);
  const pointers = useRef(new Map<number, { x: number; y: number }>());

  useEffect(() => {
    if (resetKey !== undefined) setView(fitted);
  }, [resetKey]);

  const zoom = useCallback(
    (factor: number, client?: { x: number; y: number }) => {
      const box = viewport.current?.getBoundingClientRect();
      if (!box) return;
      const point = client
        ? { x: client.x - box.left - box.width / 2, y: client.y - box.top - box.height / 2 }
        : { x: 0, y: 0 };
      setView((current) => kept(zoomedAt(current, factor, point), box));
    },
    [viewport],
  );

  const pan = useCallback(
    (dx: number, dy: number) => {
      const box = viewport.current?.getBoundingClientRect();
      if (box) setView((current) => kept({ ...current, x: current.x + dx, y: current.y + dy }, box));
    },
    [viewport],
  );

  const isZoomed = view.scale > 1;
  useEffect(() => {
    const element = viewport.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      if (!isOn) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 240), { x: event.clientX, y: event.clientY });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [viewport, zoom, isOn]);

  const handlers = {
    onPointerDown: (event: ReactPointerEvent) => {
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (isZoomed && event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: ReactPointerEvent) => {
      const before = pointers.current.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
      pointers.current.set(event.pointerId, now);
      if (other) {
        const spread = (point: { x: number; y: number }) => Math.hypot(point.x - other.x, point.y - other.y);
        if (spread(before) > 0)
          zoom(spread(now) / spread(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
      } else if (isZoomed) pan(now.x - before.x, now.y - before.y);
    },
    onDoubleClick: (event: ReactMouseEvent) => {
      // A press on the slider's handle or a button is no look at the pixels.
      if ((event.target as Element).closest('button, [role="slider"]')) return;
      if (isZoomed) setView(fitted);
      else zoom(ownPixelsFactor(fitScale), { x: event.clientX, y: event.clientY });
    },
    onPointerUp: (event: ReactPointerEvent) => pointers.current.delete(event.pointerId),
    onPointerCancel: (event: ReactPointerEvent) => pointers.current.delete(event.pointerId),
  };

  return {
    view,
    zoom,
    pan,
    fit: () => setView(fitted),
    isZoomed,
    handlers,
    /** Percent of the picture's own pixels; undefined when nothing can be zoomed. */
    percent: isOn ? Math.round(fitScale * view.scale * 100) : undefined,
  };
}

/** Screen pixels for one pixel of the picture while it is fitted. */
function useFitScale(viewport: RefObject<HTMLElement>, picture: PictureSize | undefined): number {
  const [scale, setScale] = useState(1);
  const width = picture?.width;
  const height = picture?.height;
  useLayoutEffect(() => {
    const element = viewport.current;
    if (!element || !width || !height) return;
    const measure = () => {
      const style = getComputedStyle(element);
      const innerWidth = element.clientWidth - Number.parseFloat(style.paddingLeft) * 2;
      const innerHeight = element.clientHeight - Number.parseFloat(style.paddingTop) * 2;
      setScale(Math.min(innerWidth / width, innerHeight / height));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [viewport, width, height]);
  return scale;
}

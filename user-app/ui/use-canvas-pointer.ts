import { type RefObject, useEffect, useRef } from 'react';
import type { PointerGestures } from '@/canvas/pointer-gestures';
import { clickReach, type PointerInput } from '@/canvas/pointer-input';
import type { SheetView } from '@/canvas/sheet-view';

interface CanvasPointer {
  view: Pick<SheetView<never>, 'resize' | 'pan' | 'zoom'>;
  pointers: PointerGestures;
  /**
   * Takes the presses. A press on a control in it belongs to that control until it moves further than a click may. It
   * has `data-pressed` while a press does something, and `data-pointed` while it has the focus from one: keys that follow
   * are shortcuts, and draw no frame round it.
   */
  viewport: RefObject<HTMLElement>;
  /** Goes with the pointer. */
  ring: RefObject<HTMLElement>;
  onDoubleClick: () => void;
  onLeave?: () => void;
}

/** A wheel step of 400 zooms by e. */
const wheelReach = 400;

const isOnControl = ({ target }: Event) => target instanceof Element && target.closest('button, a') !== null;

/**
 * Brings what mouse, pen, fingers and wheel do on a sheet to its tools. Listens itself: React's way to a handler would
 * cost every move more than the stroke does.
 */
export function useCanvasPointer({ view, pointers, viewport, ring, onDoubleClick, onLeave }: CanvasPointer): void {
  const latest = useRef({ onDoubleClick, onLeave });
  latest.current = { onDoubleClick, onLeave };

  useEffect(() => {
    const element = viewport.current;
    if (!element) return;
    let place = element.getBoundingClientRect();
    const measure = () => {
      place = element.getBoundingClientRect();
      view.resize({ width: element.clientWidth, height: element.clientHeight });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);

    const inputOf = (event: PointerEvent): PointerInput => {
      const coalesced = event.getCoalescedEvents?.() ?? [];
      const isPen = event.pointerType === 'pen';
      const at = (coalesced.length > 0 ? coalesced : [event]).map(({ clientX, clientY, pressure }) => ({
        x: clientX - place.left,
        y: clientY - place.top,
        pressure: isPen ? pressure : undefined,
      }));
      const kind = isPen ? 'pen' : event.pointerType === 'touch' ? 'touch' : 'mouse';
      const { pointerId: id, button, shiftKey: isShift, altKey: isAlt } = event;
      return { id, kind, at, button, isShift, isAlt };
    };
    const moveRing = (event: PointerEvent) => {
      const { clientX, clientY, pointerType } = event;
      if (!ring.current) return;
      ring.current.style.translate = `calc(${clientX - place.left}px - 50%) calc(${clientY - place.top}px - 50%)`;
      ring.current.hidden = pointerType === 'touch' || isOnControl(event);
    };
    const showPressed = () => element.toggleAttribute('data-pressed', pointers.isBusy);

    // Where the pointer rests for a frame, the stroke catches up with it.
    let hasMoved = false;
    let frame = 0;
    const follow = () => {
      if (!hasMoved) pointers.settle();
      hasMoved = false;
      frame = pointers.isBusy ? requestAnimationFrame(follow) : 0;
    };
    const press = (event: PointerEvent) => {
      // A pointer that is gone already cannot be captured.
      if (event.isTrusted) element.setPointerCapture(event.pointerId);
      pointers.down(inputOf(event));
      hasMoved = true;
      if (frame === 0) frame = requestAnimationFrame(follow);
      showPressed();
    };
    /** Presses on controls that may still become clicks, by pointer. */
    const undecided = new Map<number, PointerEvent>();
    const onDown = (event: PointerEvent) => {
      element.toggleAttribute('data-pointed', true);
      // The middle button would scroll.
      if (event.button === 1) event.preventDefault();
      place = element.getBoundingClientRect();
      moveRing(event);
      if (isOnControl(event)) undecided.set(event.pointerId, event);
      else press(event);
    };
    const onMove = (event: PointerEvent) => {
      hasMoved = true;
      moveRing(event);
      const pressed = undecided.get(event.pointerId);
      if (pressed) {
        if (Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) <= clickReach) return;
        undecided.delete(event.pointerId);
        press(pressed);
      }
      pointers.move(inputOf(event));
    };
    const onUp = ({ pointerId: id }: PointerEvent) => {
      undecided.delete(id);
      pointers.up({ id });
      showPressed();
    };
    const onCancel = ({ pointerId: id }: PointerEvent) => {
      undecided.delete(id);
      pointers.cancel({ id });
      showPressed();
    };
    const onBlur = () => element.toggleAttribute('data-pointed', false);
    const onEnter = () => {
      place = element.getBoundingClientRect();
    };
    const onOut = () => {
      undecided.clear();
      if (ring.current) ring.current.hidden = true;
      latest.current.onLeave?.();
    };
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const around = { x: event.clientX - place.left, y: event.clientY - place.top };
      if (event.shiftKey) view.pan(-(event.deltaX || event.deltaY), 0);
      else view.zoom(Math.exp(-event.deltaY / wheelReach), around);
    };
    const onMenu = (event: Event) => event.preventDefault();
    const onDouble = () => latest.current.onDoubleClick();
    const ending = new AbortController();
    const { signal } = ending;
    element.addEventListener('pointerdown', onDown, { signal });
    element.addEventListener('pointermove', onMove, { signal });
    element.addEventListener('pointerup', onUp, { signal });
    element.addEventListener('pointercancel', onCancel, { signal });
    element.addEventListener('pointerenter', onEnter, { signal });
    element.addEventListener('pointerleave', onOut, { signal });
    element.addEventListener('contextmenu', onMenu, { signal });
    element.addEventListener('blur', onBlur, { signal });
    element.addEventListener('dblclick', onDouble, { signal });
    element.addEventListener('wheel', onWheel, { passive: false, signal });
    return () => {
      ending.abort();
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [view, pointers, viewport, ring]);
}

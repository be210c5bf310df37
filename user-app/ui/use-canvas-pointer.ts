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

/** @param sheet where the viewport stands in the window */
function inputOf(event: PointerEvent, sheet: DOMRect): PointerInput {
  const coalesced = event.getCoalescedEvents?.() ?? [];
  const isPen = event.pointerType === 'pen';
  const at = (coalesced.length > 0 ? coalesced : [event]).map(({ clientX, clientY, pressure }) => ({
    x: clientX - sheet.left,
    y: clientY - sheet.top,
    pressure: isPen ? pressure : undefined,
  }));
  const kind = isPen ? 'pen' : event.pointerType === 'touch' ? 'touch' : 'mouse';
  const { pointerId: id, button, shiftKey: isShift, altKey: isAlt } = event;
  return { id, kind, at, button, isShift, isAlt };
}

function moveRing(ring: HTMLElement | null, event: PointerEvent, sheet: DOMRect): void {
  if (!ring) return;
  const { clientX, clientY, pointerType } = event;
  ring.style.translate = `calc(${clientX - sheet.left}px - 50%) calc(${clientY - sheet.top}px - 50%)`;
  ring.hidden = pointerType === 'touch' || isOnControl(event);
}

/** Presses of the sheet: where the pointer rests for a frame, the stroke catches up with it. */
function followPointers(element: HTMLElement, pointers: PointerGestures) {
  let hasMoved = false;
  let frame = 0;
  const follow = () => {
    if (!hasMoved) pointers.settle();
    hasMoved = false;
    frame = pointers.isBusy ? requestAnimationFrame(follow) : 0;
  };
  const showPressed = () => element.toggleAttribute('data-pressed', pointers.isBusy);
  return {
    press(event: PointerEvent, sheet: DOMRect): void {
      // A pointer that is gone already cannot be captured.
      if (event.isTrusted) element.setPointerCapture(event.pointerId);
      pointers.down(inputOf(event, sheet));
      hasMoved = true;
      if (frame === 0) frame = requestAnimationFrame(follow);
      showPressed();
    },
    noteMove(): void {
      hasMoved = true;
    },
    end(id: number, how: 'up' | 'cancel'): void {
      pointers[how]({ id });
      showPressed();
    },
    stop: () => cancelAnimationFrame(frame),
  };
}

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
    let sheet = element.getBoundingClientRect();
    const measure = () => {
      sheet = element.getBoundingClientRect();
      view.resize({ width: element.clientWidth, height: element.clientHeight });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const presses = followPointers(element, pointers);
    /** Presses on controls that may still become clicks, by pointer. */
    const undecided = new Map<number, PointerEvent>();
    const ending = new AbortController();
    const listen = <K extends keyof HTMLElementEventMap>(type: K, act: (event: HTMLElementEventMap[K]) => void) =>
      element.addEventListener(type, act, { signal: ending.signal, passive: false });

    listen('pointerdown', (event) => {
      element.toggleAttribute('data-pointed', true);
      // The middle button would scroll.
      if (event.button === 1) event.preventDefault();
      sheet = element.getBoundingClientRect();
      moveRing(ring.current, event, sheet);
      if (isOnControl(event)) undecided.set(event.pointerId, event);
      else presses.press(event, sheet);
    });
    listen('pointermove', (event) => {
      presses.noteMove();
      moveRing(ring.current, event, sheet);
      const pressed = undecided.get(event.pointerId);
      if (pressed) {
        if (Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) <= clickReach) return;
        undecided.delete(event.pointerId);
        presses.press(pressed, sheet);
      }
      pointers.move(inputOf(event, sheet));
    });
    for (const [type, how] of [['pointerup', 'up'] as const, ['pointercancel', 'cancel'] as const])
      listen(type, ({ pointerId }) => {
        undecided.delete(pointerId);
        presses.end(pointerId, how);
      });
    listen('pointerenter', () => {
      sheet = element.getBoundingClientRect();
    });
    listen('pointerleave', () => {
      undecided.clear();
      if (ring.current) ring.current.hidden = true;
      latest.current.onLeave?.();
    });
    listen('contextmenu', (event) => event.preventDefault());
    listen('blur', () => void element.toggleAttribute('data-pointed', false));
    listen('dblclick', () => latest.current.onDoubleClick());
    listen('wheel', (event) => {
      event.preventDefault();
      const around = { x: event.clientX - sheet.left, y: event.clientY - sheet.top };
      if (event.shiftKey) view.pan(-(event.deltaX || event.deltaY), 0);
      else view.zoom(Math.exp(-event.deltaY / wheelReach), around);
    });
    return () => {
      ending.abort();
      observer.disconnect();
      presses.stop();
    };
  }, [view, pointers, viewport, ring]);
}

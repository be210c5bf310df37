import { type RefObject, useEffect } from 'react';
import type { PointerInput } from './engine/pointer-gestures';
import type { DrawingTable } from './use-drawing-table';

/** A wheel step of 400 zooms by e. */
const wheelReach = 400;

/**
 * Brings what mouse, pen, fingers and wheel do to the board. Listens itself: React's way to a handler would cost every
 * move more than the stroke does.
 */
export function useBoardPointer(
  table: DrawingTable,
  viewport: RefObject<HTMLElement>,
  ring: RefObject<HTMLElement>,
): void {
  useEffect(() => {
    const element = viewport.current;
    if (!element) return;
    const { board, pointers } = table;
    let place = element.getBoundingClientRect();
    const measure = () => {
      place = element.getBoundingClientRect();
      board.resize({ width: element.clientWidth, height: element.clientHeight });
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
      return { id: event.pointerId, kind, at, button: event.button, isShift: event.shiftKey };
    };
    const moveRing = ({ clientX, clientY, pointerType }: PointerEvent) => {
      if (!ring.current) return;
      ring.current.style.translate = `calc(${clientX - place.left}px - 50%) calc(${clientY - place.top}px - 50%)`;
      ring.current.hidden = pointerType === 'touch';
    };

    // Where the pointer rests for a frame, the stroke catches up with it.
    let hasMoved = false;
    let frame = 0;
    const follow = () => {
      if (!hasMoved) board.settleStroke();
      hasMoved = false;
      frame = pointers.isBusy ? requestAnimationFrame(follow) : 0;
    };
    const onDown = (event: PointerEvent) => {
      // The middle button would scroll.
      if (event.button === 1) event.preventDefault();
      place = element.getBoundingClientRect();
      // A pointer that is gone already cannot be captured.
      if (event.isTrusted) element.setPointerCapture(event.pointerId);
      moveRing(event);
      pointers.down(inputOf(event));
      hasMoved = true;
      if (frame === 0) frame = requestAnimationFrame(follow);
    };
    const onMove = (event: PointerEvent) => {
      hasMoved = true;
      moveRing(event);
      pointers.move(inputOf(event));
    };
    const onUp = (event: PointerEvent) => pointers.up({ id: event.pointerId });
    const onCancel = (event: PointerEvent) => pointers.cancel({ id: event.pointerId });
    const onLeave = () => {
      if (ring.current) ring.current.hidden = true;
      board.setPointer(undefined);
    };
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const around = { x: event.clientX - place.left, y: event.clientY - place.top };
      if (event.shiftKey) board.pan(-(event.deltaX || event.deltaY), 0);
      else board.zoom(Math.exp(-event.deltaY / wheelReach), around);
    };
    const onMenu = (event: Event) => event.preventDefault();
    const onDouble = () => {
      if (board.getSnapshot().tool !== 'polygon') return;
      // The second press set the same corner again.
      board.removeCorner();
      board.closePolygon();
    };
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onUp);
    element.addEventListener('pointercancel', onCancel);
    element.addEventListener('pointerleave', onLeave);
    element.addEventListener('contextmenu', onMenu);
    element.addEventListener('dblclick', onDouble);
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onUp);
      element.removeEventListener('pointercancel', onCancel);
      element.removeEventListener('pointerleave', onLeave);
      element.removeEventListener('contextmenu', onMenu);
      element.removeEventListener('dblclick', onDouble);
      element.removeEventListener('wheel', onWheel);
    };
  }, [table, viewport, ring]);
}

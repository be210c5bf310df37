import { type RefObject, useEffect, useRef } from 'react';
import type { MaskEditor } from './engine/editor';
import type { PointerInput } from './engine/surface';

interface PointerPlace {
  editor: MaskEditor;
  viewport: RefObject<HTMLDivElement>;
  ring: RefObject<HTMLDivElement>;
  /** Whether points of the click selection are to be kept out. */
  isPointOutside: boolean;
}

/** A wheel step of 400 zooms by e. */
const wheelReach = 400;

/**
 * Brings what mouse, pen, fingers and wheel do on the picture to the editor. Listens itself: React's way to a handler
 * would cost every move more than the stroke does.
 */
export function usePointer({ editor, viewport, ring, isPointOutside }: PointerPlace): void {
  const latestOutside = useRef(isPointOutside);
  latestOutside.current = isPointOutside;

  useEffect(() => {
    const element = viewport.current;
    if (!element) return;
    let place = element.getBoundingClientRect();
    const measure = () => {
      place = element.getBoundingClientRect();
      editor.resize({ width: element.clientWidth, height: element.clientHeight });
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
      return {
        id: event.pointerId,
        kind: isPen ? 'pen' : event.pointerType === 'touch' ? 'touch' : 'mouse',
        at,
        button: event.button,
        isShift: event.shiftKey,
        isAlt: event.altKey,
        isAlternative: latestOutside.current !== (event.shiftKey || event.altKey),
      };
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
      if (!hasMoved) editor.pointers.settle();
      hasMoved = false;
      frame = editor.pointers.isBusy ? requestAnimationFrame(follow) : 0;
    };
    const onDown = (event: PointerEvent) => {
      // The middle button would scroll.
      if (event.button === 1) event.preventDefault();
      place = element.getBoundingClientRect();
      // A pointer that is gone already cannot be captured.
      if (event.isTrusted) element.setPointerCapture(event.pointerId);
      moveRing(event);
      editor.pointers.down(inputOf(event));
      hasMoved = true;
      if (frame === 0) frame = requestAnimationFrame(follow);
    };
    const onMove = (event: PointerEvent) => {
      hasMoved = true;
      moveRing(event);
      editor.pointers.move(inputOf(event));
    };
    const onUp = (event: PointerEvent) => editor.pointers.up({ id: event.pointerId });
    const onCancel = (event: PointerEvent) => editor.pointers.cancel({ id: event.pointerId });
    const onEnter = () => {
      place = element.getBoundingClientRect();
    };
    const onLeave = () => {
      if (ring.current) ring.current.hidden = true;
    };
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      if (event.shiftKey) editor.pan(-(event.deltaX || event.deltaY), 0);
      else
        editor.zoom(Math.exp(-event.deltaY / wheelReach), {
          x: event.clientX - place.left,
          y: event.clientY - place.top,
        });
    };
    const onMenu = (event: Event) => event.preventDefault();
    const onDouble = () => {
      const { tool } = editor.getSnapshot();
      if (tool !== 'polygon' && tool !== 'wire') return;
      // The second press set the same corner again.
      editor.removeLast();
      editor.accept();
    };
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onUp);
    element.addEventListener('pointercancel', onCancel);
    element.addEventListener('pointerenter', onEnter);
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
      element.removeEventListener('pointerenter', onEnter);
      element.removeEventListener('pointerleave', onLeave);
      element.removeEventListener('contextmenu', onMenu);
      element.removeEventListener('dblclick', onDouble);
      element.removeEventListener('wheel', onWheel);
    };
  }, [editor, viewport, ring]);
}

import { useCallback, useEffect, useRef, useState } from 'react';
import type { MaskEditor } from '../engine/editor';
import { draftKey, maskDrafts } from './draft-store';
import { DraftWatch } from './draft-watch';

/** Whose the draft is: kept here, being edited in another tab, or taken over by one. */
export type Keeping = 'here' | 'elsewhere' | 'taken';

/** The mask as it was stored last, and the revision of the editor it was then. */
export interface SavedMask {
  value: string | undefined;
  revision: number;
}

export interface DraftPlace {
  toolId: string;
  fieldName: string;
  imageId: string;
}

/** Rest after the last change before the work is written, ms. */
const restMs = 400;

/** Keeps the work of an open editor in this browser, a moment after each change and when the page is hidden. */
export function useDraftKeeping(
  editor: MaskEditor | undefined,
  place: DraftPlace | undefined,
  saved: SavedMask | undefined,
) {
  const [keeping, setKeeping] = useState<Keeping>('here');
  const watch = useRef<DraftWatch>();
  const keep = useRef<() => Promise<void>>();
  const latestSaved = useRef(saved);
  latestSaved.current = saved;
  const { toolId, fieldName, imageId } = place ?? {};

  useEffect(() => {
    if (!editor || toolId === undefined || fieldName === undefined || imageId === undefined) return;
    const key = draftKey(toolId, fieldName, imageId);
    const held = new DraftWatch(key, () => setKeeping('taken'));
    watch.current = held;
    let isOver = false;
    void held.hold().then((isHeld) => {
      if (!isOver) setKeeping(isHeld ? 'here' : 'elsewhere');
    });
    const storedAs = () => {
      const { value, revision } = latestSaved.current ?? { value: undefined, revision: -1 };
      return editor.getSnapshot().revision === revision ? value : undefined;
    };
    let kept = editor.getSnapshot().revision;
    let keptAs = storedAs();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = async () => {
      clearTimeout(timer);
      timer = undefined;
      const { revision, coverage, refinement } = editor.getSnapshot();
      const as = storedAs();
      if (!held.isHeld || (revision === kept && as === keptAs)) return;
      const spans = await editor.work.marked().catch(() => undefined);
      if (!spans || !held.isHeld) return;
      kept = revision;
      keptAs = as;
      const basis = latestSaved.current?.value;
      const parts = { key, toolId, fieldName, imageId, size: editor.size, spans, refinement, coverage, basis };
      await maskDrafts.write({ ...parts, storedAs: as, updatedAt: Date.now() });
    };
    keep.current = write;
    const later = () => {
      if (editor.getSnapshot().revision === kept) return;
      clearTimeout(timer);
      timer = setTimeout(() => void write(), restMs);
    };
    const onHidden = () => document.visibilityState === 'hidden' && void write();
    const unsubscribe = editor.subscribe(later);
    document.addEventListener('visibilitychange', onHidden);
    window.addEventListener('pagehide', onHidden);
    return () => {
      isOver = true;
      unsubscribe();
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('pagehide', onHidden);
      void write().then(() => held.close());
      setKeeping('here');
    };
  }, [editor, toolId, fieldName, imageId]);

  const takeOver = useCallback(() => {
    watch.current?.take();
    setKeeping('here');
    // Earlier work in this editor is kept from now on as well.
    void keep.current?.();
  }, []);
  return { keeping, takeOver };
}

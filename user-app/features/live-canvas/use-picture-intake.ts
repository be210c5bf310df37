import { type RefObject, useCallback, useEffect } from 'react';
import { cleanImageUrl } from '@/data/image';
import { toast, toastFailure } from '@/lib/toast';
import { refusalOfFile } from './engine/picture-shelf';
import type { DrawingTable } from './use-drawing-table';

/** Puts pictures on the paper: chosen, pasted, dropped, or taken from my works. */
export function usePictureIntake(table: DrawingTable, dropPlace: RefObject<HTMLElement>) {
  const place = useCallback(
    async (blob: Blob) => {
      const refusal = refusalOfFile(blob);
      if (refusal) {
        toast.warning(refusal);
        return;
      }
      try {
        const { id, size } = await table.shelf.add(blob);
        table.board.hold(id, size);
      } catch (error) {
        toastFailure(error);
      }
    },
    [table],
  );

  const placeStored = useCallback(
    async (imageId: string) => {
      const answer = await fetch(cleanImageUrl(imageId, 1024), { credentials: 'include' }).catch(() => undefined);
      if (answer?.ok) await place(await answer.blob());
      else toast.error('这张图没有读到，请换一张或稍后再试');
    },
    [place],
  );

  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
      if (!file) return;
      event.preventDefault();
      void place(file);
    };
    const element = dropPlace.current;
    const onDrag = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      void place(file);
    };
    document.addEventListener('paste', onPaste);
    element?.addEventListener('dragover', onDrag);
    element?.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('paste', onPaste);
      element?.removeEventListener('dragover', onDrag);
      element?.removeEventListener('drop', onDrop);
    };
  }, [place, dropPlace]);

  return { place, placeStored };
}

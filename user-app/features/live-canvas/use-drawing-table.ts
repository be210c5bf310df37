import { useCallback, useEffect, useState } from 'react';
import type { Size } from '@/canvas/geometry';
import { PointerGestures } from '@/canvas/pointer-gestures';
import { Board } from './engine/board';
import { BoardTools } from './engine/board-tools';
import { capture, fullSide } from './engine/capture';
import { readDraft, writeDraft } from './engine/draft-store';
import { KeyDrawing } from './engine/key-drawing';
import { type Drawing, isBlank, pictureIdsIn } from './engine/marks';
import { PictureShelf } from './engine/picture-shelf';
import { Raster } from './engine/raster';

/** Picture under the drawing, e.g. a shared screen. */
export interface Backdrop {
  source: CanvasImageSource;
  size: Size;
}

/** Everything the drawing needs that outlives a rendering of the screen. */
export class DrawingTable {
  readonly board = new Board();
  readonly shelf = new PictureShelf();
  readonly pointers = new PointerGestures(this.board, new BoardTools(this.board));
  readonly keys = new KeyDrawing(this.board);
  backdrop: Backdrop | undefined;
  #raster: Raster | undefined;

  /** Shows the drawing on a canvas; undefined when it leaves the screen. */
  attach(canvas: HTMLCanvasElement | null): void {
    this.#raster = canvas ? new Raster(canvas, this.board.paper, this.shelf.bitmaps) : undefined;
    this.board.attach(this.#raster);
    // The new canvas may have another shape than the last frame sent, so a new one is due.
    if (canvas && !this.isBlank) this.board.onDrawn();
  }

  /** The paper as a picture file; photos in it are sent in a smaller format. */
  async capture(side: number): Promise<Blob> {
    if (!this.#raster) throw new Error('画布还没有准备好');
    const { held } = this.board.getSnapshot();
    const hasPhoto = this.backdrop !== undefined || held !== undefined || pictureIdsIn([this.board.drawing]).size > 0;
    return capture(
      {
        paper: this.board.paper,
        backdrop: this.backdrop,
        drawing: this.#raster.canvas,
        held,
        pictures: this.shelf.bitmaps,
      },
      side,
      hasPhoto && side < fullSide ? 'image/webp' : 'image/png',
    );
  }

  get isBlank(): boolean {
    return this.board.getSnapshot().isBlank && this.backdrop === undefined;
  }
}

/** Saves the drawing after every change: a page that is being closed has no time to do it. */
function keepDrafts({ board, shelf }: DrawingTable): () => void {
  let kept: Drawing = board.drawing;
  let isWriting = false;
  const keep = async () => {
    if (isWriting) return;
    isWriting = true;
    while (kept !== board.drawing) {
      kept = board.drawing;
      const { held, aspect } = board.getSnapshot();
      const inUse = pictureIdsIn(board.drawings);
      if (held) inUse.add(held.pictureId);
      shelf.keepOnly(inUse);
      const pictures = shelf.kept(pictureIdsIn([kept]));
      await writeDraft({ aspect, drawing: kept, pictures, updatedAt: Date.now() });
    }
    isWriting = false;
  };
  return () => void keep();
}

/** The table with the drawing this browser kept, and the keeping of what comes. */
export function useDrawingTable(onDrawn: () => void): {
  table: DrawingTable;
  isRestored: boolean;
  forgetNotice: () => void;
} {
  const [table] = useState(() => new DrawingTable());
  const [isRestored, setIsRestored] = useState(false);

  useEffect(() => {
    let isGone = false;
    const keep = keepDrafts(table);
    table.board.onDrawn = () => {
      onDrawn();
      keep();
    };
    const restore = async () => {
      const draft = await readDraft();
      if (isGone || !draft || isBlank(draft.drawing) || !table.board.getSnapshot().isBlank) return;
      await Promise.allSettled(draft.pictures.map(({ id, blob }) => table.shelf.add(blob, id)));
      if (isGone || !table.board.getSnapshot().isBlank) return;
      table.board.load(draft.aspect, draft.drawing, { said: '画布已恢复' });
      setIsRestored(true);
    };
    void restore();
    return () => {
      isGone = true;
    };
  }, [table, onDrawn]);

  return { table, isRestored, forgetNotice: useCallback(() => setIsRestored(false), []) };
}

import { createStore } from '../../../lib/create-store';
import type { Undo } from '../../../ui/undo-bar';

interface Notices {
  undo: Undo | undefined;
  /** The picture somebody reports. */
  reported: number | undefined;
}

/** Notices and dialogs of the gallery over any page; the host in the frame shows them. */
export const galleryNotices = createStore<Notices>({ undo: undefined, reported: undefined });

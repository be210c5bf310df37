import { createStore } from '../../../lib/create-store';
import type { Undo } from '../../../ui/undo-bar';

interface Notices {
  undo: Undo | undefined;
  /** The picture somebody reports. */
  reported: number | undefined;
}

/** What the gallery says and asks over whatever page is open; the host in the frame shows it. */
export const galleryNotices = createStore<Notices>({ undo: undefined, reported: undefined });

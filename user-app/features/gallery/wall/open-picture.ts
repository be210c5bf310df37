import { pictureHash, pictureOfHash } from '#shared/domain/gallery';
import type { ShelvedPictures } from '../../../data/gallery-shelf';
import { createStore } from '../../../lib/create-store';
import { history, useLocation } from '../../../lib/router';

interface Opened {
  /** The list whose neighbours are leafed through. */
  shelved: ShelvedPictures | undefined;
}

export const openedFrom = createStore<Opened>({ shelved: undefined });

/** State of a history entry that this window added for the viewer, so that Back closes it. */
interface ViewerState {
  isViewer?: true;
}

const isOurs = () => (history.location.state as ViewerState | null)?.isViewer === true;

/** The picture that was asked for last: Back may come before the page is drawn with it. */
export const lastShown: { id: number | undefined } = { id: undefined };

/** Opens the viewer over the page: its address is the page's with `#picture-<id>`, one step further in the history. */
export function openPicture(id: number, shelved: ShelvedPictures): void {
  openedFrom.set({ shelved });
  lastShown.id = id;
  const { pathname, search } = history.location;
  history.push({ pathname, search, hash: pictureHash(id) }, { isViewer: true } satisfies ViewerState);
}

/** Another picture in the viewer: the address follows, the history does not grow. */
export function showPicture(id: number): void {
  lastShown.id = id;
  const { pathname, search, state } = history.location;
  history.replace({ pathname, search, hash: pictureHash(id) }, state);
}

/** Back to the page where the viewer was opened there; otherwise the page takes the viewer's place. */
export function closePicture(): void {
  const { pathname, search } = history.location;
  if (isOurs()) history.back();
  else history.replace({ pathname, search });
}

/** The picture that lies open over the page. */
export function useOpenPicture(): number | undefined {
  return pictureOfHash(useLocation().hash);
}

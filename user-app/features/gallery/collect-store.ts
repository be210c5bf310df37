import { createStore, useStore } from '../../lib/create-store';

/** Pictures somebody wants to put into one of the own folders. */
export interface CollectWish {
  pictureIds: readonly number[];
  /** Stands in the dialog's head; 收藏到 where left out. */
  title?: string;
  /** Offered beside the folders where it is given: takes the picture out of all of them. */
  onRemove?: () => void;
  /** Called with the folder that was chosen, instead of collecting there. */
  onChoose?: (folder: { id: string; name: string }) => void;
}

const collectStore = createStore<{ wish: CollectWish | undefined }>({ wish: undefined });

export function useCollectWish(): CollectWish | undefined {
  return useStore(collectStore, ({ wish }) => wish);
}

/** Opens the choice of a folder over any screen. */
export function openFolderPicker(wish: CollectWish): void {
  collectStore.set({ wish });
}

export function closeFolderPicker(): void {
  collectStore.set({ wish: undefined });
}

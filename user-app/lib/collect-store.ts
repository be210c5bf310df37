import { createStore, useStore } from './create-store';

/** Pictures somebody wants to put into one of the own folders. */
export interface CollectWish {
  pictureIds: readonly number[];
  /** Stands in the dialog's head; 收藏到 where left out. */
  title?: string;
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

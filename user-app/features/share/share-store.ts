import { createStore, useStore } from '../../lib/create-store';

/** A result somebody wants to give a link to. */
export interface ShareWish {
  imageId: string;
  title: string;
}

const shareStore = createStore<{ wish: ShareWish | undefined }>({ wish: undefined });

export function useShareWish(): ShareWish | undefined {
  return useStore(shareStore, ({ wish }) => wish);
}

/** Opens the dialog of links over any screen. */
export function openShare(wish: ShareWish): void {
  shareStore.set({ wish });
}

export function closeShare(): void {
  shareStore.set({ wish: undefined });
}

import type { GalleryPicture } from '#shared/contract/gallery-picture';
import { createStore, useStore } from '../../../lib/create-store';

/** A picture of one's own that somebody wants to put into the gallery. */
export interface PublishWish {
  imageId: string;
  /** Proposed title. */
  title: string;
  /** True when a tool made it; an upload tells what it is instead. */
  isResult: boolean;
  onPublished?: (picture: GalleryPicture) => void;
}

const publishStore = createStore<{ wish: PublishWish | undefined }>({ wish: undefined });

export function usePublishWish(): PublishWish | undefined {
  return useStore(publishStore, ({ wish }) => wish);
}

/** Opens the form of a publication over any screen. */
export function openPublish(wish: PublishWish): void {
  publishStore.set({ wish });
}

export function closePublish(): void {
  publishStore.set({ wish: undefined });
}

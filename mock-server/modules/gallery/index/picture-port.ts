import type { GalleryPicture } from '#shared/contract/gallery-picture';
import type { UserCaller } from '../../base/caller.ts';

/**
 * Port for sets, cases, people and downloads to the gallery's pictures. Visibility is decided behind it and nowhere
 * else. None of these calls is made inside a transaction.
 */
export interface GalleryPictures {
  /** Cards in the order of `ids`; what the caller may not see is left out. */
  cards(caller: UserCaller | null, ids: readonly number[]): Promise<GalleryPicture[]>;
  /** Throws `gallery.picture_not_found` when the caller may not see one of them. */
  requireVisible(caller: UserCaller | null, ids: readonly number[]): Promise<void>;
  /** Those of `ids` that the caller may see, in the same order. */
  visible(caller: UserCaller | null, ids: readonly number[]): Promise<number[]>;
  /** Takes over from the database what has been committed of these pictures; resolves when lists show it. */
  changed(ids: readonly number[]): Promise<void>;
}

/** Port to the tree of categories. */
export interface GalleryCategories {
  /** The category and everything below it; empty when there is no such category. */
  withBelow(id: string): readonly string[];
}

import type { GalleryPicture } from '#shared/contract/gallery-picture';
import { ProductError } from '#shared/errors';
import type { UserCaller } from '../../base/caller.ts';
import type { Store } from '../../base/store.ts';
import * as pictures from '../index/picture.repository.ts';
import { cardOf, isLeft, maySee, type Viewer } from './picture.rules.ts';

export type PictureVisibility = ReturnType<typeof createPictureVisibility>;

/** Visibility of the gallery's pictures. */
export function createPictureVisibility({ store: { db } }: { store: Store }) {
  async function viewerOf(caller: UserCaller | null): Promise<Viewer> {
    if (!caller) return { accountId: null, blocked: new Set(), hidden: new Set() };
    const { accountId } = caller;
    const blocked = new Set(await pictures.blockedWith(db, accountId));
    return { accountId, blocked, hidden: new Set(await pictures.hiddenOf(db, accountId)) };
  }

  async function rowsFor(onlooker: Viewer, ids: readonly number[]): Promise<pictures.CardRow[]> {
    const rows = new Map((await pictures.cardRows(db, ids)).map((row) => [row.id, row]));
    const left = await leftTo(onlooker, [...rows.values()]);
    return ids.flatMap((id) => {
      const row = rows.get(id);
      return row && (maySee(onlooker, row) || left.has(id)) ? [row] : [];
    });
  }

  /** Pictures of erased accounts stay visible to accounts that have collected or downloaded them. */
  async function leftTo({ accountId }: Viewer, rows: readonly pictures.CardRow[]): Promise<ReadonlySet<number>> {
    const left = rows.filter(isLeft).map(({ id }) => id);
    return accountId === null || left.length === 0 ? new Set() : pictures.heldBy(db, accountId, left);
  }

  async function visible(caller: UserCaller | null, ids: readonly number[]): Promise<number[]> {
    return (await rowsFor(await viewerOf(caller), ids)).map(({ id }) => id);
  }

  return {
    viewerOf,
    visible,
    /** Rows of the pictures that the viewer may see, in the order of the ids. */
    rows: rowsFor,

    /** Cards in the order of `ids`; what the caller may not see is left out. */
    async cards(caller: UserCaller | null, ids: readonly number[]): Promise<GalleryPicture[]> {
      if (ids.length === 0) return [];
      const onlooker = await viewerOf(caller);
      const rows = await rowsFor(onlooker, ids);
      const held = caller ? await pictures.foldersHolding(db, caller.accountId, ids) : [];
      const collected = new Set(held.map(({ picture_id }) => picture_id));
      return rows.map((row) => cardOf(onlooker, row, collected.has(row.id)));
    },

    /** The picture, if the caller may see it. Throws `gallery.picture_not_found`. */
    async row(onlooker: Viewer, id: number): Promise<pictures.CardRow> {
      const [row] = await rowsFor(onlooker, [id]);
      if (!row) throw new ProductError('gallery.picture_not_found');
      return row;
    },

    /** Throws `gallery.picture_not_found` when the caller may not see one of them. */
    async requireVisible(caller: UserCaller | null, ids: readonly number[]): Promise<void> {
      if ((await visible(caller, ids)).length < ids.length) throw new ProductError('gallery.picture_not_found');
    },
  };
}

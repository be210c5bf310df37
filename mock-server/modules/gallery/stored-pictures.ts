import type { GalleryPicture } from '#shared/contract/gallery-picture';
import { ProductError } from '#shared/errors';
import type { UserCaller } from '../caller.ts';
import { imageUrl } from '../image/image.service.ts';
import type { Db } from '../store.ts';
import { authorCards, notBlocked, ownerActive } from './people.repository.ts';
import type { GalleryPictures } from './picture-port.ts';
import { collectedAmong } from './set.repository.ts';

/** The gallery's pictures straight from the database, for as long as there is no index of them. */
export function createStoredPictures({ db }: { db: Db }): GalleryPictures {
  async function seenRows(caller: UserCaller | null, ids: readonly number[]) {
    if (ids.length === 0) return [];
    const viewerId = caller?.accountId ?? '';
    const rows = await db
      .selectFrom('gallery_picture as picture')
      .innerJoin('image', 'image.id', 'picture.image_id')
      .selectAll('picture')
      .select(['image.width', 'image.height', 'image.main_color', 'image.thumb_hash'])
      .where('picture.id', 'in', [...new Set(ids)])
      .where('picture.deleted_at', 'is', null)
      .where((where) =>
        where.or([
          where('picture.owner_id', '=', viewerId),
          where.and([
            where('picture.state', '=', 'public'),
            ownerActive('picture.owner_id'),
            notBlocked('picture.owner_id', caller?.accountId ?? null),
          ]),
        ]),
      )
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  return {
    async cards(caller, ids) {
      const rows = await seenRows(caller, ids);
      const authors = await authorCards(
        db,
        rows.map((row) => row.owner_id),
      );
      const collected = caller ? await collectedAmong(db, caller.accountId, ids) : new Set<number>();
      return rows.flatMap((row): GalleryPicture[] => {
        const author = authors.get(row.owner_id);
        if (!author) return [];
        return [
          {
            ...{ id: row.id, imageId: row.image_id, url: imageUrl(row.image_id), width: row.width, height: row.height },
            ...{ mainColor: row.main_color, thumbHash: row.thumb_hash, title: row.title, source: row.source },
            ...{ kind: row.kind, classifyId: row.classify_id, author, state: row.state },
            ...{ isOwn: row.owner_id === caller?.accountId, isCollected: collected.has(row.id) },
            ...{ collectCount: row.collects, createdAt: row.created_at },
          },
        ];
      });
    },

    async mustSee(caller, ids) {
      const seen = new Set((await seenRows(caller, ids)).map((row) => row.id));
      if (ids.some((id) => !seen.has(id))) throw new ProductError('gallery.picture_not_found');
    },

    visible: async (caller, ids) => (await seenRows(caller, ids)).map((row) => row.id),

    changed: async () => undefined,
  };
}

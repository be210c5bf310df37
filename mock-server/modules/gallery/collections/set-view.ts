import type { GalleryPicture } from '#shared/contract/gallery-picture';
import type { Folder, ImageSet } from '#shared/contract/gallery-set';
import type { UserCaller } from '../../base/caller.ts';
import type { Db } from '../../base/store.ts';
import type { GalleryPictures } from '../index/picture-port.ts';
import { authorCards } from './people.repository.ts';
import * as sets from './set.repository.ts';
import { coversPerSet } from './set.rules.ts';

/** Views of sets and folders for a caller: covers and counts include only pictures that the caller may see. */
export function createSetView({ db, pictures }: { db: Db; pictures: Pick<GalleryPictures, 'cards' | 'visible'> }) {
  async function shown(caller: UserCaller | null, rows: readonly sets.SetRow[]) {
    const bySet = await sets.picturesOf(
      db,
      rows.map((row) => row.id),
    );
    const seen = new Set(await pictures.visible(caller, [...new Set([...bySet.values()].flat())]));
    const inRow = new Map(rows.map((row) => [row.id, (bySet.get(row.id) ?? []).filter((id) => seen.has(id))]));
    const covers = new Map(rows.map((row) => [row.id, coverIds(row, inRow.get(row.id) ?? [])]));
    const cards = await pictures.cards(caller, [...new Set([...covers.values()].flat())]);
    const byId = new Map(cards.map((card) => [card.id, card]));
    const authors = await authorCards(
      db,
      rows.map((row) => row.owner_id),
    );
    return (row: sets.SetRow) => ({
      covers: (covers.get(row.id) ?? []).flatMap((id) => byId.get(id) ?? []).map(toCover),
      pictureCount: inRow.get(row.id)?.length ?? 0,
      isOwn: row.owner_id === caller?.accountId,
      person: authors.get(row.owner_id) ?? { authorId: row.owner_id, name: '', avatar: '', isHouse: false },
    });
  }

  return {
    async imageSets(caller: UserCaller | null, rows: readonly sets.SetRow[]): Promise<ImageSet[]> {
      const ids = rows.map((row) => row.id);
      const collected = caller ? await sets.collectedSets(db, caller.accountId, ids) : new Set<string>();
      const show = await shown(caller, rows);
      return rows.map((row) => {
        const { person: author, ...view } = show(row);
        return {
          id: row.id,
          title: row.title,
          description: row.description,
          tags: JSON.parse(row.tags) as string[],
          classifyId: row.classify_id,
          isPrivate: row.is_private === 1,
          ...view,
          collectCount: row.collects,
          isCollected: collected.has(row.id),
          author,
          createdAt: row.created_at,
          updatedAt: row.updated_at,
        };
      });
    },

    async folders(caller: UserCaller | null, rows: readonly sets.SetRow[]): Promise<Folder[]> {
      const show = await shown(caller, rows);
      return rows.map((row) => {
        const { person: owner, ...view } = show(row);
        return {
          id: row.id,
          name: row.title,
          isDefault: row.is_default === 1,
          isPrivate: row.is_private === 1,
          ...view,
          owner,
          updatedAt: row.updated_at,
        };
      });
    },
  };
}

/** The chosen cover, where it is seen, and then the first pictures. */
function coverIds(row: sets.SetRow, seen: readonly number[]): number[] {
  const chosen = seen.filter((id) => id === row.cover_picture_id);
  return [...new Set([...chosen, ...seen])].slice(0, coversPerSet);
}

const toCover = ({ imageId, url, width, height, mainColor, thumbHash }: GalleryPicture) => ({
  ...{ imageId, url, width, height, mainColor, thumbHash },
});

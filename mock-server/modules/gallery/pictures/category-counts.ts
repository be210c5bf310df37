import { createTurns, placesAtOnce } from '../../../turns.ts';
import type { UserCaller } from '../../base/caller.ts';
import type { Store } from '../../base/store.ts';
import type { CategoryService } from '../../studio/category/category.service.ts';
import { imageUrl } from '../../studio/image/image.service.ts';
import type { GalleryCatalogue } from '../index/gallery-catalogue.ts';
import type { GalleryIndex } from '../index/gallery-index.ts';
import * as pictures from '../index/picture.repository.ts';
import type { PictureVisibility } from './picture-visibility.ts';

export interface CountDeps {
  store: Store;
  catalogue: GalleryCatalogue;
  categories: CategoryService;
  visibility: PictureVisibility;
}

interface Count {
  classifyId: string;
  pictures: number;
  cases: number;
  coverUrl: string | null;
}

/** Gallery pages use the first three levels; what lies deeper counts for the third. */
const deepestLevel = 3;

/** Pictures of each category, and the slot of its first one; by the number of the category in the index. */
async function countSeen(
  index: GalleryIndex,
  blocked: ReadonlySet<string>,
  hidden: ReadonlySet<number>,
): Promise<{ counts: number[]; covers: number[] }> {
  const { columns } = index;
  const isBlocked = index.owners.names.map((id) => blocked.has(id));
  const counts = index.categories.names.map(() => 0);
  const covers = index.categories.names.map(() => -1);
  const turns = createTurns();
  const order = index.orders.recommended.slots().slice();
  for (let place = 0; place < order.length; place++) {
    if (place % placesAtOnce === 0 && turns.isOver()) await turns.give();
    const slot = order[place]!;
    if (isBlocked[columns.owners[slot]!] || (hidden.size > 0 && hidden.has(columns.ids[slot]!))) continue;
    const category = columns.categories[slot]!;
    counts[category]! += 1;
    if (covers[category]! < 0) covers[category] = slot;
  }
  return { counts, covers };
}

/** Number of pictures under each category: the public ones, less those hidden from the caller. */
export function createCategoryCounts({ store: { db }, catalogue, categories, visibility }: CountDeps) {
  return async (caller: UserCaller | null): Promise<Count[]> => {
    const { blocked, hidden } = await visibility.viewerOf(caller);
    const index = await catalogue.ready();
    const { columns } = index;
    const countOf = new Map<string, { pictures: number; cases: number; cover: number | undefined }>();
    const above = (classifyId: string) => {
      const path = categories.pathOf(classifyId).filter(({ level }) => level <= deepestLevel);
      return path.map(({ id }) => {
        const count = countOf.get(id) ?? { pictures: 0, cases: 0, cover: undefined };
        countOf.set(id, count);
        return count;
      });
    };
    const { counts, covers } = await countSeen(index, blocked, hidden);
    const better = (one: number | undefined, other: number) =>
      one === undefined || columns.recommended[other]! > columns.recommended[one]! ? other : one;
    for (const [category, id] of index.categories.names.entries()) {
      if (counts[category] === 0) continue;
      for (const count of above(id)) {
        count.pictures += counts[category]!;
        count.cover = better(count.cover, covers[category]!);
      }
    }
    for (const { classify_id, count } of await pictures.casesByCategory(db))
      for (const total of above(classify_id)) total.cases += count;

    const coverIds = [...countOf.values()].flatMap(({ cover }) => (cover === undefined ? [] : [columns.ids[cover]!]));
    const imageIds = await pictures.imageIdsOf(db, [...new Set(coverIds)]);
    return [...countOf].map(([classifyId, { pictures: amount, cases, cover }]) => {
      const imageId = cover === undefined ? undefined : imageIds.get(columns.ids[cover]!);
      return { classifyId, pictures: amount, cases, coverUrl: imageId ? imageUrl(imageId) : null };
    });
  };
}

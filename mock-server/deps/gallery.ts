import { categoriesAtLevel, findCategory } from '#shared/domain/category-tree';
import { categories as tree } from '#shared/tools/categories';
import { createFolderService } from '../modules/gallery/folder.service.ts';
import type { GalleryCategories } from '../modules/gallery/picture-port.ts';
import { createSetService } from '../modules/gallery/set.service.ts';
import { createStoredPictures } from '../modules/gallery/stored-pictures.ts';
import type { Store } from '../modules/store.ts';
import type { Adapters } from './adapters.ts';

/** The inspiration gallery. */
export function createGallery(store: Store, { clock, ids }: Adapters) {
  const pictures = createStoredPictures({ db: store.db });
  const imageSets = createSetService({ store, clock, ids, pictures, categories });
  const folders = createFolderService({ store, clock, ids, pictures });
  return { galleryPictures: pictures, imageSets, folders };
}

const deepestLevel = 5;
const categories: GalleryCategories = {
  withBelow(id) {
    const found = findCategory(tree, id);
    if (!found) return [];
    const levels = [...Array(deepestLevel).keys()].map((level) => categoriesAtLevel(found, level + 1));
    return levels.flat().map((category) => category.id);
  },
};

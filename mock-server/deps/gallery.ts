import { caseContract } from '#shared/contract/gallery-case';
import { setContract } from '#shared/contract/gallery-set';
import type { Store } from '../modules/base/store.ts';
import { createCaseService } from '../modules/gallery/collections/case.service.ts';
import { createFolderService } from '../modules/gallery/collections/folder.service.ts';
import { createPeopleService } from '../modules/gallery/collections/people.service.ts';
import { createSetService } from '../modules/gallery/collections/set.service.ts';
import { createGalleryDesk } from '../modules/gallery/desk/desk.service.ts';
import { createShelfDesk } from '../modules/gallery/desk/shelf-desk.service.ts';
import { createDownloadService } from '../modules/gallery/downloads/download.service.ts';
import { createGalleryCatalogue } from '../modules/gallery/index/gallery-catalogue.ts';
import type { GalleryPictures } from '../modules/gallery/index/picture-port.ts';
import { createSeek } from '../modules/gallery/index/word-search.ts';
import { createCategoryCounts } from '../modules/gallery/pictures/category-counts.ts';
import { createLikenessService } from '../modules/gallery/pictures/likeness.service.ts';
import { createPictureService } from '../modules/gallery/pictures/picture.service.ts';
import { createPictureLists } from '../modules/gallery/pictures/picture-lists.ts';
import { createPicturePublishing } from '../modules/gallery/pictures/picture-publishing.ts';
import { createPictureVisibility } from '../modules/gallery/pictures/picture-visibility.ts';
import { createSearchService, type SearchDeps } from '../modules/gallery/pictures/search.service.ts';
import type { Accounts } from './accounts.ts';
import type { Adapters } from './adapters.ts';
import type { Identity } from './identity.ts';
import type { Records } from './records.ts';
import type { Studio } from './studio.ts';

export type Gallery = ReturnType<typeof createGallery>;

/** The inspiration gallery. Its index stands empty until the catalogue is started. */
export function createGallery(
  store: Store,
  { clock, ids }: Adapters,
  { audit, changeSets, settings }: Records,
  { accounts }: Accounts,
  { accountDesk }: Identity,
  { categories, images }: Studio,
) {
  const catalogue = createGalleryCatalogue({ store });
  const visibility = createPictureVisibility({ store });
  const seek = createSeek({ catalogue, categories });
  const lists = createPictureLists({ store, catalogue, categories, visibility, seek, clock });
  const pictures = createPictureService({ store, clock, ids, visibility });
  const publishing = createPicturePublishing({ store, clock, images, categories, catalogue, visibility });
  accountDesk.watchStanding(publishing.settleOwner);
  const categoryCounts = createCategoryCounts({ store, catalogue, categories, visibility });
  const likeness = createLikenessService({ store, images, catalogue, categories, visibility });
  const { cards, requireVisible, visible } = visibility;
  const galleryPictures: GalleryPictures = { cards, requireVisible, visible, changed: catalogue.changed };
  const imageSets = createSetService({ store, clock, ids, pictures: galleryPictures, categories, seek });
  const folders = createFolderService({ store, clock, ids, pictures: galleryPictures });
  const cases = createCaseService({ store, clock, pictures: galleryPictures, categories, seek });
  const freeLimit = () => settings.limit('freeDownloadsPerDay');
  const downloads = createDownloadService({
    ...{ store, clock, ids, accounts, images, freeLimit },
    pictures: galleryPictures,
  });
  images.watchKept(downloads.beforeKept);
  const galleryDesk = createGalleryDesk({
    ...{ store, clock, audit, accounts, changeSets, categories, images },
    settle: publishing.settle,
  });
  const shelfDesk = createShelfDesk({ store, clock, audit, changeSets, categories });
  const people = createPeopleService({ store, clock, ids, imageSets, cases });
  const countSets: SearchDeps['countSets'] = async (caller, keyword) =>
    (await imageSets.list(caller, setContract.imageSets.input.parse({ keyword, size: 1 }))).total;
  const countCases: SearchDeps['countCases'] = async (caller, keyword) =>
    (await cases.list(caller, caseContract.cases.input.parse({ keyword, size: 1 }))).total;
  const search = createSearchService({ store, catalogue, categories, visibility, lists, countSets, countCases });
  return {
    ...{ catalogue, galleryPictures, imageSets, folders, cases, people, downloads, galleryDesk, shelfDesk },
    gallery: { lists, pictures, publishing, categoryCounts, likeness, search },
  };
}

import { caseContract } from '#shared/contract/gallery-case';
import { setContract } from '#shared/contract/gallery-set';
import type { Store } from '../modules/base/store.ts';
import { createCaseService } from '../modules/gallery/case.service.ts';
import { createCategoryCounts } from '../modules/gallery/category-counts.ts';
import { createGalleryDesk } from '../modules/gallery/desk.service.ts';
import { createDownloadService } from '../modules/gallery/download.service.ts';
import { createFolderService } from '../modules/gallery/folder.service.ts';
import { createGalleryCatalogue } from '../modules/gallery/gallery-catalogue.ts';
import { createGallerySight } from '../modules/gallery/gallery-sight.ts';
import { createLikenessService } from '../modules/gallery/likeness.service.ts';
import { createPeopleService } from '../modules/gallery/people.service.ts';
import { createPictureService } from '../modules/gallery/picture.service.ts';
import { createPictureLists } from '../modules/gallery/picture-lists.ts';
import type { GalleryPictures } from '../modules/gallery/picture-port.ts';
import { createPicturePublishing } from '../modules/gallery/picture-publishing.ts';
import { createSearchService, type SearchDeps } from '../modules/gallery/search.service.ts';
import { createSetService } from '../modules/gallery/set.service.ts';
import { createShelfDesk } from '../modules/gallery/shelf-desk.service.ts';
import { createSeek } from '../modules/gallery/word-search.ts';
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
  { manage }: Identity,
  { categories, images }: Studio,
) {
  const catalogue = createGalleryCatalogue({ store });
  const sight = createGallerySight({ store });
  const seek = createSeek({ catalogue, categories });
  const lists = createPictureLists({ store, catalogue, categories, sight, seek, clock });
  const pictures = createPictureService({ store, clock, ids, sight });
  const publishing = createPicturePublishing({ store, clock, images, categories, catalogue, sight });
  manage.watchStanding(publishing.settleOwner);
  const categoryCounts = createCategoryCounts({ store, catalogue, categories, sight });
  const likeness = createLikenessService({ store, images, catalogue, categories, sight });
  const { cards, mustSee, visible } = sight;
  const galleryPictures: GalleryPictures = { cards, mustSee, visible, changed: catalogue.changed };
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
  const search = createSearchService({ store, catalogue, categories, sight, lists, countSets, countCases });
  return {
    ...{ catalogue, galleryPictures, imageSets, folders, cases, people, downloads, galleryDesk, shelfDesk },
    gallery: { lists, pictures, publishing, categoryCounts, likeness, search },
  };
}

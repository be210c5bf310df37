import type { pictureContract } from '#shared/contract/gallery-picture';
import { JsonPieces } from '../../../http/json-pieces.ts';
import type { Handlers } from '../../../http/mount.ts';
import type { createCategoryCounts } from './category-counts.ts';
import type { LikenessService } from './likeness.service.ts';
import type { PictureService } from './picture.service.ts';
import type { createPictureLists } from './picture-lists.ts';
import type { PicturePublishing } from './picture-publishing.ts';
import type { SearchService } from './search.service.ts';

export interface PictureCalls {
  lists: ReturnType<typeof createPictureLists>;
  pictures: PictureService;
  publishing: PicturePublishing;
  categoryCounts: ReturnType<typeof createCategoryCounts>;
  likeness: LikenessService;
  search: SearchService;
}

export function pictureRoutes({
  lists,
  pictures,
  publishing,
  categoryCounts,
  likeness,
  search,
}: PictureCalls): Handlers<typeof pictureContract> {
  return {
    pictures: ({ caller, input }) => lists.page(caller, input),
    pictureLayout: async ({ caller, input }) => new JsonPieces(await lists.layout(caller, input)),
    picture: ({ caller, params }) => pictures.detail(caller, params.id),
    similarPictures: ({ caller, params, input }) => likeness.similar(caller, params.id, input),
    picturesLike: ({ caller, input }) => likeness.like(caller, input),
    searchGallery: ({ caller, input }) => search.find(caller, input.keyword),
    suggestions: ({ caller, input }) => search.suggest(caller, input.keyword),
    hotWords: () => search.hotWords(),
    categoryCounts: ({ caller }) => categoryCounts(caller),
    hidePicture: async ({ caller, params, input }) => {
      await pictures.hide(caller, params.id, input.isHidden);
      return null;
    },
    reportPicture: async ({ caller, params, input }) => {
      await pictures.report(caller, params.id, input);
      return null;
    },
    publishPicture: ({ caller, input }) => publishing.publish(caller, input),
    editPicture: ({ caller, params, input }) => publishing.edit(caller, params.id, input),
    removePicture: async ({ caller, params }) => {
      await publishing.remove(caller, params.id);
      return null;
    },
    restorePicture: ({ caller, params }) => publishing.restore(caller, params.id),
  };
}

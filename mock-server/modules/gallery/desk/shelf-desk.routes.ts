import type { galleryShelfDeskContract } from '#shared/contract/gallery-shelf-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { ShelfDesk } from './shelf-desk.service.ts';

export function shelfDeskRoutes({
  putCase,
  putSet,
  editCase,
  editSet,
  pinCase,
  pinSet,
}: ShelfDesk): Omit<Handlers<typeof galleryShelfDeskContract>, 'gallerySets' | 'galleryCases'> {
  return {
    hideSet: ({ caller, params, input, facts }) => putSet({ caller, facts }, params.id, true, input.reason),
    showSet: ({ caller, params, input, facts }) => putSet({ caller, facts }, params.id, false, input.reason),
    updateGallerySet: ({ caller, params, input, facts }) => editSet({ caller, facts }, params.id, input),
    updateGalleryCase: ({ caller, params, input, facts }) => editCase({ caller, facts }, params.id, input),
    pinGallerySet: ({ caller, params, input, facts }) => pinSet({ caller, facts }, params.id, input),
    pinGalleryCase: ({ caller, params, input, facts }) => pinCase({ caller, facts }, params.id, input),
    hideCase: ({ caller, params, input, facts }) => putCase({ caller, facts }, params.id, true, input.reason),
    showCase: ({ caller, params, input, facts }) => putCase({ caller, facts }, params.id, false, input.reason),
  };
}

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
    hideSet: ({ caller, params, input, facts }) => putSet(caller, params.id, true, input.reason, facts),
    showSet: ({ caller, params, input, facts }) => putSet(caller, params.id, false, input.reason, facts),
    updateGallerySet: ({ caller, params, input, facts }) => editSet(caller, params.id, input, facts),
    updateGalleryCase: ({ caller, params, input, facts }) => editCase(caller, params.id, input, facts),
    pinGallerySet: ({ caller, params, input, facts }) => pinSet(caller, params.id, input, facts),
    pinGalleryCase: ({ caller, params, input, facts }) => pinCase(caller, params.id, input, facts),
    hideCase: ({ caller, params, input, facts }) => putCase(caller, params.id, true, input.reason, facts),
    showCase: ({ caller, params, input, facts }) => putCase(caller, params.id, false, input.reason, facts),
  };
}

import type { galleryShelfDeskContract } from '#shared/contract/gallery-shelf-desk';
import type { Handlers } from '../../http/mount.ts';
import type { ShelfDesk } from './shelf-desk.service.ts';

export function shelfDeskRoutes({
  putCase,
  putSet,
}: ShelfDesk): Omit<Handlers<typeof galleryShelfDeskContract>, 'gallerySets' | 'galleryCases'> {
  return {
    hideSet: ({ caller, params, input, facts }) => putSet(caller, params.id, true, input.reason, facts),
    showSet: ({ caller, params, input, facts }) => putSet(caller, params.id, false, input.reason, facts),
    hideCase: ({ caller, params, input, facts }) => putCase(caller, params.id, true, input.reason, facts),
    showCase: ({ caller, params, input, facts }) => putCase(caller, params.id, false, input.reason, facts),
  };
}

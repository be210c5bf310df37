import type { viewDeskContract } from '#shared/contract/view-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { ViewService } from './view.service.ts';

export function viewRoutes(views: ViewService): Omit<Handlers<typeof viewDeskContract>, 'views'> {
  return {
    view: ({ caller, params }) => views.one(caller, params.id),
    createView: ({ caller, input, facts }) => views.create(caller, input, facts),
    updateView: ({ caller, params, input, facts }) => views.update(caller, params.id, input, facts),
    deleteView: ({ caller, params, facts }) => views.remove(caller, params.id, facts),
  };
}

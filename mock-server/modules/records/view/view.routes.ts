import type { viewDeskContract } from '#shared/contract/view-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { ViewService } from './view.service.ts';

export function viewRoutes(views: ViewService): Omit<Handlers<typeof viewDeskContract>, 'views'> {
  return {
    view: ({ caller, params }) => views.one(caller, params.id),
    createView: ({ caller, input, facts }) => views.create({ caller, facts }, input),
    updateView: ({ caller, params, input, facts }) => views.update({ caller, facts }, params.id, input),
    deleteView: ({ caller, params, facts }) => views.remove({ caller, facts }, params.id),
  };
}

import type { categoryDeskContract } from '#shared/contract/category-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { CategoryDesk } from './category-desk.service.ts';

export function categoryDeskRoutes(desk: CategoryDesk): Omit<Handlers<typeof categoryDeskContract>, 'categories'> {
  return {
    category: ({ params }) => desk.detail(params.id),
    categoryTree: () => desk.tree(),
    createCategory: ({ caller, input, facts }) => desk.create({ caller, facts }, input),
    updateCategory: ({ caller, params, input, facts }) => desk.update({ caller, facts }, params.id, input),
    moveCategory: ({ caller, params, input, facts }) => desk.move({ caller, facts }, params.id, input),
    removeCategory: ({ caller, params, input, facts }) => desk.remove({ caller, facts }, params.id, input.version),
  };
}

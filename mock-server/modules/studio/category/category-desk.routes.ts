import type { categoryDeskContract } from '#shared/contract/category-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { CategoryDesk } from './category-desk.service.ts';

export function categoryDeskRoutes(desk: CategoryDesk): Omit<Handlers<typeof categoryDeskContract>, 'categories'> {
  return {
    category: ({ params }) => desk.detail(params.id),
    categoryTree: () => desk.tree(),
    createCategory: ({ caller, input, facts }) => desk.create(caller, input, facts),
    updateCategory: ({ caller, params, input, facts }) => desk.update(caller, params.id, input, facts),
    moveCategory: ({ caller, params, input, facts }) => desk.move(caller, params.id, input, facts),
    removeCategory: ({ caller, params, input, facts }) => desk.remove(caller, params.id, input.version, facts),
  };
}

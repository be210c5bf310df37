import type { taskContract } from '#shared/contract/task';
import type { Handlers } from '../../../http/mount.ts';
import type { CategoryService } from './category.service.ts';

export function categoryRoutes(
  service: CategoryService,
): Pick<Handlers<typeof taskContract>, 'getAllClassify' | 'getAllSuCai'> {
  return {
    getAllClassify: () => service.tree(),
    getAllSuCai: () => service.materials(),
  };
}

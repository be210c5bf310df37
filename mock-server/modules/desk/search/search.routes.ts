import type { searchDeskContract } from '#shared/contract/search-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { SearchService } from './search.service.ts';

export function searchRoutes(search: SearchService): Handlers<typeof searchDeskContract> {
  return { search: ({ caller, input }) => search.find(caller, input.q) };
}

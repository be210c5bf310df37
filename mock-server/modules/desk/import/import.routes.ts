import type { importDeskContract } from '#shared/contract/import-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { Imports } from './import.service.ts';

export function importRoutes(imports: Imports): Handlers<typeof importDeskContract> {
  return {
    importRecords: ({ caller, params, input, facts }) => imports.run(caller, params.resource, input, facts),
  };
}

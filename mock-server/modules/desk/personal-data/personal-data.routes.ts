import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ownErasureContract } from '#shared/contract/own-erasure';
import type { personalDataDeskContract } from '#shared/contract/personal-data-desk';
import { clearSessionCookie, userCookie } from '../../../http/cookies.ts';
import type { Handlers } from '../../../http/mount.ts';
import type { PersonalDataService } from './personal-data.service.ts';

export function personalDataRoutes(
  service: PersonalDataService,
): Handlers<typeof personalDataDeskContract & typeof ownErasureContract> {
  return {
    exportPersonalData: async ({ caller, params, input, facts, response }) => {
      const { fileName, chunks } = await service.exportOf(caller, params.id, input.reason, facts);
      response
        .attachment(fileName)
        .set({ 'content-type': 'application/zip', 'cache-control': 'no-store, no-transform' });
      // An unfinished file is noticed, because the connection breaks off.
      await pipeline(Readable.from(chunks, { objectMode: false }), response).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
      });
    },
    erasureOutlook: ({ params }) => service.outlook(params.id),
    requestErasure: ({ caller, params, input, facts }) => service.request(caller, params.id, input.reason, facts),
    ownErasure: ({ caller }) => service.own.outlook(caller.accountId),
    requestOwnErasure: async ({ caller, facts, response }) => {
      const { dueAt } = await service.own.request(caller, facts);
      clearSessionCookie(response, userCookie);
      return { dueAt };
    },
    withdrawOwnErasure: async ({ caller, facts }) => {
      await service.own.withdraw(caller, facts);
      return null;
    },
    withdrawErasure: ({ caller, params, input, facts }) => service.withdraw(caller, params.id, input.reason, facts),
  };
}

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { exportDeskContract } from '#shared/contract/export-desk';
import type { Handlers } from '../../../http/mount.ts';
import type { Exports } from './export.service.ts';

export function exportRoutes(exports: Exports): Handlers<typeof exportDeskContract> {
  return {
    async exportList({ caller, params, input, facts, response }) {
      const { format, ...query } = input;
      const { fileName, chunks } = await exports.begin(caller, params.resource, format, query, facts);
      response.attachment(fileName).set('cache-control', 'no-store');
      // An unfinished file is noticed, because the connection breaks off.
      await pipeline(Readable.from(chunks, { objectMode: false, highWaterMark: 262_144 }), response).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
        },
      );
    },
  };
}

import { pipeline } from 'node:stream/promises';
import type { downloadContract } from '#shared/contract/gallery-download';
import { singleDownloadName } from '#shared/domain/watermark';
import { whileConnected } from '../../../http/connection.ts';
import type { Handlers } from '../../../http/mount.ts';
import { sendFile } from '../../studio/image/image.routes.ts';
import type { DownloadService } from './download.service.ts';

export function downloadRoutes(downloads: DownloadService): Handlers<typeof downloadContract> {
  return {
    downloads: ({ caller, input }) => downloads.list(caller, input),
    takeDownloads: ({ caller, input }) => downloads.take(caller, input.pictureIds),
    downloadQuota: ({ caller }) => downloads.quota(caller),
    downloadFile: ({ caller, facts, params, input, response }) =>
      whileConnected(response, async (signal) => {
        const viewer = { caller, address: facts.address, signal };
        const delivery = await downloads.file(viewer, params.id, input.format);
        response.attachment(`${singleDownloadName}.${delivery.format}`);
        await sendFile(response, delivery);
      }),
    downloadArchive: ({ caller, input, request, response }) =>
      whileConnected(response, async (signal) => {
        const archive = await downloads.archive(caller, input.ids, signal);
        response.attachment(`${input.name.replace(/[\\/:*?"<>|\r\n]/g, '_')}.zip`);
        // no-transform: it is packed already, and compressing it again would hold it back.
        response.set({ 'content-type': 'application/zip', 'cache-control': 'no-store, no-transform' });
        if (request.method === 'HEAD') {
          archive.destroy();
          response.end();
          return;
        }
        await pipeline(archive, response);
      }),
    removeDownloads: ({ caller, input }) => downloads.remove(caller, input).then(() => null),
  };
}

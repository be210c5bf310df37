import type { Response } from 'express';
import { contentTypes, type imageContract, type UploadedImage } from '#shared/contract/image';
import { ProductError } from '#shared/errors';
import { whileConnected } from '../../../http/connection.ts';
import type { Handlers } from '../../../http/mount.ts';
import type { Delivery, ImageService } from './image.service.ts';

const year = 31_536_000;

export function imageRoutes(service: ImageService): Handlers<typeof imageContract> {
  return {
    uploadImage: async ({ caller, request, response }) => {
      let uploaded: UploadedImage | undefined;
      await whileConnected(response, async (signal) => {
        uploaded = await service.upload(caller, request, signal);
      });
      if (!uploaded) throw new ProductError('upload.aborted');
      return uploaded;
    },
    image: async ({ caller, facts, params, input, response }) => {
      const { clean: isClean, ...asked } = input;
      await whileConnected(response, async (signal) => {
        const viewer = { caller, address: facts.address, signal };
        await sendFile(response, await service.deliver(viewer, params.imageId, { ...asked, isClean }));
      });
    },
    downloadImage: async ({ caller, facts, params, input, response }) => {
      await whileConnected(response, async (signal) => {
        const viewer = { caller, address: facts.address, signal };
        const delivery = await service.download(viewer, params.imageId, input.format);
        response.attachment(`${input.name.replace(/[\\/:*?"<>|\r\n]/g, '_')}.${delivery.format}`);
        await sendFile(response, delivery);
      });
    },
  };
}

const forever = `max-age=${year}, immutable`;
/** A picture of the gallery may be taken back: no shared cache keeps it, and a browser asks again after a minute. */
const whileShown = 'max-age=60, must-revalidate';

/** Media types of files that are no pictures. */
const furtherTypes: Record<string, string> = { glb: 'model/gltf-binary' };

/** Streams a content-addressed file: it never changes under its URL. @param life how long browsers may keep it */
export function sendFile(
  response: Response,
  { file, format, etag, isPublic, isRevocable }: Delivery,
  life: string = isRevocable ? whileShown : forever,
): Promise<void> {
  response.set({
    'content-type': contentTypes[format] ?? furtherTypes[format] ?? 'application/octet-stream',
    'cache-control': `${isPublic ? 'public' : 'private'}, ${life}`,
    etag: `"${etag}"`,
    'content-security-policy': "default-src 'none'; sandbox",
    vary: 'Cookie',
  });
  return new Promise((resolve, reject) => {
    response.sendFile(file, { etag: false, lastModified: false, cacheControl: false, dotfiles: 'allow' }, (error) => {
      // A client that goes away in the middle is no failure of ours.
      if (!error || response.headersSent) resolve();
      else reject(error);
    });
  });
}

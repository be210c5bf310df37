import type { IncomingMessage } from 'node:http';
import { recognisedBytes, recogniseUpload } from '#shared/domain/upload-formats';
import { ProductError } from '#shared/errors';
import { receiveFile } from '../../base/receive-file.ts';
import { notAPicture } from './image.rules.ts';

export interface ReceivedUpload {
  /** Path. */
  file: string;
  /** The form fields `page` and `clientKey`, not validated. */
  page?: string | undefined;
  clientKey?: string | undefined;
}

/**
 * Streams a picture, or a file that is converted to one, into `folder`. Throws `upload.missing`, `upload.too_large`,
 * `upload.not_an_image`, `upload.export_instead`, `upload.aborted`, `request.malformed`.
 */
export async function receiveUpload(
  request: IncomingMessage,
  folder: string,
  megabytes: number,
): Promise<ReceivedUpload> {
  const { file, fields } = await receiveFile(request, folder, {
    megabytes,
    fields: ['page', 'clientKey'],
    missing: () => new ProductError('upload.missing'),
    tooLarge: () => new ProductError('upload.too_large', { fill: { megabytes } }),
    headBytes: recognisedBytes,
    check(head, name) {
      const known = recogniseUpload(head, name);
      if (!known) throw notAPicture();
      if ('advice' in known) throw new ProductError('upload.export_instead', { fill: { sentence: known.advice } });
    },
  });
  return { file, page: fields.page, clientKey: fields.clientKey };
}

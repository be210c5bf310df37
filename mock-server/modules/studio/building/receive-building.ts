import type { IncomingMessage } from 'node:http';
import {
  type BuildingFormat,
  buildingFormatsText,
  recogniseBuilding,
  recognisedBuildingBytes,
} from '#shared/domain/building-formats';
import { ProductError } from '#shared/errors';
import { receiveFile } from '../../base/receive-file.ts';

export interface ReceivedBuilding {
  /** Path. */
  file: string;
  name: string;
  /** Undefined for an archive. */
  format: BuildingFormat | undefined;
  /** Form field, not validated. */
  clientKey: string | undefined;
}

/**
 * Streams a model file into `folder`. Throws `building.missing`, `building.too_large`, `building.not_a_model`,
 * `building.export_instead`, `upload.aborted`, `request.malformed`.
 */
export async function receiveBuilding(
  request: IncomingMessage,
  folder: string,
  megabytes: number,
): Promise<ReceivedBuilding> {
  let format: BuildingFormat | undefined;
  const { file, name, fields } = await receiveFile(request, folder, {
    megabytes,
    fields: ['clientKey'],
    missing: () => new ProductError('building.missing'),
    tooLarge: () => new ProductError('building.too_large', { fill: { megabytes } }),
    headBytes: recognisedBuildingBytes,
    check(head, named) {
      const found = recogniseBuilding(head, named);
      if (!found) throw new ProductError('building.not_a_model', { fill: { formats: buildingFormatsText } });
      if ('advice' in found) throw new ProductError('building.export_instead', { fill: { sentence: found.advice } });
      format = found.format;
    },
  });
  return { file, name: name ?? '', format, clientKey: fields.clientKey };
}

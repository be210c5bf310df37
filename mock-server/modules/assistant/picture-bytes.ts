import { readFile } from 'node:fs/promises';
import type { UserCaller } from '../base/caller.ts';
import type { ImageService } from '../studio/image/image.service.ts';
import { sideWithin } from '../studio/image/view.rules.ts';

const quality = 80;

/** A copy of a picture the caller may see, as JPEG of at most `side` pixels on its longer side. Throws `image.not_found`, `image.not_made`. */
export async function jpegOf(
  images: Pick<ImageService, 'deliver'>,
  caller: UserCaller,
  imageId: string,
  side: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const longest = sideWithin(side);
  const asked = { w: longest, h: longest, fit: 'inside', format: 'jpg', quality, isClean: true } as const;
  const { file } = await images.deliver({ caller, address: '', signal }, imageId, asked);
  return readFile(file, { signal });
}

import { singleDownloadName, zipDownloadName } from '#shared/domain/watermark';
import { appStore } from '../../lib/app-store';
import { type ReadOptions, readBytes, saveFile } from '../../lib/read-bytes';
import type { ZipItem } from '../../lib/zip/pack-zip';

/** A picture to take home; the server decides about the watermark by its type. */
export interface Downloadable {
  imageId: string;
  /** Address and name ending of a file that is no picture. It is downloaded as it is stored. */
  file?: { url: string; format: string };
}

export type DownloadFormat = 'png' | 'jpg' | 'webp';

/** Address of the download of one picture: a PNG named teda_img unless asked otherwise (docs/RULES.md R56). */
export function downloadUrl(
  { imageId }: Downloadable,
  format: DownloadFormat = 'png',
  name: string = singleDownloadName,
): string {
  return `/api/images/${encodeURIComponent(imageId)}/download?${new URLSearchParams({ format, name })}`;
}

export interface DownloadOptions extends Pick<ReadOptions, 'signal' | 'onProgress'> {
  /** The picture's own format instead of PNG, for files that are the result themselves. */
  isAsStored?: boolean;
}

/** Saves one picture. Throws a sentence when the server refuses. */
export async function downloadImage(
  image: Downloadable,
  { isAsStored = false, ...options }: DownloadOptions = {},
): Promise<void> {
  const format = isAsStored ? await storedFormat(image, options.signal) : 'png';
  saveFile(await readBytes(downloadUrl(image, format), options), `${singleDownloadName}.${format}`);
}

/** Saves a video or a drawing as it is stored. */
export async function downloadFile(
  url: string,
  name: string,
  options: Omit<DownloadOptions, 'isAsStored'> = {},
): Promise<void> {
  saveFile(await readBytes(url, options), name);
}

export interface ZipOptions extends Omit<DownloadOptions, 'onProgress'> {
  /** Called before each file: how many are there of how many. */
  onFile?: (done: number, count: number) => void;
  /** Of all pictures in full size; JPG unless asked otherwise (docs/RULES.md R57). */
  format?: 'jpg' | 'png';
  /** Names in the archive without their endings, one for each; numbered where left out. */
  names?: readonly string[];
  /** File name of the archive (docs/RULES.md R57). */
  name?: string;
}

/**
 * Saves several pictures as one archive, in their order. One that cannot be had is left out, listed in the archive and
 * offered again. Returns how many were; throws a sentence when none could be had.
 */
export async function downloadZip(images: readonly Downloadable[], options: ZipOptions = {}): Promise<number> {
  const { isAsStored = false, format: wanted = 'jpg', names, name = zipDownloadName, signal, onFile } = options;
  const { packZip } = await import('../../lib/zip/pack-zip');
  const items = images.map(async (image, place): Promise<ZipItem> => {
    const { file } = image;
    const format = isAsStored && !file ? await storedFormat(image, signal) : wanted;
    const ending = file?.format ?? format;
    const known = names?.[place];
    return {
      name: known === undefined ? nameInZip(place, images.length, ending) : `${known}.${ending}`,
      url: file?.url ?? downloadUrl(image, format),
    };
  });
  const { blob, failed } = await packZip(await Promise.all(items), {
    signal,
    onProgress: ({ done, count }) => onFile?.(Math.min(done, count - 1), count),
  });
  saveFile(blob, name);
  if (failed.length > 0) await keepFailed(failed);
  return failed.length;
}

async function keepFailed(items: readonly ZipItem[]): Promise<void> {
  const { failedDownloads } = await import('../../lib/zip/failed-downloads');
  failedDownloads.add(items);
  appStore.set({ isZipBarOpen: true });
}

/** `teda_img_01.png`: numbered so that the archive keeps the order. */
export function nameInZip(place: number, count: number, format: string): string {
  const digits = Math.max(2, String(count).length);
  return `${singleDownloadName}_${String(place + 1).padStart(digits, '0')}.${format}`;
}

const formatsByType = new Map<string, DownloadFormat>([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/webp', 'webp'],
]);

/** The format a picture is stored in; PNG where it is none of the three, or cannot be asked for. */
async function storedFormat({ imageId }: Downloadable, signal: AbortSignal | undefined): Promise<DownloadFormat> {
  const address = `/api/images/${encodeURIComponent(imageId)}`;
  const asked = fetch(address, { method: 'HEAD', credentials: 'include', ...(signal && { signal }) });
  const type = await asked.then(({ headers }) => headers.get('content-type') ?? '').catch(() => '');
  signal?.throwIfAborted();
  return formatsByType.get(type) ?? 'png';
}

import { missingListName, missingListText } from '#shared/domain/archive';
import { minute } from '#shared/domain/time';
import { singleDownloadName, zipDownloadName } from '#shared/domain/watermark';

/** A picture to take home; the server decides about the watermark by its type. */
export interface Downloadable {
  imageId: string;
}

export type DownloadFormat = 'png' | 'jpg' | 'webp';

/** Address of the download of one picture: a PNG named teda_img unless asked otherwise (spec §9). */
export function downloadUrl(
  { imageId }: Downloadable,
  format: DownloadFormat = 'png',
  name: string = singleDownloadName,
): string {
  return `/api/images/${encodeURIComponent(imageId)}/download?${new URLSearchParams({ format, name })}`;
}

export interface DownloadOptions {
  /** The picture's own format instead of PNG, for files that are the result themselves. */
  isAsStored?: boolean;
}

/** Saves one picture. Throws a sentence when the server refuses. */
export async function downloadImage(image: Downloadable, { isAsStored = false }: DownloadOptions = {}): Promise<void> {
  const format = isAsStored ? await storedFormat(image) : 'png';
  save(await read(downloadUrl(image, format)), `${singleDownloadName}.${format}`);
}

/** Saves a video or a drawing as it is stored. */
export async function downloadFile(url: string, name: string): Promise<void> {
  save(await read(url), name);
}

export interface ZipOptions extends DownloadOptions {
  /** Of all pictures in full size; JPG unless asked otherwise (spec §9). */
  format?: 'jpg' | 'png';
  /** File name of the archive (spec §9: photo.zip). */
  name?: string;
}

/**
 * Saves several pictures as one archive, in their order. One that cannot be had is left out and listed in the archive.
 * Returns how many were; throws a sentence when none could be had.
 */
export async function downloadZip(images: readonly Downloadable[], options: ZipOptions = {}): Promise<number> {
  const { isAsStored = false, format: wanted = 'jpg', name = zipDownloadName } = options;
  const { default: JSZip } = await import('jszip');
  const zip = new JSZip();
  const missing: string[] = [];
  for (const [place, image] of images.entries()) {
    try {
      const format = isAsStored ? await storedFormat(image) : wanted;
      zip.file(nameInZip(place, images.length, format), await (await read(downloadUrl(image, format))).arrayBuffer());
    } catch (error) {
      missing.push(nameInZip(place, images.length, wanted));
      if (missing.length === images.length) throw error;
    }
  }
  if (missing.length > 0) zip.file(missingListName, missingListText(missing));
  // Pictures are compressed already.
  save(await zip.generateAsync({ type: 'blob', compression: 'STORE' }), name);
  return missing.length;
}

/** `teda_img_01.png`: numbered so that the archive keeps the order. */
export function nameInZip(place: number, count: number, format: DownloadFormat): string {
  const digits = Math.max(2, String(count).length);
  return `${singleDownloadName}_${String(place + 1).padStart(digits, '0')}.${format}`;
}

const formatsByType = new Map<string, DownloadFormat>([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/webp', 'webp'],
]);

/** The format a picture is stored in; PNG where it is none of the three. */
async function storedFormat({ imageId }: Downloadable): Promise<DownloadFormat> {
  const stored = await read(`/api/images/${encodeURIComponent(imageId)}`);
  return formatsByType.get(stored.type) ?? 'png';
}

async function read(url: string): Promise<Blob> {
  const response = await fetch(url, { credentials: 'include' }).catch(() => undefined);
  if (!response) throw new Error('网络连接失败，请检查网络后重试');
  if (!response.ok) throw new Error(response.status === 404 ? '图片不存在或已被删除' : '下载失败，请稍后重试');
  return response.blob();
}

function save(bytes: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  // The browser reads the object after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), minute);
}

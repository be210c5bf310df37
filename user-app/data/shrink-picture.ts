import { formatBytes } from '#shared/domain/format';
import { largestUpload } from './image';

/** Longest side of an upload, pixels. */
const largestSide = 8192;
/** Factor on the size for each further try, and number of tries. */
const step = 0.8;
const tries = 8;

export interface Shrunk {
  file: File;
  /** Note on the changes, as a Chinese sentence; absent when the file is sent unchanged. */
  note?: string;
}

/**
 * Makes a picture that browsers draw fit for upload: at most 8192 pixels a side and 20 MB. What is small enough stays
 * as it is, and so does what cannot be read: the server says why.
 * @param onBegin told a sentence before the work begins
 */
export async function shrinkPicture(file: File, address: string, onBegin: (note: string) => void): Promise<Shrunk> {
  const size = await sizeOf(address);
  if (!size) return { file };
  const longest = Math.max(size.width, size.height);
  if (file.size <= largestUpload && longest <= largestSide) return { file };
  onBegin(file.size > largestUpload ? '图片超过 20 MB，正在缩小' : '图片超过 8192 像素，正在缩小');
  const isPhoto = file.type === 'image/jpeg' || file.type === 'image/bmp';
  let scale = Math.min(1, largestSide / longest);
  for (let tried = 0; tried < tries; tried++, scale *= step) {
    const width = Math.round(size.width * scale);
    const height = Math.round(size.height * scale);
    const blob = await draw(file, width, height, isPhoto ? 'image/jpeg' : 'image/webp').catch(() => undefined);
    if (!blob) return { file };
    if (blob.size > largestUpload) continue;
    const name = file.name.replace(/(\.\w+)?$/, isPhoto ? '.jpg' : '.webp');
    const note = `已缩小到 ${width} × ${height}（${formatBytes(blob.size)}）再上传`;
    return { file: new File([blob], name, { type: blob.type }), note };
  }
  return { file };
}

/** Pixels, turned as the file says; the browser reads no more than the head for it. */
function sizeOf(address: string): Promise<{ width: number; height: number } | undefined> {
  return new Promise((resolve) => {
    const image = new Image();
    image.addEventListener('load', () => resolve({ width: image.naturalWidth, height: image.naturalHeight }));
    image.addEventListener('error', () => resolve(undefined));
    image.src = address;
  });
}

/** Decodes, scales and encodes beside the page's own thread. */
async function draw(file: File, width: number, height: number, type: string): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' });
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type, quality: 0.92 });
}

import type { Size } from '../../../canvas/geometry';

/** A picture that was put on the paper: its file for keeping, its pixels for drawing. */
interface ShelfPicture {
  blob: Blob;
  bitmap: ImageBitmap;
}

export interface KeptPicture {
  id: string;
  blob: Blob;
}

/** Larger pictures are shrunk to this side; the paper has fewer pixels. */
const largestSide = 2048;
const acceptedTypes = ['image/jpeg', 'image/png', 'image/webp'];
const largestFile = 20 * 1024 * 1024;
let lastId = 0;

export const acceptedPictures = acceptedTypes.join(',');

/** The sentence a file is refused with; undefined when it may be placed. */
export function refusalOfFile({ type, size }: { type: string; size: number }): string | undefined {
  if (!acceptedTypes.includes(type)) return '文件不是 JPG、PNG 或 WebP 图片';
  return size > largestFile ? '图片不能超过20MB' : undefined;
}

/** The pictures drawings refer to, by id. */
export class PictureShelf {
  readonly #pictures = new Map<string, ShelfPicture>();
  /** Pictures that the painter draws, by id. */
  readonly bitmaps = new Map<string, ImageBitmap>();

  /** Takes a picture in. Throws a sentence when it cannot be read. */
  async add(blob: Blob, id = newId()): Promise<{ id: string; size: Size }> {
    const bitmap = await readBitmap(blob);
    this.#pictures.set(id, { blob, bitmap });
    this.bitmaps.set(id, bitmap);
    return { id, size: { width: bitmap.width, height: bitmap.height } };
  }

  /** Files of these pictures. */
  kept(ids: ReadonlySet<string>): KeptPicture[] {
    return [...this.#pictures].filter(([id]) => ids.has(id)).map(([id, { blob }]) => ({ id, blob }));
  }

  /** Frees the pictures no drawing needs any more. */
  keepOnly(ids: ReadonlySet<string>): void {
    for (const [id, { bitmap }] of this.#pictures) {
      if (ids.has(id)) continue;
      bitmap.close();
      this.#pictures.delete(id);
      this.bitmaps.delete(id);
    }
  }
}

function newId(): string {
  lastId += 1;
  return `${Date.now().toString(36)}-${lastId}`;
}

async function readBitmap(blob: Blob): Promise<ImageBitmap> {
  try {
    const whole = await createImageBitmap(blob, { imageOrientation: 'from-image' });
    const scale = largestSide / Math.max(whole.width, whole.height);
    if (scale >= 1) return whole;
    const small = await createImageBitmap(whole, {
      resizeWidth: Math.round(whole.width * scale),
      resizeHeight: Math.round(whole.height * scale),
      resizeQuality: 'high',
    });
    whole.close();
    return small;
  } catch (cause) {
    throw new Error('图片打不开，请换一张', { cause });
  }
}

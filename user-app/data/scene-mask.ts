import type { SceneLayer } from '#shared/tools/field';
import { api } from '../lib/api';
import { readPictureSize, uploadMask } from './image-mask';

const stored = new Map<string, Promise<string>>();

/** The work of a key, done once; a failure is tried again the next time. */
function once(key: string, work: () => Promise<string>): Promise<string> {
  const known = stored.get(key);
  if (known) return known;
  const made = work();
  stored.set(key, made);
  made.catch(() => stored.delete(key));
  return made;
}

/** Stores the mask of what is found in a picture by itself. Gives its image id. Throws like `uploadImage`. */
export function storeAutomaticMask(imageId: string, scene: SceneLayer): Promise<string> {
  return once(`${scene} ${imageId}`, async () => {
    const { mask, area, width, height } = await api.clickMask({ imageId, scene });
    return uploadMask(pngOf(mask), area / (width * height));
  });
}

/** Stores a mask that says there is none of it in the picture. Gives its image id. Throws like `uploadImage`. */
export function storeEmptyMask(imageId: string): Promise<string> {
  return once(`empty ${imageId}`, async () => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, await readPictureSize(imageId));
    const context = canvas.getContext('2d', { alpha: false });
    context?.fillRect(0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!png) throw new Error('蒙版太大，浏览器无法生成');
    return uploadMask(png, 0);
  });
}

/** The bytes of a data URL. */
function pngOf(address: string): Blob {
  const letters = atob(address.slice(address.indexOf(',') + 1));
  return new Blob([Uint8Array.from(letters, (letter) => letter.charCodeAt(0))], { type: 'image/png' });
}

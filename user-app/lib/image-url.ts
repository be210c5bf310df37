import { galleryWidth, type ImageSize, imageUrl as urlOf } from '#shared/domain/image-url';

/** One pixel as WebP. */
const smallestWebp = 'data:image/webp;base64,UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA';

let isWebpSupported = true;

/** Finds out by decoding one whether this browser reads WebP; done once, before the first picture is asked for. */
export async function detectWebp(): Promise<void> {
  const probe = new Image();
  probe.src = smallestWebp;
  isWebpSupported = await probe.decode().then(
    () => probe.naturalWidth === 1,
    () => false,
  );
}

/** Address of a stored picture in a size: WebP where this browser reads it, else JPG (docs/RULES.md R54). */
export function imageUrl(image: string, size: ImageSize): string {
  return urlOf(image, size, isWebpSupported);
}

/** Address of a picture of the gallery on a card, in a strip or on a cover. */
export const galleryImageUrl = (image: string): string => imageUrl(image, { w: galleryWidth });

/** Address of a stored picture as it is, at its full size. */
export function wholeImageUrl(imageId: string): string {
  return `/api/images/${encodeURIComponent(imageId)}`;
}

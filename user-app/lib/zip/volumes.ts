import type { ZipItem } from './pack-zip';

/** Limits of one archive without ZIP64, with room to spare. */
const largest = { bytes: 3.5 * 1024 ** 3, files: 60_000 };
/** Safari keeps archives in memory. */
const filesOfSafari = 25;
/** Counted for a picture whose size is not known. */
const usualBytes = 5 * 1024 ** 2;
/** Room on the device that an archive of one byte needs, bytes. */
const roomFactor = 1.2;

export function bytesOf(items: readonly ZipItem[]): number {
  return items.reduce((sum, { bytes = usualBytes }) => sum + bytes, 0);
}

/** Divides files into archives, in their order. */
export function volumesOf<Item extends ZipItem>(items: readonly Item[], isSafari: boolean): Item[][] {
  const most = { ...largest, files: isSafari ? filesOfSafari : largest.files };
  const volumes: Item[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = item.bytes ?? usualBytes;
    const last = volumes.at(-1);
    if (!last || last.length >= most.files || bytes + size > most.bytes) {
      volumes.push([item]);
      bytes = size;
    } else {
      last.push(item);
      bytes += size;
    }
  }
  return volumes;
}

/** `photo.zip`, `photo-2.zip` … */
export function volumeName(name: string, place: number): string {
  return place === 0 ? name : name.replace(/(\.zip)?$/i, `-${place + 1}.zip`);
}

/** Returns true when this browser has room for an archive of so many bytes; true where it does not say. */
export async function hasRoomFor(bytes: number): Promise<boolean> {
  const estimate = await navigator.storage?.estimate?.().catch(() => undefined);
  if (estimate?.quota === undefined) return true;
  return estimate.quota - (estimate.usage ?? 0) >= bytes * roomFactor;
}

export function isSafari(userAgent = navigator.userAgent): boolean {
  return /Safari\//.test(userAgent) && !/Chrom(e|ium)\/|Android/.test(userAgent);
}

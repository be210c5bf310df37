import { failureWords } from '#shared/domain/failure-words';
import { formatBytes } from '#shared/domain/format';
import { zipDownloadName } from '#shared/domain/watermark';
import { appStore } from '../app-store';
import { createStore } from '../create-store';
import { saveFile } from '../read-bytes';
import { toast } from '../toast';
import { trackClick } from '../track/track';
import { numberedName } from './entry-names';
import { failedDownloads } from './failed-downloads';
import { packZip, type ZipItem, type ZipProgress } from './pack-zip';
import { bytesOf, hasRoomFor, isSafari, volumeName, volumesOf } from './volumes';

/** State of archives that are packed, or were, for the bar. */
export interface ZipRun {
  words: string;
  /** 0–1; undefined where it is over. Below 1 until the file is saved. */
  share: number | undefined;
  cancel: (() => void) | undefined;
}

export const zipRun = createStore<{ run: ZipRun | undefined }>({ run: undefined });

/** Largest share that the bar shows before the file is saved. */
const almost = 0.99;

export interface ZipOrder {
  /** File name (docs/RULES.md R57). */
  name?: string;
  /** With their titles as names, in the order of the archive; JPG unless a title has an ending. */
  items: readonly ZipItem[];
}

/** Packs pictures into one archive, or into several where one would be too large, and shows it in the bar. */
export function startZip({ name, items }: ZipOrder): Promise<void> {
  return run(
    items.map((item, place) => ({ ...item, name: numberedName(place, items.length, item.name) })),
    name,
  );
}

/** Packs what could not be had. */
export function retryFailed(): Promise<void> {
  if (zipRun.get().run?.cancel) return Promise.resolve();
  return run(failedDownloads.take(), zipDownloadName, true);
}

async function run(items: readonly ZipItem[], name = zipDownloadName, isRetry = false): Promise<void> {
  appStore.set({ isZipBarOpen: true });
  if (zipRun.get().run?.cancel) return toast.info('正在打包，请等这一包完成');
  const stop = new AbortController();
  const volumes = volumesOf(items, isSafari());
  const show = (words: string, share?: number) =>
    zipRun.set({ run: { words, share, cancel: share === undefined ? undefined : () => stop.abort() } });
  show('正在准备', 0);
  trackClick('download_zip', { count: items.length });
  if (!(await hasRoomFor(bytesOf(items)))) toast.warning('这台设备的空间可能不够，请先清理或少选一些');

  let waiting: readonly ZipItem[] = items;
  let failures = 0;
  try {
    for (const [place, volume] of volumes.entries()) {
      const part = volumes.length > 1 ? `第 ${place + 1} / ${volumes.length} 包 · ` : '';
      const { blob, failed } = await packZip(volume, {
        signal: stop.signal,
        onProgress: (progress) => show(part + wordsOf(progress), shareOf(progress)),
      });
      saveFile(blob, volumeName(name, place));
      waiting = waiting.slice(volume.length);
      failures += failed.length;
      failedDownloads.add(failed);
    }
    const packed = items.length - failures;
    show(`已打包 ${packed} 张${failures > 0 ? `，${failures} 张没有下载到` : ''}`);
  } catch (error) {
    const isCanceled = stop.signal.aborted;
    if (isRetry || !isCanceled) failedDownloads.add(waiting);
    zipRun.set({ run: undefined });
    if (!isCanceled) show(failureWords(error, '下载失败，请稍后重试'));
  }
}

function shareOf({ done, count, bytes, total }: ZipProgress): number {
  return Math.min(almost, total ? bytes / total : done / count);
}

function wordsOf({ done, count, bytes, total }: ZipProgress): string {
  const far = total === undefined ? formatBytes(bytes) : `${formatBytes(bytes)} / ${formatBytes(total)}`;
  return `正在打包 ${Math.min(done + 1, count)} / ${count} · ${far}`;
}

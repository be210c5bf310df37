import type { DownloadRecord } from '#shared/contract/gallery-download';
import { galleryLimits } from '#shared/domain/gallery';
import { minute } from '#shared/domain/time';
import { singleDownloadName, zipDownloadName } from '#shared/domain/watermark';
import { api } from '../lib/api';
import { createStore, useStore } from '../lib/create-store';
import { readBytes, saveFile } from '../lib/read-bytes';
import { useServerList } from '../lib/server-list';
import { useServerState } from '../lib/server-state';
import { useShop } from '../lib/shop-store';
import { toast } from '../lib/toast';
import { withLogin } from '../lib/with-login';
import { inParts } from './gallery-sets';
import { useCurrentUser } from './user';

/** So many pictures are packed by the server, which sends them straight to the disk. */
const fromServer = 60;

export interface DownloadsFilter {
  from?: 'gallery' | 'tool';
  keyword?: string;
}

/** One's own downloads, newest first. */
export function useDownloads(filter: DownloadsFilter) {
  return useServerList<DownloadRecord>(
    (cursor) => api.downloads({ ...filter, size: 60, ...(cursor ? { cursor } : {}) }),
    { idOf: ({ id }) => id, dependsOn: [JSON.stringify(filter)] },
  );
}

/** Counts what this window took home, so that the day's allowance is read again. */
const taken = createStore({ times: 0 });

/** Number of gallery pictures that can still be downloaded today. */
export function useDownloadQuota() {
  const { user } = useCurrentUser();
  return useServerState(() => api.downloadQuota(), {
    key: `download-quota:${user?.userId ?? ''}:${useStore(taken, ({ times }) => times)}:${useShop('arrivals')}`,
    isReady: user !== undefined,
    freshFor: minute,
  });
}

/** A download's name, with what a free account has left of the day: 下载（今天还剩 18 张）. */
export function useDownloadWords(name = '下载'): string {
  const { data } = useDownloadQuota();
  return typeof data?.left === 'number' ? `${name}（今天还剩 ${data.left} 张）` : name;
}

/** Takes pictures of the gallery home: counts them and answers where each one is. */
async function takeDownloads(pictureIds: readonly number[]) {
  const records: DownloadRecord[] = [];
  let left: number | null = null;
  for (const part of inParts(pictureIds)) {
    const { list, quota } = await api.takeDownloads({ pictureIds: part });
    records.push(...list);
    left = quota.left;
  }
  taken.set({ times: taken.get().times + 1 });
  return { records, left };
}

export async function removeDownloads(ids: readonly string[]): Promise<void> {
  for (const part of inParts(ids)) await api.removeDownloads({ ids: part });
}

export const clearDownloads = () => api.removeDownloads({ isAll: true });

/**
 * Saves what was downloaded before, or has just been counted: one picture as PNG (docs/RULES.md R56), several as one
 * archive (docs/RULES.md R57).
 */
export async function saveDownloads(records: readonly DownloadRecord[]): Promise<void> {
  const kept = records.filter(({ url }) => url !== null);
  const [first] = kept;
  if (!first?.url) throw new Error('图片已不在，无法再下载');
  if (kept.length === 1) {
    saveFile(await readBytes(withFormat(first.url, 'png')), `${singleDownloadName}.png`);
    return;
  }
  if (kept.length < records.length) toast.warning(`${records.length - kept.length} 张图片已不在，没有一起打包`);
  if (kept.length < fromServer) {
    const { startZip } = await import('../lib/zip/zip-run');
    void startZip({
      items: kept.map(({ title, url }) => ({ name: title, url: withFormat(url ?? '', 'jpg') })),
    });
    return;
  }
  for (const part of inParts(kept, galleryLimits.picturesPerSet)) {
    const ids = JSON.stringify(part.map(({ id }) => id));
    saveFrom(`/api/inspiration/downloadArchive?${new URLSearchParams({ ids, name: 'photo' })}`, zipDownloadName);
  }
}

function withFormat(url: string, format: 'png' | 'jpg'): string {
  const [path = '', query = ''] = url.split('?');
  const wanted = new URLSearchParams(query);
  wanted.set('format', format);
  return `${path}?${wanted}`;
}

/** Lets the browser fetch a file straight to the disk. */
function saveFrom(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/**
 * Downloads pictures of the gallery. Where the day's pictures are short, that is told and the membership offered; the
 * download goes on afterwards.
 */
export async function downloadPictures(pictureIds: readonly number[]): Promise<void> {
  await withLogin(async () => {
    const { records, left } = await takeDownloads(pictureIds);
    await saveDownloads(records);
    const what = pictureIds.length === 1 ? '已下载' : `正在下载 ${pictureIds.length} 张`;
    toast.success(left === null ? what : `${what}，今天还剩 ${left} 张`);
  }, '登录后下载');
}

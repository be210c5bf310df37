import { useEffect, useState } from 'react';
import type { Work } from '#shared/contract/project';
import { failureWords } from '#shared/domain/failure-words';
import { formatBytes } from '#shared/domain/format';
import { zipDownloadName } from '#shared/domain/watermark';
import { filesPerArchive, worksPerBatch } from '#shared/domain/works-limits';
import { readArchive } from '../../data/works';
import { saveFile } from '../../lib/read-bytes';
import type { Selection } from '../../lib/selection';
import { toast } from '../../lib/toast';

/** An archive that is being fetched, or how that ended. */
interface Packing {
  words: string;
  /** 0–1. */
  share?: number;
  /** Absent when it has ended. */
  cancel?: () => void;
  /** It did not come: said until something else is chosen. */
  hasFailed?: true;
}

/** Milliseconds for which the end of an archive is said. */
const saidFor = 5_000;

/** Downloads of works as one archive. A failure is shown until the selection changes. */
export function useArchive(selection: Selection) {
  const [packing, setPacking] = useState<Packing>();

  useEffect(() => {
    if (!packing || packing.cancel || packing.hasFailed) return;
    const timer = window.setTimeout(() => setPacking(undefined), saidFor);
    return () => window.clearTimeout(timer);
  }, [packing]);

  useEffect(() => selection.subscribe(() => setPacking((now) => (now?.hasFailed ? undefined : now))), [selection]);

  const pack = async (taskIds: readonly string[], format: 'jpg' | 'png', count: number) => {
    const stop = new AbortController();
    const tell = (begun: number, bytes: number) =>
      setPacking({
        words: `正在打包 ${Math.min(begun, count)} / ${count} 个文件${bytes > 0 ? ` · ${formatBytes(bytes)}` : ''}`,
        share: Math.min(1, Math.max(0, begun - 1) / count),
        cancel: () => stop.abort(),
      });
    tell(0, 0);
    try {
      saveFile(await readArchive(taskIds, format, { signal: stop.signal, onProgress: tell }), zipDownloadName);
      setPacking({ words: `已下载 ${zipDownloadName}，${count} 个文件` });
    } catch (error) {
      const reason = failureWords(error, '下载失败，请稍后重试');
      setPacking(stop.signal.aborted ? undefined : { words: reason, hasFailed: true });
    }
  };

  /** Saves the results as one archive, JPG unless PNG is chosen (docs/RULES.md R57). */
  const download = (works: readonly Work[], format: 'jpg' | 'png' = 'jpg') => {
    const files = works.reduce((sum, work) => sum + fileCount(work), 0);
    if (files === 0) toast.info('选中的作品里还没有图片');
    else if (works.length > worksPerBatch || files > filesPerArchive)
      toast.info(`一次最多打包 ${worksPerBatch} 个作品、${filesPerArchive} 个文件，请少选一些`);
    else {
      const taskIds = works.filter((work) => fileCount(work) > 0).map((work) => work.taskId);
      void pack(taskIds, format, files);
    }
  };

  return { packing, download };
}

function fileCount({ images, video, files }: Work): number {
  return images.length + (video ? 1 : 0) + (files?.length ?? 0);
}

import type { Task } from '#shared/contract/task';
import type { Batch } from '@/lib/tool-sessions';

/** A file of an archive, named by its base and its place: `02_客厅_1`, without the ending. */
export interface NamedFile {
  imageId: string;
  /** Address and name ending of a file that is no picture. */
  file?: { url: string; format: string };
  name: string;
}

/** Characters that are not allowed in file names. */
const unfit = /[\\/:*?"<>|\p{Cc}]/gu;
const longestName = 40;

/** Every result of a batch, in the order of its pictures. */
export function filesOfBatch({ items }: Batch, tasks: readonly Task[]): NamedFile[] {
  const digits = Math.max(2, String(items.length).length);
  return items.flatMap(({ taskId, name }, place) => {
    const task = tasks.find((one) => one.taskId === taskId);
    if (task?.status !== 'succeeded') return [];
    const base = (name ?? '')
      .replace(/\.[^.]*$/, '')
      .replace(unfit, '')
      .trim()
      .slice(0, longestName);
    const stem = `${String(place + 1).padStart(digits, '0')}_${base || '底图'}`;
    const { images, video, files = [] } = task;
    const films = video ? [{ imageId: video.imageId, url: video.url, format: 'mp4' }] : [];
    return [
      ...images.map(({ imageId }, output) => ({ imageId, name: `${stem}_${output + 1}` })),
      ...[...films, ...files].map(({ imageId, url, format }) => ({ imageId, file: { url, format }, name: stem })),
    ];
  });
}

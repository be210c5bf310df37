import { useEffect, useState } from 'react';
import type { BatchAction, Work } from '#shared/contract/project';
import { newClientKey } from '#shared/domain/client-key';
import { failureWords } from '#shared/domain/failure-words';
import { formatBytes } from '#shared/domain/format';
import { zipDownloadName } from '#shared/domain/watermark';
import { filesPerArchive, worksPerBatch } from '#shared/domain/works-limits';
import { countSharesOf } from '../../data/share';
import {
  type BatchOutcome,
  batchWorks,
  cancelWork,
  emptyBin,
  readArchive,
  repeatWork,
  updateWork,
} from '../../data/works';
import type { WorksList } from '../../data/works-list';
import { forgetOtherLists } from '../../data/works-shelf';
import { saveFile } from '../../lib/read-bytes';
import type { Selection } from '../../lib/selection';
import { toast, toastFailure } from '../../lib/toast';
import { withLogin } from '../../lib/with-login';
import type { Question } from '../../ui/confirm-dialog';
import type { Undo } from '../../ui/undo-bar';
import { lostShareWords } from '../share/door';
import type { WorksAddress } from './use-works-address';

/** An archive that is being fetched, or how that ended. */
export interface Packing {
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

interface ActionsInput {
  list: WorksList;
  address: WorksAddress;
  selection: Selection;
  /** Counts and projects have changed. */
  onCounts: () => void;
}

/** Everything that is done to works; each says what happened, and deleting can be taken back. */
export function useWorksActions({ list, address, selection, onCounts }: ActionsInput) {
  const [undo, setUndo] = useState<Undo>();
  const [question, setQuestion] = useState<Question>();
  const [busyWords, setBusyWords] = useState<string>();
  const [packing, setPacking] = useState<Packing>();

  useEffect(() => {
    if (!packing || packing.cancel || packing.hasFailed) return;
    const timer = window.setTimeout(() => setPacking(undefined), saidFor);
    return () => window.clearTimeout(timer);
  }, [packing]);

  useEffect(() => selection.subscribe(() => setPacking((now) => (now?.hasFailed ? undefined : now))), [selection]);

  const attempt = async (act: () => Promise<unknown>) => {
    try {
      await withLogin(act, '登录后继续');
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusyWords(undefined);
    }
  };

  const changed = () => {
    forgetOtherLists(list);
    onCounts();
  };

  const batch = async (action: BatchAction, ids: readonly string[], verb: string, projectId?: string | null) => {
    const outcome = await batchWorks(action, ids, {
      ...(projectId === undefined ? {} : { projectId }),
      onProgress: (done) => {
        if (ids.length > worksPerBatch) setBusyWords(`正在${verb} ${done} / ${ids.length}`);
      },
    });
    const [first] = outcome.skipped;
    if (first) toast.warning(`${outcome.skipped.length} 个没有${verb}：${first.message}`);
    return { ...outcome, ids: doneIds(ids, outcome) };
  };

  const timeOf = (work: Work) => (address.tab === 'bin' ? (work.deletedAt ?? 0) : work.createdAt);

  /** Moves works to the recycle bin; asks for confirmation first when that disables share links. */
  const remove = (ids: readonly string[]) =>
    attempt(async () => {
      const chosen = new Set(ids);
      const works = list
        .get()
        .places.loaded()
        .filter(({ taskId }) => chosen.has(taskId));
      const links = await countSharesOf(works);
      if (links === 0) return moveToBin(ids);
      setQuestion({
        title: ids.length === 1 ? '删除作品' : `删除 ${ids.length} 个作品`,
        text: lostShareWords(ids.length, links),
        answer: '删除',
        act: () => attempt(() => moveToBin(ids)),
      });
    });

  const moveToBin = async (ids: readonly string[]) => {
    const done = await batch('delete', ids, '删除');
    const taken = list.remove(done.ids);
    selection.drop(done.ids);
    changed();
    if (done.changed === 0) return;
    const back = [...done.ids];
    setUndo({
      text: `已移到回收站 ${done.changed} 个，保留 30 天`,
      act: async () => {
        await batchWorks('restore', back);
        list.insert(taken, timeOf);
        changed();
      },
    });
  };

  const restore = (ids: readonly string[]) =>
    attempt(async () => {
      const done = await batch('restore', ids, '恢复');
      list.remove(done.ids);
      selection.drop(done.ids);
      changed();
      toast.success(`已恢复 ${done.changed} 个`);
    });

  const purge = (ids: readonly string[]) =>
    setQuestion({
      title: `彻底删除 ${ids.length} 个作品`,
      text: '图片和参数会一起删除，不能恢复。',
      answer: '彻底删除',
      act: () =>
        attempt(async () => {
          const done = await batch('purge', ids, '彻底删除');
          list.remove(done.ids);
          selection.drop(done.ids);
          changed();
          toast.success(`已彻底删除 ${done.changed} 个`);
        }),
    });

  const empty = (count: number) =>
    setQuestion({
      title: '清空回收站',
      text: `回收站里的 ${count} 个作品会彻底删除，不能恢复。`,
      answer: '清空',
      act: () =>
        attempt(async () => {
          const { changed: gone } = await emptyBin();
          list.remove(
            new Set(
              list
                .get()
                .places.loaded()
                .map(({ taskId }) => taskId),
            ),
          );
          selection.clear();
          changed();
          await list.refreshHead();
          toast.success(`已彻底删除 ${gone} 个`);
        }),
    });

  const star = (ids: readonly string[], isStarred: boolean) =>
    attempt(async () => {
      list.change(new Set(ids), { isStarred });
      try {
        await batchWorks(isStarred ? 'star' : 'unstar', ids);
      } catch (error) {
        list.change(new Set(ids), { isStarred: !isStarred });
        throw error;
      }
      if (address.isStarred && !isStarred) {
        list.remove(new Set(ids));
        selection.drop(ids);
      }
      changed();
    });

  const move = (ids: readonly string[], projectId: string | null, name: string) =>
    attempt(async () => {
      const done = await batch('move', ids, '移动', projectId);
      list.change(done.ids, { projectId });
      if (address.project !== undefined && address.project !== (projectId ?? 'none')) list.remove(done.ids);
      selection.clear();
      changed();
      toast.success(`${done.changed} 个作品已移到「${name}」`);
    });

  /** Rejects on failure, so that the dialog shows the error and keeps the typed text. */
  const rename = async (work: Work, title: string): Promise<void> => {
    await withLogin(async () => {
      const next = await updateWork({ taskId: work.taskId, title });
      list.change(new Set([work.taskId]), { title: next.title });
    }, '登录后继续');
  };

  const cancel = (work: Work) =>
    attempt(async () => {
      toast.info(await cancelWork(work.taskId));
      onCounts();
    });

  const repeat = (work: Work) => {
    const clientKey = newClientKey();
    return attempt(async () => {
      await repeatWork(work.taskId, clientKey);
      toast.success(address.tab === 'bin' ? '已用同样的参数开始' : '已用同样的参数开始，排在最前面');
      await list.refreshHead();
      onCounts();
    });
  };

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

  return {
    undo,
    question,
    busyWords,
    packing,
    takeBack: () => {
      const { act } = undo ?? {};
      setUndo(undefined);
      if (act) void attempt(async () => act());
    },
    offerUndo: setUndo,
    dismissUndo: () => setUndo(undefined),
    dismissQuestion: () => setQuestion(undefined),
    remove,
    restore,
    purge,
    empty,
    star,
    move,
    rename,
    cancel,
    repeat,
    download,
  };
}

export type WorksActions = ReturnType<typeof useWorksActions>;

function fileCount({ images, video, files }: Work): number {
  return images.length + (video ? 1 : 0) + (files?.length ?? 0);
}

function doneIds(ids: readonly string[], { skipped }: BatchOutcome): ReadonlySet<string> {
  const left = new Set(skipped.map(({ taskId }) => taskId));
  return new Set(ids.filter((id) => !left.has(id)));
}

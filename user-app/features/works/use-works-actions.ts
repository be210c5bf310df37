import { useState } from 'react';
import type { BatchAction, Work } from '#shared/contract/project';
import { newClientKey } from '#shared/domain/client-key';
import { worksPerBatch } from '#shared/domain/works-limits';
import { countSharesOf } from '../../data/share';
import {
  type BatchOutcome,
  batchWorks,
  cancelWork,
  emptyBin,
  forgetOtherWorks,
  loadedIds,
  repeatWork,
  updateWork,
  type WorksList,
} from '../../data/works';
import type { Selection } from '../../lib/selection';
import { toast, toastFailure } from '../../lib/toast';
import { withLogin } from '../../lib/with-login';
import type { Question } from '../../ui/confirm-dialog';
import type { Undo } from '../../ui/undo-bar';
import { lostShareWords } from '../share/door';
import { useArchive } from './use-archive';
import type { WorksAddress } from './use-works-address';

interface ActionsInput {
  list: WorksList;
  address: WorksAddress;
  selection: Selection;
  /** Counts and projects have changed. */
  onCounts: () => void;
}

/** All actions on works; each tells its outcome, and a deletion can be undone. */
export function useWorksActions(input: ActionsInput) {
  const { list, onCounts } = input;
  const [undo, setUndo] = useState<Undo>();
  const [question, setQuestion] = useState<Question>();
  const [busyWords, setBusyWords] = useState<string>();
  const { packing, download } = useArchive(input.selection);

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
    forgetOtherWorks(list);
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

  const context: Context = { ...input, attempt, changed, batch, setUndo, setQuestion };
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
    ...removals(context),
    ...changes(context),
    ...runs(context),
    download,
  };
}

export type WorksActions = ReturnType<typeof useWorksActions>;

interface Context extends ActionsInput {
  /** Runs an action after a login where one is missing; a failure is shown as a toast. */
  attempt: (act: () => Promise<unknown>) => Promise<void>;
  /** Has counts and the other lists read again. */
  changed: () => void;
  /** Does the same to many works; those that were skipped are told by a toast. */
  batch: (
    action: BatchAction,
    ids: readonly string[],
    verb: string,
    projectId?: string | null,
  ) => Promise<BatchOutcome & { ids: ReadonlySet<string> }>;
  setUndo: (undo: Undo) => void;
  setQuestion: (question: Question) => void;
}

/** Into the recycle bin, out of it, and for good. */
function removals({ list, selection, attempt, changed, batch, setUndo, setQuestion }: Context) {
  /** Moves works to the recycle bin; asks for confirmation first when that disables share links. */
  const remove = (ids: readonly string[]) =>
    attempt(async () => {
      const works = ids.flatMap((id) => list.get().places.rowOf(id) ?? []);
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
        list.insert(taken);
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
          list.remove(new Set(loadedIds(list)));
          selection.clear();
          changed();
          await list.refreshHead();
          toast.success(`已彻底删除 ${gone} 个`);
        }),
    });

  return { remove, restore, purge, empty };
}

/** Stars, projects and names. */
function changes({ list, address, selection, attempt, changed, batch }: Context) {
  const star = (ids: readonly string[], isStarred: boolean) =>
    attempt(async () => {
      list.change(new Set(ids), (work) => ({ ...work, isStarred }));
      try {
        await batchWorks(isStarred ? 'star' : 'unstar', ids);
      } catch (error) {
        list.change(new Set(ids), (work) => ({ ...work, isStarred: !isStarred }));
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
      list.change(done.ids, (work) => ({ ...work, projectId }));
      if (address.project !== undefined && address.project !== (projectId ?? 'none')) list.remove(done.ids);
      selection.clear();
      changed();
      toast.success(`${done.changed} 个作品已移到「${name}」`);
    });

  /** Rejects on failure, so that the dialog shows the error and keeps the typed text. */
  const rename = async (work: Work, title: string): Promise<void> => {
    await withLogin(async () => {
      const next = await updateWork({ taskId: work.taskId, title });
      list.change(new Set([work.taskId]), (known) => ({ ...known, title: next.title }));
    }, '登录后继续');
  };

  return { star, move, rename };
}

/** Tasks cancelled and done again. */
function runs({ list, address, attempt, onCounts }: Context) {
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

  return { cancel, repeat };
}

function doneIds(ids: readonly string[], { skipped }: BatchOutcome): ReadonlySet<string> {
  const left = new Set(skipped.map(({ taskId }) => taskId));
  return new Set(ids.filter((id) => !left.has(id)));
}

import { useEffect, useMemo, useRef, useState } from 'react';
import type { Task } from '#shared/contract/task';
import { type DefinedTool, pictureIdsOf } from '#shared/tools/define-tool';
import { countSharesOf } from '@/data/share';
import type { ToolTasks } from '@/data/task-list';
import { lostShareWords } from '@/features/share/door';
import { emptySession, type ToolSession } from '@/lib/tool-sessions';
import { useSessionKeeping } from '@/lib/use-session-keeping';
import type { Question } from '@/ui/confirm-dialog';
import { type Undo, useUndo } from '@/ui/undo-bar';
import type { BatchOfTool } from '../batch/use-batch';
import { paramsForAnother } from '../field-rules';
import { documentsOf } from '../pdf-documents';
import type { Intake } from '../use-intake';
import type { useLineage } from '../use-lineage';
import type { Selection } from '../use-selection';
import type { ToolForm } from '../use-tool-form';
import { isUntouched } from './kept-values';
import { fieldsThatGo, takenOut } from './taken-out';
import { useGonePictures } from './use-gone-pictures';
import { useKeptScroll } from './use-kept-scroll';

interface SessionInput {
  tool: DefinedTool;
  account: string;
  /** The page as it was left. */
  start: ToolSession | undefined;
  form: ToolForm;
  intake: Intake;
  batch: BatchOfTool;
  selection: Selection;
  lineage: ReturnType<typeof useLineage>;
  tasks: ToolTasks;
}

/** The state of the workbench that outlives its page, and the undo of what is taken away from it. */
export function useWorkbenchSession(input: SessionInput) {
  const { tool, account, start, form, intake, batch, selection, lineage } = input;
  const { values, pictures } = form;
  const notices = useGonePictures(tool, form, start);
  const [isUnfolded, setIsUnfolded] = useState(start?.isUnfolded ?? false);
  const formScroll = useKeptScroll('scrollTop', start?.formScroll ?? 0);
  const stripScroll = useKeptScroll('scrollLeft', start?.stripScroll ?? 0);
  const undo = useUndo();
  const removal = useTaskRemoval(input, undo.offer);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was under way goes on once
  useEffect(() => {
    if (start && (start.uploads.length > 0 || start.facts)) intake.restore(start);
  }, []);

  const session = useSessionSnapshot(input, isUnfolded, {
    formScroll: formScroll.place,
    stripScroll: stripScroll.place,
  });
  useSessionKeeping(account, tool.id, session);

  const restore = (former: ToolSession) => {
    selection.restore(former);
    intake.restore(former);
    batch.restore(former.batch, former.isBatchShown === true);
    lineage.restore(former.origin);
  };
  const latest = useRef(values);
  latest.current = values;
  /** Does what takes something out of a field, and with words offers the way back: the field as it was, what was typed since. */
  const takeOut = (name: string, words: string | undefined, act: () => void) => {
    const former = fieldsThatGo(tool, values, name);
    act();
    if (words) undo.offer({ text: words, act: () => form.fill({ ...latest.current, ...former }, pictures) });
  };
  return {
    undo,
    /** Notices at fields, by the field's name. */
    notices,
    isUnfolded,
    toggleFold: () => setIsUnfolded(!isUnfolded),
    formRef: formScroll.ref,
    stripRef: stripScroll.ref,
    isEmpty: isUntouched(tool, session),
    empty: () => {
      restore(emptySession);
      formScroll.reset();
      undo.offer({ text: '已清空，可以重新开始', act: () => restore(session) });
    },
    /** Fills the form with a run's parameters. */
    fillFrom: (task: Task) => {
      selection.fillFrom(task);
      undo.offer({ text: '已换成所选结果的参数', act: () => restore(session) });
    },
    /** Fills the form as for a run, for another picture. */
    fillAlike: (task: Task) => {
      selection.select(undefined);
      form.fill(paramsForAnother(tool, task.params));
      undo.offer({ text: '已填好同款的参数，换一张底图就能生成', act: () => restore(session) });
    },
    /** Sets a field; what was taken out of it can be brought back. */
    setField: (name: string, value: unknown) => {
      const words = takenOut(tool, values, name, value);
      takeOut(name, words, () => form.set(name, value));
    },
    takeOut,
    remove: removal.remove,
    question: removal.question,
    dismissQuestion: removal.dismissQuestion,
  };
}

type Scrolls = Pick<ToolSession, 'formScroll' | 'stripScroll'>;

/** The state of the page in the form in which it is kept. */
function useSessionSnapshot(
  input: SessionInput,
  isUnfolded: boolean,
  { formScroll, stripScroll }: Scrolls,
): ToolSession {
  const { tool, form, intake, batch, selection, lineage } = input;
  const { values, pictures } = form;
  const { uploads, facts, documents } = intake;
  const { batch: started, isShown: isBatchShown } = batch;
  const { taskId, index } = selection;
  const { origin } = lineage;
  return useMemo((): ToolSession => {
    const shown = [...pictureIdsOf(tool, values), ...pictures.map(({ imageId }) => imageId)];
    return {
      values,
      uploads: uploads.map(({ field, file, clientKey, problem, page, preview, isRefused, isAdded, ...upload }) => ({
        ...{ field, file, clientKey, page, isDrawable: preview !== undefined },
        // Uploads that wait for login or network continue by themselves after a reload, so their notice is not stored.
        ...(problem !== undefined && !upload.isWaitingForLogin && !upload.isWaitingForLine && { problem }),
        ...(isRefused && { isRefused }),
        ...(isAdded && { isAdded }),
      })),
      pictures,
      facts: factsOf(facts, shown),
      documents: documentsOf(documents, shown),
      batch: started,
      isBatchShown,
      taskId,
      index,
      origin,
      isUnfolded,
      formScroll,
      stripScroll,
    };
  }, [
    tool,
    values,
    pictures,
    facts,
    documents,
    uploads,
    started,
    isBatchShown,
    taskId,
    index,
    origin,
    isUnfolded,
    formScroll,
    stripScroll,
  ]);
}

/** Moves tasks to the recycle bin; asks for confirmation first when that disables share links. */
function useTaskRemoval({ tasks, selection }: SessionInput, offer: (undo: Undo) => void) {
  const [question, setQuestion] = useState<Question>();
  const { index } = selection;
  const moveToBin = async (removed: string) => {
    const bringBack = await tasks.remove(removed);
    selection.select(undefined);
    offer({
      text: '已移到回收站，保留 30 天',
      act: async () => {
        await bringBack();
        selection.select(removed);
        selection.setIndex(index);
      },
    });
  };
  const remove = async ({ taskId, images }: Task) => {
    const links = await countSharesOf([{ images }]);
    if (links === 0) return moveToBin(taskId);
    setQuestion({
      title: '删除作品',
      text: lostShareWords(1, links),
      answer: '删除',
      act: () => moveToBin(taskId),
    });
  };
  return { question, dismissQuestion: () => setQuestion(undefined), remove };
}

/** The facts of these pictures alone. */
function factsOf(facts: Intake['facts'], imageIds: readonly string[]): Intake['facts'] {
  return Object.fromEntries(imageIds.flatMap((imageId) => (facts[imageId] ? [[imageId, facts[imageId]]] : [])));
}

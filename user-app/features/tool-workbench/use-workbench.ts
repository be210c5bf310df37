import { useCallback, useEffect, useMemo, useState } from 'react';
import type { VipInfo } from '#shared/contract/auth';
import type { Task, ToolAnswer } from '#shared/contract/task';
import { type ClientCategory, categoryNames, childrenOf, findCategory } from '#shared/domain/category-tree';
import { isFinal } from '#shared/domain/task-status';
import type { DefinedTool } from '#shared/tools/define-tool';
import { tools } from '#shared/tools/registry';
import { useCategories } from '@/data/category';
import { resultUrl } from '@/data/results';
import { useToolAnswers } from '@/data/task';
import { useToolTasks } from '@/data/task-list';
import { useFreeAllowance, useTickets } from '@/data/ticket';
import { engineTitle } from '@/lib/engine-title';
import { imageUrl } from '@/lib/image-url';
import { useShownDraft } from '@/lib/interruption';
import { noteToolState } from '@/lib/product-state';
import { endSplashPicture } from '@/lib/splash-picture';
import type { ToolSession } from '@/lib/tool-sessions';
import { useBatch } from './batch/use-batch';
import { useBatchLimit, useSeveral } from './batch/use-several';
import { useCorrections } from './corrections/use-corrections';
import { pictureFieldOf, problemsOfPoints, sendTargets, type Values } from './field-rules';
import type { FieldEditors } from './fields/field-editor';
import { formerParams } from './former-params';
import { relatedTools } from './no-engine-notice';
import type { Downloads } from './result-actions';
import { isUntouched } from './session/kept-values';
import { useWorkbenchSession } from './session/use-workbench-session';
import { firstPictureOf } from './stage/first-picture';
import type { FormProps } from './tool-form';
import { useIntake } from './use-intake';
import { useLaunch } from './use-launch';
import { useLineage } from './use-lineage';
import { usePictureEntry } from './use-picture-entry';
import { useRepeat } from './use-repeat';
import { type ToolRun, useRun } from './use-run';
import { useSelection } from './use-selection';
import { useToolForm } from './use-tool-form';

export interface ToolWorkbenchProps {
  tool: DefinedTool;
  /** Whose the page is. */
  account: string;
  isLoggedIn: boolean;
  access: VipInfo['flags'] | undefined;
  editors: FieldEditors;
  downloads: Downloads;
  /** True when the page stands alone, without the site's header above it. */
  isWithoutHeader: boolean;
  /** The page as it was left; undefined for one that is new. */
  start: ToolSession | undefined;
  /** Initial picture: `sample:<name>` or an image id. */
  base: string | undefined;
  /** The task whose result `base` is. */
  parent: string | undefined;
  /** Told of each run that is started here. */
  onStarted?: ((taskId: string) => void) | undefined;
}

export type Workbench = ReturnType<typeof useWorkbench>;

/** State and actions of a tool's page that its form, stage and history share. */
export function useWorkbench(props: ToolWorkbenchProps) {
  const { tool, account, start, base } = props;
  const work = useWork(props);
  const { form, intake, tasks, batch } = work;
  const { data: categories = [] } = useCategories();
  useNotedState(tool, form.values, categories);
  const pictureEntry = pictureFieldOf(tool);
  const selection = useSelection({
    tasks,
    form,
    pictureName: pictureEntry?.[0],
    start,
    hasForm: base !== undefined || (start !== undefined && !isUntouched(tool, start)),
  });
  const { task } = selection;
  usePictureEntry({ tool, base, form, intake });
  const answers = useToolAnswers();
  const answer = answers.data?.find(({ id }) => id === tool.id);
  const engines = answer?.engines;
  const sheet = useSheet();
  const starts = useStarts(props, work, selection, {
    engines: answers.data && (engines ?? []),
    onOpenForm: sheet.open,
    onCloseForm: sheet.close,
  });
  const { launch, lineage } = starts;
  const { misfits } = launch;
  const several = useSeveral({ tool, form, intake, batch, misfits, finish: launch.finish });
  const corrections = useCorrections({
    tool,
    task,
    tasks: tasks.tasks,
    values: form.values,
    onSet: form.set,
    onFill: selection.fillFrom,
  });
  const page = useWorkbenchSession({ tool, account, start, form, intake, batch, selection, lineage, tasks });
  const fillFrom = (from: Task) => {
    page.fillFrom(from);
    sheet.open();
  };
  const nameOfCategory = (id: string) => categoryNames(categories, id).at(-1) ?? task?.categoryNames?.[id];
  const { related, targets } = useNextTools(tool, answers.data);
  return {
    ...work,
    ...starts,
    sheet,
    pictureEntry,
    selection,
    several,
    corrections,
    page,
    fillFrom,
    related,
    targets,
    nameOfCategory,
    engines: engines ?? [],
    closedEngines: answer?.closedEngines ?? [],
    /** Known and none: the tool cannot run now. */
    isWithoutEngine: answers.data !== undefined && !engines?.length,
    canStart: engines !== undefined && engines.length > 0 && !launch.isStarting,
    engineTitle: answer && task ? engineTitle(answer, task.engine) : (task?.engine ?? ''),
    differences: task ? formerParams(tool, form.values, task.params, nameOfCategory) : [],
  };
}

/** The form, its uploads, and the tasks and batch of this tool. */
function useWork({ tool, account, isLoggedIn, start }: ToolWorkbenchProps) {
  const form = useToolForm(tool, start?.values, start?.pictures);
  useShownDraft(form.values);
  const intake = useIntake({ tool, form, isLoggedIn, limit: useBatchLimit() });
  const tasks = useToolTasks(tool.id, isLoggedIn);
  const batch = useBatch({ tool, account, form, intake, tasks, start });
  return { form, intake, tasks, batch };
}

/** On narrow screens the form is a sheet over the stage. */
function useSheet() {
  const [isOpen, setIsOpen] = useFormSheet();
  const open = useCallback(() => setIsOpen(true), [setIsOpen]);
  const close = useCallback(() => setIsOpen(false), [setIsOpen]);
  return { isOpen, open, close };
}

/** Starting and repeating runs, and the purse that they are paid from. */
function useStarts(
  { tool, isLoggedIn, access, start, base, parent, onStarted }: ToolWorkbenchProps,
  { form, intake, tasks, batch }: ReturnType<typeof useWork>,
  { select }: ReturnType<typeof useSelection>,
  {
    engines,
    onOpenForm,
    onCloseForm,
  }: { engines: Parameters<typeof useLaunch>[0]['engines']; onOpenForm: () => void; onCloseForm: () => void },
) {
  const tickets = useTickets(isLoggedIn);
  const allowance = useFreeAllowance(isLoggedIn);
  const refreshPurse = useCallback(() => {
    tickets.refresh();
    allowance.refresh();
  }, [tickets.refresh, allowance.refresh]);
  const run = useRun(
    useCallback(
      (taskId: string) => {
        select(taskId);
        onCloseForm();
        refreshPurse();
        onStarted?.(taskId);
      },
      [select, refreshPurse, onCloseForm, onStarted],
    ),
  );
  const refused = useRefusal(run, form.values, onOpenForm);

  // Tickets are held at the start and spent or returned at the end.
  const movedCount = tasks.tasks.filter((task) => isFinal(task.status)).length + batch.startedCount;
  useEffect(() => {
    if (movedCount > 0 && isLoggedIn) refreshPurse();
  }, [movedCount, isLoggedIn, refreshPurse]);

  const lineage = useLineage({ tool, form, base, parent, start: start?.origin });
  const launch = useLaunch({
    tool,
    form,
    intake,
    isLoggedIn,
    access,
    engines,
    tickets,
    allowance,
    run,
    batch,
    origin: lineage.origin,
    parent: lineage.parentNow,
    onBegun: () => {
      select(undefined);
      onCloseForm();
    },
  });
  const repeats = useRepeat({ tool, values: form.values, run, parent: lineage.parentNow });
  return { launch, lineage, repeats, refused };
}

/** The stage's element, and the end of the picture that stood there before the app was loaded. */
export function useStageElement(tool: DefinedTool) {
  const [stage, setStage] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const first = firstPictureOf(tool);
    const successor = first && stage?.querySelector<HTMLImageElement>(`img[src="${resultUrl(first)}"]`);
    if (stage) void endSplashPicture(...(successor ? [successor] : []));
  }, [stage, tool]);
  return [stage, setStage] as const;
}

/** Props of a form field, the same in the form and on the stage. */
export function formPropsOf(
  { tool, isLoggedIn, access, editors }: ToolWorkbenchProps,
  { form, intake, engines, closedEngines, several, page, launch, pictureEntry }: Workbench,
  stage: HTMLElement | null,
): FormProps {
  const pictureName = pictureEntry?.[0] ?? '';
  const { misfits } = launch;
  return {
    several: several && {
      ...several,
      onRemove: (imageId) => page.takeOut(pictureName, '已移除 1 张图片', () => several.onRemove(imageId)),
      onClear: () => page.takeOut(pictureName, '已移除全部图片', several.onClear),
      onRemoveUnsuitable:
        several.onRemoveUnsuitable &&
        (() => page.takeOut(pictureName, `已移除 ${misfits.size} 张不适合的图片`, several.onRemoveUnsuitable!)),
    },
    tool,
    values: form.values,
    intake,
    isLoggedIn,
    access,
    engines,
    closedEngines,
    editors,
    stage,
    onSet: page.setField,
    onPending: launch.onPending,
    onProblem: launch.onProblem,
  };
}

/** Sentences beside the fields: what was restored, what does not fit, what was refused. */
export function noticesOf(tool: DefinedTool, { form, page, launch, pictureEntry, refused }: Workbench) {
  const pictureName = pictureEntry?.[0] ?? '';
  // Of several pictures the list itself says which do not suit.
  const misfit = form.pictures.length > 1 ? undefined : launch.misfits.get(String(form.values[pictureName]));
  return {
    ...page.notices,
    ...problemsOfPoints(tool, form.values, launch.obstacles),
    ...(misfit !== undefined && { [pictureName]: misfit }),
    ...refused,
  };
}

/** State of the form as a sheet over the stage on narrow screens; Escape closes it. */
function useFormSheet() {
  const [isFormOpen, setIsFormOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setIsFormOpen(false);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return [isFormOpen, setIsFormOpen] as const;
}

/** Tools to go on with: those that take a result, and those that stand in where this one cannot run. */
function useNextTools(tool: DefinedTool, answers: readonly ToolAnswer[] | undefined) {
  const canRunTool = useCallback(
    (id: string) => (answers?.find((answer) => answer.id === id)?.engines.length ?? 0) > 0,
    [answers],
  );
  const related = useMemo(() => relatedTools(tool, tools, canRunTool), [tool, canRunTool]);
  const targets = useMemo(() => sendTargets(tools, tool, canRunTool), [tool, canRunTool]);
  return { related, targets };
}

/** Keeps what docs/RULES.md R24 wants known of a tool's form: the place of its type, and its base picture. */
function useNotedState(tool: DefinedTool, { classifyId2, upload_img }: Values, categories: readonly ClientCategory[]) {
  const root = findCategory(categories, String(tool.fields.classifyId2?.categoryRoot ?? ''));
  const typeIndex = root ? childrenOf(root).findIndex(({ id }) => id === classifyId2) : -1;
  const picture = typeof upload_img === 'string' && upload_img !== '' ? imageUrl(upload_img, { w: 720 }) : '';
  useEffect(() => noteToolState(tool.id, { typeIndex, picture }), [tool.id, typeIndex, picture]);
}

/**
 * Sentences at fields because a start was refused for their pictures, while they hold the same picture. The
 * first of them is brought into view.
 * @param onRefused called when there is something to be seen in the form
 */
function useRefusal({ refusal }: ToolRun, values: Values, onRefused: () => void): Record<string, string> {
  useEffect(() => {
    const [name] = Object.keys(refusal?.sentences ?? {});
    if (name === undefined) return;
    onRefused();
    document.querySelector(`[data-field="${name}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [refusal, onRefused]);
  const standing = Object.entries(refusal?.sentences ?? {}).filter(([name]) => values[name] === refusal?.params[name]);
  return Object.fromEntries(standing);
}

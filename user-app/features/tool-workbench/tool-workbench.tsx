import { useCallback, useEffect, useState } from 'react';
import type { VipInfo } from '#shared/contract/auth';
import type { Task } from '#shared/contract/task';
import { categoryNames } from '#shared/domain/category-tree';
import { isFinal } from '#shared/domain/task-status';
import type { DefinedTool } from '#shared/tools/define-tool';
import { useCategories } from '@/data/category';
import { resultUrl } from '@/data/results';
import { useToolAnswers, useToolTasks } from '@/data/task';
import { useFreeAllowance, useTickets } from '@/data/ticket';
import { endFirstStage } from '@/lib/first-stage';
import { useShownDraft } from '@/lib/interruption';
import { useShortcuts } from '@/lib/shortcuts';
import { referenceField } from '@/lib/tool-card';
import type { ToolSession } from '@/lib/tool-sessions';
import { ConfirmDialog } from '@/ui/confirm-dialog';
import { IconButton } from '@/ui/icon-button';
import { ShortcutDialog } from '@/ui/shortcut-dialog';
import { UndoBar } from '@/ui/undo-bar';
import { BatchNotice } from './batch/batch-notice';
import { BatchStage } from './batch/batch-stage';
import { useBatch } from './batch/use-batch';
import { useBatchLimit, useSeveral } from './batch/use-several';
import { LegendBar } from './corrections/legend-bar';
import { useCorrections } from './corrections/use-corrections';
import { DetailsPanel } from './details-panel';
import { pictureFieldOf, problemsOfPoints } from './field-rules';
import type { FieldEditors } from './fields/field-editor';
import { usualDuration } from './format';
import { formerParams } from './former-params';
import { FormerParamsBar } from './former-params-bar';
import { HistoryStrip } from './history-strip';
import { CloseIcon } from './icons';
import { LaunchBar } from './launch-bar';
import { NoEngineNotice } from './no-engine-notice';
import { type Downloads, ResultActions } from './result-actions';
import { SceneMasks } from './scene-masks/scene-masks';
import { isUntouched } from './session/kept-values';
import { useWorkbenchSession } from './session/use-workbench-session';
import { shortcutGroups, workbenchShortcuts } from './shortcuts';
import { firstPictureOf } from './stage/first-picture';
import { Stage } from './stage/stage';
import { type FormProps, ToolForm } from './tool-form';
import { ToolRail } from './tool-rail';
import styles from './tool-workbench.css';
import { useFormSheet } from './use-form-sheet';
import { useIntake } from './use-intake';
import { useLaunch } from './use-launch';
import { useLineage } from './use-lineage';
import { useNotedState } from './use-noted-state';
import { usePictureEntry } from './use-picture-entry';
import { useRefusal } from './use-refusal';
import { useRepeat } from './use-repeat';
import { useRun } from './use-run';
import { useSelection } from './use-selection';
import { useToolForm } from './use-tool-form';
import { useWaysOn } from './use-ways-on';
import { WorkbenchHeader } from './workbench-header';

export interface ToolWorkbenchProps {
  tool: DefinedTool;
  /** Whose the page is. */
  account: string;
  isLoggedIn: boolean;
  access: VipInfo['flags'] | undefined;
  editors: FieldEditors;
  downloads: Downloads;
  /** Whether the page stands alone, without the site's header above it. */
  isWithoutHeader: boolean;
  /** The page as it was left; undefined for one that is new. */
  start: ToolSession | undefined;
  /** What to start from: `sample:<name>` or an image id. */
  base: string | undefined;
  /** The task whose result `base` is. */
  parent: string | undefined;
  /** Told of each run that is started here. */
  onStarted?: ((taskId: string) => void) | undefined;
}

/** Form, stage, history and details of any tool; everything particular comes from the tool's entry. */
export function ToolWorkbench({
  tool,
  account,
  isLoggedIn,
  access,
  editors,
  downloads,
  isWithoutHeader,
  start,
  base,
  parent,
  onStarted,
}: ToolWorkbenchProps) {
  const form = useToolForm(tool, start?.values, start?.pictures);
  useShownDraft(form.values);
  const intake = useIntake({ tool, form, isLoggedIn, limit: useBatchLimit() });
  const tasks = useToolTasks(tool.id, isLoggedIn);
  const batch = useBatch({ tool, account, form, intake, tasks, start });
  const tickets = useTickets(isLoggedIn);
  const allowance = useFreeAllowance(isLoggedIn);
  const answers = useToolAnswers();
  const { data: categories = [] } = useCategories();
  const [isFormOpen, setIsFormOpen] = useFormSheet();
  const [areDetailsOpen, setAreDetailsOpen] = useState(false);
  const [areShortcutsOpen, setAreShortcutsOpen] = useState(false);
  const openShortcuts = useCallback(() => setAreShortcutsOpen(true), []);
  useShortcuts(workbenchShortcuts, { sheet: openShortcuts });
  const [stage, setStage] = useState<HTMLElement | null>(null);

  useEffect(() => {
    const first = firstPictureOf(tool);
    const successor = first && stage?.querySelector<HTMLImageElement>(`img[src="${resultUrl(first)}"]`);
    if (stage) void endFirstStage(...(successor ? [successor] : []));
  }, [stage, tool]);

  const { values, set } = form;
  useNotedState(tool, values, categories);
  const pictureEntry = pictureFieldOf(tool);
  const selection = useSelection({
    tasks,
    form,
    pictureName: pictureEntry?.[0],
    start,
    hasForm: base !== undefined || (start !== undefined && !isUntouched(tool, start)),
  });
  const { task, select } = selection;
  usePictureEntry({ tool, base, form, intake });

  const refreshPurse = useCallback(() => {
    tickets.refresh();
    allowance.refresh();
  }, [tickets.refresh, allowance.refresh]);
  const run = useRun(
    useCallback(
      (taskId: string) => {
        select(taskId);
        setIsFormOpen(false);
        refreshPurse();
        onStarted?.(taskId);
      },
      [select, refreshPurse, setIsFormOpen, onStarted],
    ),
  );

  const openForm = useCallback(() => setIsFormOpen(true), [setIsFormOpen]);
  const refused = useRefusal(run, values, openForm);

  // Tickets are held at the start and spent or returned at the end.
  const movedCount = tasks.tasks.filter((task) => isFinal(task.status)).length + batch.startedCount;
  useEffect(() => {
    if (movedCount > 0 && isLoggedIn) refreshPurse();
  }, [movedCount, isLoggedIn, refreshPurse]);

  const engines = answers.data?.find((answer) => answer.id === tool.id)?.engines;
  const lineage = useLineage({ tool, form, base, parent, start: start?.origin });
  const launch = useLaunch({
    tool,
    form,
    intake,
    isLoggedIn,
    access,
    engines: answers.data && (engines ?? []),
    tickets,
    allowance,
    run,
    batch,
    origin: lineage.origin,
    parent: lineage.parentNow,
    onBegun: () => {
      select(undefined);
      setIsFormOpen(false);
    },
  });
  const { misfits } = launch;
  const several = useSeveral({ tool, form, intake, batch, misfits, finish: launch.finish });
  const { isStarting } = launch;
  const canRun = engines !== undefined && engines.length > 0;
  const { repeat, vary, correct } = useRepeat({ tool, values, run, parent: lineage.parentNow });
  const corrections = useCorrections({
    tool,
    task,
    tasks: tasks.tasks,
    values,
    onSet: set,
    onFill: selection.fillFrom,
  });
  const page = useWorkbenchSession({ tool, account, start, form, intake, batch, selection, lineage, tasks });
  const fillFrom = (from: Task) => {
    page.fillFrom(from);
    setIsFormOpen(true);
  };
  const usualMs = usualDuration(tasks.tasks);
  const nameOfCategory = (id: string) => categoryNames(categories, id).at(-1) ?? task?.categoryNames?.[id];
  const differences = task ? formerParams(tool, values, task.params, nameOfCategory) : [];
  const { related, targets } = useWaysOn(tool, answers.data);
  const engineTitle = engines?.find((engine) => engine.name === task?.engine)?.title ?? task?.engine ?? '';

  const pictureName = pictureEntry?.[0] ?? '';
  // Of several pictures the list itself says which do not suit.
  const misfit = form.pictures.length > 1 ? undefined : misfits.get(String(values[pictureName]));
  const formProps: FormProps = {
    several: several && {
      ...several,
      onRemove: (imageId) => page.takeOut(pictureName, '已移除 1 张图片', () => several.onRemove(imageId)),
      onClear: () => page.takeOut(pictureName, '已移除全部图片', several.onClear),
      onRemoveUnsuitable:
        several.onRemoveUnsuitable &&
        (() => page.takeOut(pictureName, `已移除 ${misfits.size} 张不适合的图片`, several.onRemoveUnsuitable!)),
    },
    tool,
    values,
    intake,
    isLoggedIn,
    access,
    engines: engines ?? [],
    editors,
    stage,
    onSet: page.setField,
    onPending: launch.onPending,
    onProblem: launch.onProblem,
  };
  return (
    <div className={styles.workbench} data-sheet={isFormOpen || undefined} data-alone={isWithoutHeader || undefined}>
      <ToolRail toolId={tool.id} onShortcuts={openShortcuts} />
      <section className={styles.panel} aria-label={`${tool.title}表单`}>
        <WorkbenchHeader tool={tool} isEmpty={page.isEmpty} onEmpty={page.empty} onShortcuts={openShortcuts} />
        <div ref={page.formRef} className={styles.sheet} id="tool-form">
          <div className={styles.sheetHead}>
            <span>{tool.title}</span>
            <IconButton size="large" label="收起参数" onClick={() => setIsFormOpen(false)}>
              <CloseIcon />
            </IconButton>
          </div>
          <ToolForm
            {...formProps}
            notices={{
              ...page.notices,
              ...problemsOfPoints(tool, values, launch.obstacles),
              ...(misfit !== undefined && { [pictureName]: misfit }),
              ...refused,
            }}
            isUnfolded={page.isUnfolded}
            onUnfold={page.toggleFold}
          />
          <FormerParamsBar differences={differences} onTake={() => task && page.fillFrom(task)} />
        </div>
        <LaunchBar
          tool={tool}
          total={launch.total}
          price={launch.price}
          freeLeft={launch.freeLeft}
          ticketsLeft={launch.ticketsLeft}
          usualMs={usualMs && usualMs * launch.rounds}
          obstacles={launch.obstacles}
          isStarting={isStarting}
          startingWords={batch.submittingWords}
          batchWords={batchWordsOf(launch)}
          onStart={launch.launch}
          isFormOpen={isFormOpen}
          onOpenForm={() => setIsFormOpen(!isFormOpen)}
        />
      </section>
      <div className={styles.main}>
        <div ref={setStage} className={styles.work}>
          {batch.batch && batch.isShown && !task ? (
            <BatchStage
              batch={batch.batch}
              tasks={tasks.tasks}
              downloads={downloads}
              isCanceling={batch.isCanceling}
              onCancelAll={() => void batch.cancelAll()}
              onOpen={(taskId, index) => {
                select(taskId);
                selection.setIndex(index);
              }}
            />
          ) : (
            <Stage
              tool={tool}
              values={values}
              intake={intake}
              task={task}
              tasks={tasks.tasks}
              index={selection.index}
              isCanceling={selection.isCanceling}
              canRetry={canRun && !isStarting}
              areDetailsOpen={areDetailsOpen}
              notice={
                answers.data && !canRun ? (
                  <NoEngineNotice tool={tool} related={related} />
                ) : batch.batch && task ? (
                  <BatchNotice
                    batch={batch.batch}
                    taskId={task.taskId}
                    onBack={() => {
                      select(undefined);
                      batch.show();
                    }}
                  />
                ) : null
              }
              corrections={corrections}
              correctionBar={
                task &&
                corrections && (
                  <LegendBar
                    corrections={corrections}
                    price={launch.price}
                    canStart={canRun && !isStarting}
                    onAgain={() => correct(task)}
                  />
                )
              }
              stageFields={<SceneMasks {...formProps} />}
              actions={
                task && (
                  <ResultActions
                    key={task.taskId}
                    tool={tool}
                    task={task}
                    index={selection.index}
                    engineTitle={engineTitle}
                    downloads={downloads}
                    targets={targets}
                    canStart={canRun && !isStarting}
                    canBeBase={pictureEntry !== undefined && pictureName !== referenceField}
                    onRepeat={() => repeat(task)}
                    onVary={tool.fields.seed ? () => vary(task) : undefined}
                    onUseAsBase={(image) => {
                      if (!pictureEntry) return;
                      const [name, field] = pictureEntry;
                      set(name, field.editor === 'images' ? [image.imageId] : image.imageId);
                      lineage.follow(image.imageId, task.taskId);
                    }}
                    onUseAsReference={
                      referenceField in tool.fields
                        ? (image) => {
                            form.fill({ ...values, [referenceField]: image.imageId, ignoreWordAndImage: false });
                            setIsFormOpen(true);
                          }
                        : undefined
                    }
                    onUseParams={() => fillFrom(task)}
                    onMakeAlike={pictureEntry?.[1].isRequired ? () => page.fillAlike(task) : undefined}
                    onDelete={() => page.remove(task)}
                  />
                )
              }
              onIndex={selection.setIndex}
              onCancel={(from) => void selection.cancel(from)}
              onRetry={repeat}
              onUseParams={fillFrom}
              onDetails={() => setAreDetailsOpen(!areDetailsOpen)}
            />
          )}
          <HistoryStrip
            listRef={page.stripRef}
            tasks={tasks}
            isLoggedIn={isLoggedIn}
            selectedId={selection.taskId}
            onSelect={select}
          />
        </div>
        {areDetailsOpen && task && (
          <DetailsPanel
            tool={tool}
            task={task}
            engineTitle={engineTitle}
            nameOfCategory={nameOfCategory}
            onClose={() => setAreDetailsOpen(false)}
          />
        )}
      </div>
      {areShortcutsOpen && <ShortcutDialog groups={shortcutGroups} onClose={() => setAreShortcutsOpen(false)} />}
      <ConfirmDialog question={page.question} onClose={page.dismissQuestion} />
      <UndoBar undo={page.undo.undo} onUndo={page.undo.takeBack} onClose={page.undo.dismiss} />
    </div>
  );
}

/** `2 张底图，共 2 张结果，另 1 张不适合` */
function batchWordsOf({ runCount, outputs, leftOut }: ReturnType<typeof useLaunch>): string | undefined {
  if (runCount + leftOut < 2) return undefined;
  const words = `${runCount} 张底图，共 ${outputs} 张结果`;
  return leftOut > 0 ? `${words}，另 ${leftOut} 张不适合` : words;
}

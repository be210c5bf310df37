import { type ReactNode, useCallback, useState } from 'react';
import type { Task } from '#shared/contract/task';
import type { DefinedTool } from '#shared/tools/define-tool';
import { useShortcuts } from '@/lib/shortcuts';
import { referenceField } from '@/lib/tool-card';
import { ConfirmDialog } from '@/ui/confirm-dialog';
import { IconButton } from '@/ui/icon-button';
import { ShortcutDialog } from '@/ui/shortcut-dialog';
import { UndoBar } from '@/ui/undo-bar';
import { BatchNotice } from './batch/batch-notice';
import { BatchStage } from './batch/batch-stage';
import { LegendBar } from './corrections/legend-bar';
import { DetailsPanel } from './details-panel';
import { usualDuration } from './format';
import { FormerParamsBar } from './former-params-bar';
import { HistoryStrip } from './history-strip';
import { CloseIcon } from './icons';
import { LaunchBar } from './launch-bar';
import { NoEngineNotice } from './no-engine-notice';
import { type Downloads, ResultActions } from './result-actions';
import { SceneMasks } from './scene-masks/scene-masks';
import { shortcutGroups, workbenchShortcuts } from './shortcuts';
import { Stage } from './stage/stage';
import { type FormProps, ToolForm } from './tool-form';
import { ToolRail } from './tool-rail';
import styles from './tool-workbench.css';
import {
  formPropsOf,
  noticesOf,
  type ToolWorkbenchProps,
  useStageElement,
  useWorkbench,
  type Workbench,
} from './use-workbench';
import { WorkbenchHeader } from './workbench-header';

/** Form, stage, history and details of any tool; everything particular comes from the tool's entry. */
export function ToolWorkbench(props: ToolWorkbenchProps) {
  const { tool, downloads, isLoggedIn, isWithoutHeader } = props;
  const [areDetailsOpen, setAreDetailsOpen] = useState(false);
  const [areShortcutsOpen, setAreShortcutsOpen] = useState(false);
  const openShortcuts = useCallback(() => setAreShortcutsOpen(true), []);
  useShortcuts(workbenchShortcuts, { sheet: openShortcuts });
  const [stage, setStage] = useStageElement(tool);
  const workbench = useWorkbench(props);
  const { tasks, batch, selection, page, sheet } = workbench;
  const { task } = selection;
  const formProps = formPropsOf(props, workbench, stage);
  return (
    <div className={styles.workbench} data-sheet={sheet.isOpen || undefined} data-alone={isWithoutHeader || undefined}>
      <ToolRail toolId={tool.id} onShortcuts={openShortcuts} />
      <FormPanel workbench={workbench} formProps={formProps} onShortcuts={openShortcuts} />
      <div className={`flex relative min-w-0 min-h-0 ${styles.main}`}>
        <div ref={setStage} className="stack relative flex-1 min-w-0 min-h-0">
          {batch.batch && batch.isShown && !task ? (
            <BatchStage
              batch={batch.batch}
              tasks={tasks.tasks}
              downloads={downloads}
              isCanceling={batch.isCanceling}
              onCancelAll={() => void batch.cancelAll()}
              onOpen={(taskId, index) => {
                selection.select(taskId);
                selection.setIndex(index);
              }}
            />
          ) : (
            <TaskStage
              workbench={workbench}
              formProps={formProps}
              actions={task && <TaskActions workbench={workbench} tool={tool} task={task} downloads={downloads} />}
              areDetailsOpen={areDetailsOpen}
              onDetails={() => setAreDetailsOpen(!areDetailsOpen)}
            />
          )}
          <HistoryStrip
            listRef={page.stripRef}
            tasks={tasks}
            isLoggedIn={isLoggedIn}
            selectedId={selection.taskId}
            onSelect={selection.select}
          />
        </div>
        {areDetailsOpen && task && (
          <DetailsPanel
            tool={tool}
            task={task}
            engineTitle={workbench.engineTitle}
            nameOfCategory={workbench.nameOfCategory}
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

interface FormPanelProps {
  workbench: Workbench;
  formProps: FormProps;
  onShortcuts: () => void;
}

/** The tool's form with what it costs to start. */
function FormPanel({ workbench, formProps, onShortcuts }: FormPanelProps) {
  const { tool } = formProps;
  const { tasks, batch, selection, launch, page, sheet } = workbench;
  const { task } = selection;
  const own = tasks.tasks.filter(({ engine }) => engine === launch.engineName);
  const usualMs = launch.usualMs ?? usualDuration(own);
  return (
    <section className={`stack min-h-0 bg-surface ${styles.panel}`} aria-label={`${tool.title}表单`}>
      <WorkbenchHeader tool={tool} isEmpty={page.isEmpty} onEmpty={page.empty} onShortcuts={onShortcuts} />
      <div ref={page.formRef} className={`relative flex-1 min-h-0 overflow-y-auto ${styles.sheet}`} id="tool-form">
        <div className={`hidden ${styles.sheetHead}`}>
          <span>{tool.title}</span>
          <IconButton size="large" label="收起参数" onClick={sheet.close}>
            <CloseIcon />
          </IconButton>
        </div>
        <ToolForm
          {...formProps}
          notices={noticesOf(tool, workbench)}
          idle={launch.idle}
          isUnfolded={page.isUnfolded}
          onUnfold={page.toggleFold}
        />
        <FormerParamsBar differences={workbench.differences} onTake={() => task && page.fillFrom(task)} />
      </div>
      <LaunchBar
        tool={tool}
        total={launch.total}
        price={launch.price}
        freeLeft={launch.freeLeft}
        ticketsLeft={launch.ticketsLeft}
        usualMs={usualMs && usualMs * launch.rounds}
        obstacles={launch.obstacles}
        isStarting={launch.isStarting}
        startingWords={batch.submittingWords}
        leavingWords={launch.leavingWords}
        batchWords={batchWordsOf(launch)}
        onStart={launch.launch}
        isFormOpen={sheet.isOpen}
        onOpenForm={sheet.isOpen ? sheet.close : sheet.open}
      />
    </section>
  );
}

interface TaskStageProps {
  workbench: Workbench;
  formProps: FormProps;
  actions: ReactNode;
  areDetailsOpen: boolean;
  onDetails: () => void;
}

/** The stage with the chosen task, or with the form's pictures while none is chosen. */
function TaskStage({ workbench, formProps, actions, areDetailsOpen, onDetails }: TaskStageProps) {
  const { tool } = formProps;
  const { form, intake, tasks, selection, launch, corrections, canStart, repeats } = workbench;
  const { task } = selection;
  return (
    <Stage
      tool={tool}
      values={form.values}
      intake={intake}
      task={task}
      tasks={tasks.tasks}
      index={selection.index}
      isCanceling={selection.isCanceling}
      canRetry={canStart}
      areDetailsOpen={areDetailsOpen}
      notice={<StageNotice workbench={workbench} tool={tool} />}
      corrections={corrections}
      correctionBar={
        task &&
        corrections && (
          <LegendBar
            corrections={corrections}
            price={launch.price}
            canStart={canStart}
            onAgain={() => repeats.correct(task)}
          />
        )
      }
      stageFields={<SceneMasks {...formProps} />}
      actions={actions}
      onIndex={selection.setIndex}
      onCancel={(from) => void selection.cancel(from)}
      onRetry={repeats.repeat}
      onUseParams={workbench.fillFrom}
      onDetails={onDetails}
    />
  );
}

function StageNotice({ workbench, tool }: { workbench: Workbench; tool: DefinedTool }) {
  const { batch, selection, isWithoutEngine, related } = workbench;
  const { task } = selection;
  if (isWithoutEngine) return <NoEngineNotice tool={tool} related={related} />;
  if (!batch.batch || !task) return null;
  return (
    <BatchNotice
      batch={batch.batch}
      taskId={task.taskId}
      onBack={() => {
        selection.select(undefined);
        batch.show();
      }}
    />
  );
}

interface TaskActionsProps {
  workbench: Workbench;
  tool: DefinedTool;
  task: Task;
  downloads: Downloads;
}

/** Actions on the results of a task. */
function TaskActions({ workbench, tool, task, downloads }: TaskActionsProps) {
  const { form, selection, pictureEntry, lineage, repeats, page, sheet } = workbench;
  const takesReference = referenceField in tool.fields;
  return (
    <ResultActions
      key={task.taskId}
      tool={tool}
      task={task}
      index={selection.index}
      engineTitle={workbench.engineTitle}
      downloads={downloads}
      targets={workbench.targets}
      canStart={workbench.canStart}
      canBeBase={pictureEntry !== undefined && pictureEntry[0] !== referenceField}
      onRepeat={() => repeats.repeat(task)}
      onVary={tool.fields.seed ? () => repeats.vary(task) : undefined}
      onUseAsBase={(image) => {
        if (!pictureEntry) return;
        const [name, field] = pictureEntry;
        form.set(name, field.editor === 'images' ? [image.imageId] : image.imageId);
        lineage.follow(image.imageId, task.taskId);
      }}
      onUseAsReference={
        takesReference
          ? (image) => {
              form.fill({ ...form.values, [referenceField]: image.imageId, ignoreWordAndImage: false });
              sheet.open();
            }
          : undefined
      }
      onUseParams={() => workbench.fillFrom(task)}
      onMakeAlike={pictureEntry?.[1].isRequired ? () => page.fillAlike(task) : undefined}
      onDelete={() => page.remove(task)}
    />
  );
}

/** `2 张底图，共 2 张结果，另 1 张不适合` */
function batchWordsOf({ runCount, outputs, leftOut }: Workbench['launch']): string | undefined {
  if (runCount + leftOut < 2) return undefined;
  const words = `${runCount} 张底图，共 ${outputs} 张结果`;
  return leftOut > 0 ? `${words}，另 ${leftOut} 张不适合` : words;
}

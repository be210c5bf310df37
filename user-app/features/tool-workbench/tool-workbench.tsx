import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { VipInfo } from '#shared/contract/auth';
import type { Task } from '#shared/contract/task';
import { categoryNames } from '#shared/domain/category-tree';
import { obstaclesOf } from '#shared/domain/readiness';
import { isFinal } from '#shared/domain/task-status';
import type { DefinedTool } from '#shared/tools/define-tool';
import { priceOf } from '#shared/tools/price';
import { tools } from '#shared/tools/registry';
import { useCategories } from '@/data/category';
import { useToolAnswers, useToolTasks } from '@/data/task';
import { useFreeAllowance, useTickets } from '@/data/ticket';
import { openLogin } from '@/lib/app-store';
import { toast } from '@/lib/toast';
import { DetailsPanel } from './details-panel';
import { paramsOf, pictureFieldOf } from './field-rules';
import type { FieldEditors } from './fields/field-editor';
import { usualDuration } from './format';
import { HistoryStrip } from './history-strip';
import { CloseIcon } from './icons';
import { LaunchBar } from './launch-bar';
import { NoEngineNotice, relatedTools } from './no-engine-notice';
import { type Downloads, ResultActions } from './result-actions';
import { Stage } from './stage/stage';
import { ToolForm } from './tool-form';
import styles from './tool-workbench.css';
import { useIntake } from './use-intake';
import { usePictureEntry } from './use-picture-entry';
import { useRun } from './use-run';
import { useSelection } from './use-selection';
import { useToolForm } from './use-tool-form';

export interface ToolWorkbenchProps {
  tool: DefinedTool;
  isLoggedIn: boolean;
  access: VipInfo['flags'] | undefined;
  editors: FieldEditors;
  downloads: Downloads;
  /** Whether the page stands alone, without the site's header above it. */
  isWithoutHeader: boolean;
  /** What to start from: `sample:<name>` or an image id. */
  base: string | undefined;
}

/** Form, stage, history and details of any tool; everything particular comes from the tool's entry. */
export function ToolWorkbench({
  tool,
  isLoggedIn,
  access,
  editors,
  downloads,
  isWithoutHeader,
  base,
}: ToolWorkbenchProps) {
  const form = useToolForm(tool);
  const intake = useIntake(form, isLoggedIn);
  const tasks = useToolTasks(tool.id, isLoggedIn);
  const tickets = useTickets(isLoggedIn);
  const allowance = useFreeAllowance(isLoggedIn);
  const answers = useToolAnswers();
  const { data: categories = [] } = useCategories();
  const [isFormOpen, setIsFormOpen] = useState(false);
  const [areDetailsOpen, setAreDetailsOpen] = useState(false);

  const { values, set } = form;
  const pictureEntry = pictureFieldOf(tool);
  const selection = useSelection({ tasks, form, pictureName: pictureEntry?.[0], hasBase: base !== undefined });
  const { task, select } = selection;
  usePictureEntry({ tool, base, form, intake });

  const refreshPurse = useCallback(() => {
    tickets.refresh();
    allowance.refresh();
  }, [tickets.refresh, allowance.refresh]);
  const { isStarting, start } = useRun(
    useCallback(
      (taskId: string) => {
        select(taskId);
        setIsFormOpen(false);
        refreshPurse();
      },
      [select, refreshPurse],
    ),
  );

  const endedCount = tasks.tasks.filter((task) => isFinal(task.status)).length;
  useEffect(() => {
    if (endedCount > 0 && isLoggedIn) refreshPurse();
  }, [endedCount, isLoggedIn, refreshPurse]);

  const engines = answers.data?.find((answer) => answer.id === tool.id)?.engines;
  // Who is not logged in yet sees the price of the first run of the day.
  const freeLeft = isLoggedIn ? allowance.data?.[tool.id] : tool.ticket.freeDaily;
  const price = priceOf(tool, values, freeLeft ?? 0);
  const ticketsLeft = isLoggedIn ? tickets.data?.[tool.ticket.kind] : undefined;
  const isUploading = intake.uploads.some((upload) => !upload.problem || upload.isWaitingForLogin);
  const isWaitingForLogin = intake.uploads.some((upload) => upload.isWaitingForLogin);
  const obstacles = obstaclesOf({
    tool,
    values: paramsOf(tool, values),
    isLoggedIn,
    ticketsLeft,
    freeLeft: freeLeft ?? 0,
    enginesAvailable: answers.data ? (engines?.length ?? 0) : undefined,
    isUploading,
    ...(access ? { access } : {}),
  }).filter((obstacle) => !(obstacle.kind === 'upload' && isWaitingForLogin));
  const isBlocked = isStarting || obstacles.some((obstacle) => obstacle.kind !== 'login');
  const canRun = engines !== undefined && engines.length > 0;

  const launch = () => {
    if (isBlocked) {
      const reason = obstacles.find((obstacle) => obstacle.kind !== 'login')?.message;
      if (reason && !isStarting) toast.info(reason);
      return;
    }
    const request = { tool: tool.id, params: paramsOf(tool, values) };
    // What waits for the login is uploaded first; the start is then another press.
    if (isWaitingForLogin) openLogin({ reason: '登录后继续上传', after: () => {} });
    else if (isLoggedIn) void start(request);
    else openLogin({ reason: '登录后开始生成', after: () => void start(request) });
  };
  const latestLaunch = useRef(launch);
  latestLaunch.current = launch;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        latestLaunch.current();
      } else if (event.key === 'Escape') setIsFormOpen(false);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  const repeat = (from: Task) => void start({ tool: tool.id, params: from.params, retriedFrom: from.taskId });
  const fillFrom = (from: Task) => {
    selection.fillFrom(from);
    toast.success('已填入表单');
    setIsFormOpen(true);
  };
  const related = useMemo(
    () =>
      relatedTools(tool, tools, (id) => (answers.data?.find((answer) => answer.id === id)?.engines.length ?? 0) > 0),
    [tool, answers.data],
  );

  return (
    <div className={styles.workbench} data-sheet={isFormOpen || undefined} data-alone={isWithoutHeader || undefined}>
      <section className={styles.panel} aria-label={`${tool.title}表单`}>
        <header className={styles.header}>
          <h1>{tool.title}</h1>
          <p>{tool.summary}</p>
        </header>
        <div className={styles.sheet} id="tool-form">
          <div className={styles.sheetHead}>
            <span>{tool.title}</span>
            <button type="button" aria-label="收起参数" onClick={() => setIsFormOpen(false)}>
              <CloseIcon />
            </button>
          </div>
          <ToolForm
            tool={tool}
            values={values}
            intake={intake}
            isLoggedIn={isLoggedIn}
            engines={engines ?? []}
            editors={editors}
            onSet={set}
          />
        </div>
        <LaunchBar
          tool={tool}
          price={price}
          freeLeft={isLoggedIn ? freeLeft : undefined}
          ticketsLeft={ticketsLeft}
          usualMs={usualDuration(tasks.tasks)}
          obstacles={obstacles}
          isStarting={isStarting}
          onStart={launch}
          isFormOpen={isFormOpen}
          onOpenForm={() => setIsFormOpen(!isFormOpen)}
        />
      </section>
      <div className={styles.main}>
        <div className={styles.work}>
          <Stage
            tool={tool}
            values={values}
            intake={intake}
            task={task}
            index={selection.index}
            isCanceling={selection.isCanceling}
            canRetry={canRun && !isStarting}
            areDetailsOpen={areDetailsOpen}
            notice={answers.data && !canRun ? <NoEngineNotice tool={tool} related={related} /> : null}
            actions={
              task && (
                <ResultActions
                  key={task.taskId}
                  task={task}
                  index={selection.index}
                  downloads={downloads}
                  canStart={canRun && !isStarting}
                  canBeBase={pictureEntry !== undefined}
                  onRepeat={() => repeat(task)}
                  onUseAsBase={(image) =>
                    pictureEntry &&
                    set(pictureEntry[0], pictureEntry[1].editor === 'images' ? [image.imageId] : image.imageId)
                  }
                  onUseParams={() => fillFrom(task)}
                  onDelete={async () => {
                    await tasks.remove(task.taskId);
                    select(undefined);
                    toast.success('已移到回收站，保留 30 天');
                  }}
                />
              )
            }
            onIndex={selection.setIndex}
            onCancel={(from) => void selection.cancel(from)}
            onRetry={repeat}
            onUseParams={fillFrom}
            onDetails={() => setAreDetailsOpen(!areDetailsOpen)}
          />
          <HistoryStrip tasks={tasks} isLoggedIn={isLoggedIn} selectedId={selection.taskId} onSelect={select} />
        </div>
        {areDetailsOpen && task && (
          <DetailsPanel
            tool={tool}
            task={task}
            engineTitle={engines?.find((engine) => engine.name === task.engine)?.title ?? task.engine}
            nameOfCategory={(id) => categoryNames(categories, id).at(-1)}
            onClose={() => setAreDetailsOpen(false)}
          />
        )}
      </div>
    </div>
  );
}

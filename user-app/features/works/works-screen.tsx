import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Work } from '#shared/contract/project';
import { useProjects } from '../../data/projects';
import { useToolAnswers } from '../../data/task';
import { useWorksSummary } from '../../data/works';
import { forgetOtherLists, useListPart, useShelvedList, useWorkEvents } from '../../data/works-shelf';
import { Link } from '../../lib/router';
import { createSelection, useSelectedIds } from '../../lib/selection';
import type { ToolCard } from '../../lib/tool-card';
import { ButtonLink } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { ArrowLeftIcon, PlusIcon } from '../../ui/icons';
import { Logo } from '../../ui/logo';
import { SearchField } from '../../ui/search-field';
import { UndoBar } from '../../ui/undo-bar';
import { FilterBar } from './bar/filter-bar';
import type { CardAct } from './grid/work-card';
import { WorksGrid } from './grid/works-grid';
import { ListState } from './list-state';
import { ProjectsPanel } from './projects/projects-panel';
import { SelectionBar } from './selection-bar';
import { useWorksActions } from './use-works-actions';
import { filterOf, useWorksAddress, type WorksAddress } from './use-works-address';
import { useOpenWork } from './viewer/use-open-work';
import styles from './works-screen.css';

const WorkViewer = lazy(() => import('./viewer/work-viewer'));

interface WorksScreenProps {
  accountId: string;
  cards: readonly ToolCard[];
}

/** Everything somebody made, by project and state, and what can be done with it. */
export function WorksScreen({ accountId, cards }: WorksScreenProps) {
  const { address, show, openId, open, close } = useWorksAddress();
  const shelved = useShelvedList(
    accountId,
    useMemo(() => filterOf(address), [address]),
  );
  const { list } = shelved;
  const hasWorks = useListPart(list, ({ isReady, places }) => isReady && places.length > 0);
  const summary = useWorksSummary(true);
  const projects = useProjects(true);
  const tools = useToolAnswers();
  const [selection] = useState(createSelection);
  const chosen = useSelectedIds(selection);
  const sticky = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const opened = useOpenWork(openId, list);

  const { refresh: refreshSummary } = summary;
  const { refresh: refreshProjects } = projects;
  const refreshCounts = useCallback(() => {
    refreshSummary();
    refreshProjects();
  }, [refreshSummary, refreshProjects]);
  const actions = useWorksActions({ list, address, selection, onCounts: refreshCounts });

  const onEvent = useCallback(
    ({ isKnown, isEnded }: { isKnown: boolean; isEnded: boolean }) => {
      if (!isKnown) void list.refreshHead().catch(() => undefined);
      if (!isKnown || isEnded) refreshCounts();
    },
    [list, refreshCounts],
  );
  useWorkEvents(list, onEvent);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen belongs to the list it was chosen in
  useEffect(() => selection.clear(), [list, selection]);
  const isOpen = openId !== undefined;
  useLayoutEffect(() => {
    if (content.current) content.current.inert = isOpen;
  }, [isOpen]);

  const titles = useMemo(() => new Map(cards.map((card) => [card.id, card.title])), [cards]);
  const toolTitle = useCallback((toolId: string) => titles.get(toolId) ?? toolId, [titles]);
  const titleOf = useCallback((work: Work) => work.title || toolTitle(work.tool), [toolTitle]);

  const goTo = (change: Partial<WorksAddress>) => show(change, 'push');
  const act = (kind: CardAct, work: Work) => {
    if (kind === 'open') open(work.taskId);
    if (kind === 'star') void actions.star([work.taskId], !work.isStarred);
    if (kind === 'cancel') void actions.cancel(work);
    if (kind === 'retry') void actions.repeat(work);
  };
  const remove = (work: Work) => {
    const ids = selection.has(work.taskId) ? [...selection.ids()] : [work.taskId];
    if (address.tab === 'bin') actions.purge(ids);
    else void actions.remove(ids);
  };

  const projectName = projects.data?.find(({ projectId }) => projectId === address.project)?.name;
  const heading = projectName ?? (address.project === 'none' ? '未归项目' : address.isStarred ? '星标' : '全部作品');

  return (
    <>
      <div ref={content} className={styles.screen}>
        <header className={styles.top}>
          <Link to="/" className={styles.back} aria-label="返回首页">
            <ArrowLeftIcon size={18} />
            <Logo size={22} />
          </Link>
          <h1>设计管理</h1>
          <SearchField
            label="搜索作品"
            placeholder="搜索名称、描述、工具或日期"
            value={address.keyword}
            onChange={(keyword) => show({ keyword })}
          />
          <ButtonLink to="/list" look="primary" className={styles.make}>
            <PlusIcon size={16} />
            <span>新作品</span>
          </ButtonLink>
        </header>
        <div className={styles.side}>
          <ProjectsPanel
            projects={projects.data}
            counts={summary.data}
            address={address}
            onShow={goTo}
            onChanged={refreshCounts}
            onReleased={() => {
              forgetOtherLists(list);
              void list.refreshHead();
            }}
            onUndo={actions.offerUndo}
          />
        </div>
        <div className={styles.main}>
          <div ref={sticky} className={styles.sticky}>
            <h2 className={styles.heading} title={heading}>
              {heading}
            </h2>
            <FilterBar address={address} counts={summary.data} cards={cards} onShow={show} onEmptyBin={actions.empty} />
          </div>
          {hasWorks && (
            <WorksGrid
              shelved={shelved}
              titleOf={titleOf}
              selection={selection}
              sticky={sticky}
              openId={openId}
              onAct={act}
              onDelete={remove}
            />
          )}
          <ListState list={list} address={address} onShow={show} />
        </div>
        {chosen.size > 0 && (
          <SelectionBar
            list={list}
            chosen={chosen}
            isBin={address.tab === 'bin'}
            projects={projects.data ?? []}
            actions={actions}
            onSelectAll={() =>
              selection.selectAll(
                list
                  .get()
                  .places.loaded()
                  .map(({ taskId }) => taskId),
              )
            }
            onClear={selection.clear}
          />
        )}
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <WorkViewer
            open={opened}
            titleOf={titleOf}
            toolTitle={toolTitle}
            tools={tools.data ?? []}
            projects={projects.data ?? []}
            actions={actions}
            onProjects={refreshCounts}
            onOpen={open}
            onClose={close}
          />
        </Suspense>
      )}
      <UndoBar undo={actions.undo} isRaised={chosen.size > 0} onUndo={actions.takeBack} onClose={actions.dismissUndo} />
      <ConfirmDialog question={actions.question} onClose={actions.dismissQuestion} />
    </>
  );
}

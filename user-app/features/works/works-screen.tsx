import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Project, Work } from '#shared/contract/project';
import { useProjects } from '../../data/projects';
import { useToolAnswers } from '../../data/task';
import {
  forgetOtherWorks,
  loadedIds,
  useWorkEvents,
  useWorks,
  useWorksSummary,
  type WorksList,
} from '../../data/works';
import { Link } from '../../lib/router';
import { createSelection, type Selection, useSelectedIds } from '../../lib/selection';
import { useListPart } from '../../lib/server-list';
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
import { useWorksActions, type WorksActions } from './use-works-actions';
import { filterOf, useWorksAddress, type WorksAddress } from './use-works-address';
import { useOpenWork } from './viewer/use-open-work';
import styles from './works-screen.css';

const WorkViewer = lazy(() => import('./viewer/work-viewer'));

interface WorksScreenProps {
  accountId: string;
  cards: readonly ToolCard[];
}

/** All works of an account, by project and state, with the actions on them. */
export function WorksScreen({ accountId, cards }: WorksScreenProps) {
  const { address, show, openId, open, close } = useWorksAddress();
  const shelved = useWorks(accountId, filterOf(address));
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

  const refreshCounts = useRefreshBoth(summary.refresh, projects.refresh);
  const actions = useWorksActions({ list, address, selection, onCounts: refreshCounts });
  const { onAct, onDelete } = cardActs({ actions, selection, isBin: address.tab === 'bin', open });

  useListEvents(list, refreshCounts);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen belongs to the list it was chosen in
  useEffect(() => selection.clear(), [list, selection]);
  const isOpen = openId !== undefined;
  useLayoutEffect(() => {
    if (content.current) content.current.inert = isOpen;
  }, [isOpen]);

  const { titleOf, toolTitle } = useTitles(cards);

  const goTo = (change: Partial<WorksAddress>) => show(change, 'push');
  const heading = headingOf(address, projects.data);

  return (
    <>
      <div ref={content} className={`grid flex-1 ${styles.screen}`}>
        <TopBar keyword={address.keyword} onKeyword={(keyword) => show({ keyword })} />
        <div className={styles.side}>
          <ProjectsPanel
            projects={projects.data}
            counts={summary.data}
            address={address}
            onShow={goTo}
            onChanged={refreshCounts}
            onReleased={() => {
              forgetOtherWorks(list);
              void list.refreshHead();
            }}
            onUndo={actions.offerUndo}
          />
        </div>
        <div className={`min-w-0 ${styles.main}`}>
          <div ref={sticky} className={`grid sticky z-sticky gap-8 bg-page ${styles.sticky}`}>
            <h2 className={`truncate ${styles.heading}`} title={heading}>
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
              onAct={onAct}
              onDelete={onDelete}
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
            onSelectAll={() => selection.selectAll(loadedIds(list))}
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

/** Reads the counts and the projects again. */
function useRefreshBoth(refreshSummary: () => void, refreshProjects: () => void): () => void {
  return useCallback(() => {
    refreshSummary();
    refreshProjects();
  }, [refreshSummary, refreshProjects]);
}

/** Reads what has changed elsewhere: new works at the head of the list, and the counts. */
function useListEvents(list: WorksList, refreshCounts: () => void): void {
  const onEvent = useCallback(
    ({ isKnown, isEnded }: { isKnown: boolean; isEnded: boolean }) => {
      if (!isKnown) void list.refreshHead().catch(() => undefined);
      if (!isKnown || isEnded) refreshCounts();
    },
    [list, refreshCounts],
  );
  useWorkEvents(list, onEvent);
}

/** Titles of tools, and of works, which go by their tool's until they have one of their own. */
function useTitles(cards: readonly ToolCard[]) {
  const titles = useMemo(() => new Map(cards.map((card) => [card.id, card.title])), [cards]);
  const toolTitle = useCallback((toolId: string) => titles.get(toolId) ?? toolId, [titles]);
  const titleOf = useCallback((work: Work) => work.title || toolTitle(work.tool), [toolTitle]);
  return { titleOf, toolTitle };
}

interface CardActsInput {
  actions: WorksActions;
  selection: Selection;
  isBin: boolean;
  open: (taskId: string) => void;
}

/** The actions of the grid's cards; deleting a chosen one deletes all that are chosen. */
function cardActs({ actions, selection, isBin, open }: CardActsInput) {
  const acts: Partial<Record<CardAct, (work: Work) => unknown>> = {
    open: ({ taskId }) => open(taskId),
    star: ({ taskId, isStarred }) => actions.star([taskId], !isStarred),
    cancel: actions.cancel,
    retry: actions.repeat,
  };
  return {
    onAct: (kind: CardAct, work: Work) => void acts[kind]?.(work),
    onDelete: ({ taskId }: Work) => {
      const ids = selection.has(taskId) ? [...selection.ids()] : [taskId];
      if (isBin) actions.purge(ids);
      else void actions.remove(ids);
    },
  };
}

function headingOf({ project, isStarred }: WorksAddress, projects: readonly Project[] | undefined): string {
  const name = projects?.find(({ projectId }) => projectId === project)?.name;
  if (name !== undefined) return name;
  if (project === 'none') return '未分类';
  return isStarred ? '星标' : '全部作品';
}

function TopBar({ keyword, onKeyword }: { keyword: string; onKeyword: (keyword: string) => void }) {
  return (
    <header className={`row sticky top-0 z-float gap-16 border-b bg-page ${styles.top}`}>
      <Link to="/" className={`row flex-none gap-8 rounded-input text-second ${styles.back}`} aria-label="返回首页">
        <ArrowLeftIcon size={18} />
        <Logo size={22} />
      </Link>
      <h1>作品</h1>
      <SearchField label="搜索作品" placeholder="搜索名称、描述、工具或日期" value={keyword} onChange={onKeyword} />
      <ButtonLink to="/list" look="primary" className={styles.make}>
        <PlusIcon size={16} />
        <span>新作品</span>
      </ButtonLink>
    </header>
  );
}

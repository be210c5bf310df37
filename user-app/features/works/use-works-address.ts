import { useCallback, useMemo } from 'react';
import type { WorkTab } from '#shared/contract/project';
import { endOfDay, startOfDayKey } from '#shared/domain/time';
import type { WorksFilter } from '../../data/works';
import { history, useLocation, useSearchParams } from '../../lib/router';

export const shownTabs = ['all', 'running', 'failed', 'bin'] as const satisfies readonly WorkTab[];
export type ShownTab = (typeof shownTabs)[number];

export interface WorksAddress {
  tab: ShownTab;
  /** A project's id, or `none`. */
  project: string | undefined;
  tool: string | undefined;
  isStarred: boolean;
  /** True for the highest structure score first. */
  isByScore: boolean;
  keyword: string;
  /** `YYYY-MM-DD` in Shanghai, both days included. */
  from: string | undefined;
  to: string | undefined;
}

const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text);

export function filterOf({ tab, project, tool, isStarred, isByScore, keyword, from, to }: WorksAddress): WorksFilter {
  return {
    tab,
    ...(project ? { projectId: project } : {}),
    ...(tool ? { tool } : {}),
    ...(isStarred ? { isStarred: true as const } : {}),
    ...(isByScore && tab !== 'bin' ? { order: 'score' as const } : {}),
    ...(keyword ? { keyword } : {}),
    ...(from ? { from: startOfDayKey(from) } : {}),
    ...(to ? { to: endOfDay(startOfDayKey(to)) } : {}),
  };
}

/** Returns true when anything but tab and project narrows the list. */
export function isNarrowed({ tool, isStarred, keyword, from, to }: WorksAddress): boolean {
  return Boolean(tool || isStarred || keyword || from || to);
}

/** State of the works page in its address; an opened work is the part behind `#`, with a history entry. */
export function useWorksAddress() {
  const [query, setQuery] = useSearchParams();
  const { hash, state } = useLocation();
  const text = query.toString();

  const address = useMemo<WorksAddress>(() => {
    const words = new URLSearchParams(text);
    const day = (name: string) => {
      const value = words.get(name);
      return isDay(value) ? value : undefined;
    };
    return {
      tab: shownTabs.find((tab) => tab === words.get('tab')) ?? 'all',
      project: words.get('project') ?? undefined,
      tool: words.get('tool') ?? undefined,
      isStarred: words.get('star') === '1',
      isByScore: words.get('order') === 'score',
      keyword: (words.get('q') ?? '').slice(0, 60),
      from: day('from'),
      to: day('to'),
    };
  }, [text]);

  const show = (change: Partial<WorksAddress>, how: 'push' | 'replace' = 'replace') => {
    const next = { ...address, ...change };
    const entries = {
      tab: next.tab === 'all' ? '' : next.tab,
      project: next.project,
      tool: next.tool,
      star: next.isStarred ? '1' : '',
      order: next.isByScore ? 'score' : '',
      q: next.keyword,
      from: next.from,
      to: next.to,
    };
    const words = Object.entries(entries).flatMap(([name, value]) =>
      value ? [[name, value] as [string, string]] : [],
    );
    setQuery(new URLSearchParams(words), { replace: how === 'replace' });
  };

  const isFromList = (state as { isFromList?: boolean } | null)?.isFromList === true;
  const search = text ? `?${text}` : '';
  const openId = hash.length > 1 ? decodeURIComponent(hash.slice(1)) : undefined;
  const hasOpen = openId !== undefined;
  const open = useCallback(
    (taskId: string) => {
      const { pathname } = window.location;
      const target = { pathname, search, hash: `#${encodeURIComponent(taskId)}` };
      if (hasOpen) history.replace(target, { isFromList });
      else history.push(target, { isFromList: true });
    },
    [search, hasOpen, isFromList],
  );
  const close = useCallback(() => {
    if (isFromList) history.back();
    else history.replace({ pathname: window.location.pathname, search });
  }, [search, isFromList]);

  return { address, show, openId, open, close };
}

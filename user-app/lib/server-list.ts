import { useMemoizedFn, useRequest } from 'ahooks';
import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { sessionStore } from '#shared/browser/stores';
import { CachedList, type CursorPage, type ListOutline, type ListSource, type ListState } from './cached-list';
import { onReconnect } from './connection';
import { history } from './router';
import { focusTimespan } from './server-state';

/** A list with the position it was left at. */
export interface KeptList<T, P = unknown> {
  list: CachedList<T>;
  /** Undefined at the beginning. */
  place: P | undefined;
}

export interface CachedListOptions<T> extends ListSource<T> {
  /** A list is another one when its key is; keys begin with a name of the kind of list. */
  key: string;
  /** False while nothing may be read yet. */
  isReady?: boolean;
  /**
   * `visits`: whoever comes to the list again finds it as it was left, also after a reload of the page. `back`: only
   * who comes back in the browser's history does, without a request. Absent: each visit reads the list anew.
   */
  keptFor?: 'visits' | 'back' | undefined;
  /** True when its beginning is brought up to date on every visit, when the window gets the focus, and after a cut. */
  isRefreshed?: boolean;
}

/** Lists that are kept, the ones left last. */
const mostLists = 20;
/** Of session storage: lists of this window as they were when the page was left. */
const storageKey = 'lists';

interface Outlined {
  key: string;
  outline: ListOutline;
  place: unknown;
}

const shelf = new Map<string, KeptList<unknown>>();

function readOutlined(key: string): Outlined | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStore.getItem(storageKey) ?? '[]');
    return Array.isArray(kept) ? (kept as Outlined[]).find((entry) => entry.key === key) : undefined;
  } catch {
    return undefined;
  }
}

function keepOutlines(): void {
  const kept = [...shelf].flatMap<Outlined>(([key, { list, place }]) =>
    place ? [{ key, outline: list.outline(), place }] : [],
  );
  try {
    sessionStore.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // Storage is full or blocked: after a reload the lists begin at their top.
  }
}

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', keepOutlines);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && keepOutlines());
}

function take<T, P>({ key, keptFor, ...source }: CachedListOptions<T>): KeptList<T, P> {
  const isKept = keptFor === 'visits' || (keptFor === 'back' && history.action === 'POP');
  const known = isKept ? (shelf.get(key) as KeptList<T, P> | undefined) : undefined;
  const former = keptFor === 'visits' && !known ? readOutlined(key) : undefined;
  const entry = known ?? { list: new CachedList(source, former?.outline), place: former?.place as P | undefined };
  if (!keptFor) return entry;
  shelf.delete(key);
  shelf.set(key, entry as KeptList<unknown>);
  for (const oldest of [...shelf.keys()].slice(0, -mostLists)) shelf.delete(oldest);
  return entry;
}

/** Changes rows of the lists that are kept; undefined takes one out. @param name with which their keys begin */
export function editKeptLists<T>(name: string, next: (row: T) => T | undefined): void {
  for (const [key, { list }] of shelf)
    if (key.startsWith(name)) (list as CachedList<T>).replace((rows) => rows.flatMap((row) => next(row) ?? []));
}

/** Drops the lists whose keys begin with a name, but the one that is shown; they are read anew when next needed. */
export function forgetKeptLists(name: string, shown: unknown): void {
  for (const [key, { list }] of shelf) if (key.startsWith(name) && list !== shown) shelf.delete(key);
}

/** A list of the server by its key: read, brought up to date, read again after a cut, and kept. Only for `data/`. */
export function useCachedList<T, P = unknown>(options: CachedListOptions<T>): KeptList<T, P> {
  const { key, isReady = true, isRefreshed = false } = options;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same key is the same list
  const entry = useMemo(() => take<T, P>(options), [key]);
  const { list } = entry;
  const bringUpToDate = async () => {
    if (isRefreshed) await list.refreshHead();
    else if (!list.get().isReady) await list.loadMore();
  };
  useRequest(bringUpToDate, {
    ready: isReady,
    refreshDeps: [list],
    refreshOnWindowFocus: isRefreshed,
    focusTimespan,
    // Whoever shows the list shows its error; the default would only write it to the console.
    onError: () => undefined,
  });
  useEffect(() => {
    if (!isReady) return;
    return onReconnect((isInDoubt) => {
      const { error, isReady } = list.get();
      if (isRefreshed) void list.refreshHead().catch(() => undefined);
      // A write request without a response may have changed any row.
      else if (isInDoubt || (error && !isReady)) void list.reload();
      else if (error) void list.loadMore();
    });
  }, [isReady, isRefreshed, list]);
  return entry;
}

/** A part of a list's state; the component renders again only when `pick` gives another value. */
export function useListPart<T, V>(list: CachedList<T>, pick: (state: ListState<T>) => V): V {
  return useSyncExternalStore(list.subscribe, () => pick(list.get()));
}

/** The whole state of a list: the component renders again whenever a page is requested or arrives. */
export function useListState<T>(list: CachedList<T>): ListState<T> {
  return useSyncExternalStore(list.subscribe, list.get);
}

export interface ServerList<T> {
  /** Rows read so far; undefined until the first page has answered. */
  rows: readonly T[] | undefined;
  hasMore: boolean;
  isLoading: boolean;
  error: Error | undefined;
  loadMore: () => void;
  /** Reads the beginning again. */
  reload: () => void;
  /** Replaces a row that is newer elsewhere. */
  change: (next: (row: T) => T) => void;
  /** Puts rows in another order, takes some out or adds some, as the server has done or is about to do. */
  edit: (next: (rows: readonly T[]) => T[]) => void;
}

/** Reads of a list whose pages are numbered from 1, as a list with cursors. @param size rows of a page */
export function byNumber<T>(size: number, read: (page: number) => Promise<{ list: T[]; total: number }>) {
  return async (cursor = '1'): Promise<CursorPage<T>> => {
    const page = Number(cursor);
    const { list, total } = await read(page);
    return { list, nextCursor: page * size < total ? String(page + 1) : null };
  };
}

interface ServerListOptions<T> {
  idOf: (row: T) => string | number;
  /** The list starts afresh when one of these changes; until the new rows have come, the former ones stay. */
  dependsOn: readonly unknown[];
  /** Keeps the list for those who come back to it: as it was left, at its place, without a request. */
  keptAs?: string;
}

/** A list of the server as rows that are read page by page. */
export function useServerList<T>(
  load: (cursor: string | undefined) => Promise<CursorPage<T>>,
  { idOf, dependsOn, keptAs }: ServerListOptions<T>,
): ServerList<T> {
  const wanted = JSON.stringify(dependsOn);
  // The same list on another page has another position.
  const key = useMemo(() => `${keptAs} ${window.location.pathname} ${wanted}`, [keptAs, wanted]);
  const entry = useCachedList<T, number>({
    ...{ key, read: load, idOf: (row: T) => String(idOf(row)) },
    keptFor: keptAs === undefined ? undefined : 'back',
  });
  const { list } = entry;
  const own = useListState(list);
  const former = useRef(list);
  const shown = useListState(own.isReady || own.error ? list : former.current);
  useEffect(() => {
    if (own.isReady) former.current = list;
  }, [own.isReady, list]);
  const rows = useMemo(() => (shown.isReady ? shown.places.loaded() : undefined), [shown.isReady, shown.places]);
  const isThere = keptAs !== undefined && own.isReady;
  useLayoutEffect(() => (isThere ? keepPlace(entry) : undefined), [isThere, entry]);
  return {
    rows,
    hasMore: shown.isReady && !shown.isComplete,
    isLoading: own.isLoading,
    error: own.error,
    loadMore: useMemoizedFn(() => void list.loadMore()),
    reload: useMemoizedFn(() => void list.reload()),
    change: (next) => list.replace((known) => known.map(next)),
    edit: (next) => list.replace(next),
  };
}

/** A page grows to its old height while this lasts, milliseconds. */
const growingMs = 1500;

/** Notes how far the window is scrolled, and first scrolls it to where it was left, while the page grows to its height. */
function keepPlace(entry: { place: number | undefined }): () => void {
  const { pathname } = window.location;
  let sought = entry.place;
  const goThere = () => sought !== undefined && window.scrollTo({ top: sought, behavior: 'instant' });
  const letGo = () => {
    sought = undefined;
  };
  const note = () => {
    // The page that comes next scrolls while this one is being taken away.
    if (sought === undefined && window.location.pathname === pathname) entry.place = window.scrollY;
  };
  goThere();
  note();
  const growing = new ResizeObserver(goThere);
  growing.observe(document.body);
  const timer = window.setTimeout(letGo, growingMs);
  const ownWays = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;
  for (const way of ownWays) window.addEventListener(way, letGo, { passive: true });
  window.addEventListener('scroll', note, { passive: true });
  return () => {
    growing.disconnect();
    window.clearTimeout(timer);
    for (const way of ownWays) window.removeEventListener(way, letGo);
    window.removeEventListener('scroll', note);
  };
}

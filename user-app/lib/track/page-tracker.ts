import type { PageEvent } from '#shared/contract/system';
import { newClientKey } from '#shared/domain/client-key';
import { isPersonalCenter, type PageLabel, pageLabelOf } from '#shared/domain/page-label';
import { cutEvent } from './cut-event';
import { isPageNumber, type PageAddress, pageAddressOf, pageNumberOf } from './page-address';

/** Visit of a tab, kept over reloads. */
export interface Visit {
  label: string;
  pathname: string;
  path: string;
  hash: string;
  from?: string | undefined;
  fromPath?: string | undefined;
  /** Of the last event. */
  seq: number;
  userId?: string | undefined;
}

/** The personal-center page whose number this browser keeps. */
export interface KeptPage {
  pathname: string | undefined;
  page: number;
}

export interface TrackerPorts {
  /** Path, query and hash of what is shown. */
  address: () => string;
  /** Address of the page that led here; undefined where there was none, null where it is another site's. */
  referrer: () => string | null | undefined;
  /** Milliseconds since the epoch. */
  now: () => number;
  visit: { read: () => Visit | undefined; write: (visit: Visit) => void };
  /** `read` gives undefined where nothing is kept, or nothing can be. */
  page: { read: () => KeptPage | undefined; write: (page: KeptPage) => void };
  userId: () => string | undefined;
  tabId: () => string;
  put: (event: PageEvent) => void;
}

type Properties = PageEvent['props'];
type Way = Pick<Visit, 'from' | 'fromPath'>;

/**
 * Makes the events of a tab: every page it shows with its label (docs/RULES.md R26) and the page before, clicks, and
 * the login of a person. The page number of a personal center goes with every event in one, and with those of the page
 * after it (docs/RULES.md R27).
 */
export function createPageTracker(ports: TrackerPorts) {
  /** Undefined until the first page of this load. */
  let visit: Visit | undefined;

  function tell(event: Partial<PageEvent> & Pick<PageEvent, 'name' | 'type'>, on: Visit): void {
    const told = { ...on, seq: on.seq + 1 };
    visit = told;
    ports.visit.write(told);
    const { label, path, hash, from, fromPath, userId } = told;
    const isPersonal = isPersonalCenter(label) || (from !== undefined && isPersonalCenter(from));
    const all = {
      ...{ eventId: newClientKey(), seq: told.seq, at: ports.now(), tabId: ports.tabId(), userId },
      ...{ label, path, hash: hash || undefined, from, fromPath },
      personalCenterPage: isPersonal ? ports.page.read()?.page : undefined,
      ...event,
    };
    ports.put(cutEvent(all));
  }

  /** A login since the last event: what came before it stays the device's. */
  function noteUser(): void {
    if (!visit) return;
    const userId = ports.userId();
    const isLogin = userId !== undefined && userId !== visit.userId;
    visit = { ...visit, userId };
    if (isLogin) tell({ name: 'login', type: 'bind' }, visit);
  }

  /** Keeps the number of a personal center: what its address names, or else what it was left at. */
  function keepPage(here: PageAddress, isEntry: boolean): void {
    const kept = ports.page.read();
    const isOwn = kept !== undefined && (kept.pathname ?? here.pathname) === here.pathname;
    const left = isEntry && isOwn && isPageNumber(kept.page) ? kept.page : 1;
    ports.page.write({ pathname: here.pathname, page: pageNumberOf(here) ?? left });
  }

  function wayOfLoad(before: Visit | undefined, here: PageAddress): Way {
    // The same page in the same tab is a reload; whether it is by a key or by its address makes no difference.
    if (before && isSame(before, here)) return before;
    const referrer = ports.referrer();
    if (referrer === null) return {};
    if (before) return { from: before.label, fromPath: before.path };
    return referrer === undefined ? {} : { from: pageLabelOf(referrer).label, fromPath: pageAddressOf(referrer).path };
  }

  function show(here: PageAddress, label: PageLabel, way: Way, before: Visit | undefined, flags: Partial<PageEvent>) {
    if (isPersonalCenter(label.label)) keepPage(here, true);
    const level = label.ids ? Number(label.label.split(':')[1]) : undefined;
    const { from, fromPath } = way;
    visit = { ...here, label: label.label, from, fromPath, seq: before?.seq ?? 0, userId: before?.userId };
    if (before) noteUser();
    else visit.userId = ports.userId();
    tell({ name: 'page_view', type: 'pv', level, ids: label.ids, ...flags }, visit);
  }

  return {
    /** Notes what is shown now. Another query of the same page is no new page. */
    view(): void {
      const here = pageAddressOf(ports.address());
      const label = pageLabelOf(ports.address());
      if (!visit) {
        const before = ports.visit.read();
        show(here, label, wayOfLoad(before, here), before, {});
      } else if (isSame(visit, here)) {
        visit = { ...visit, path: here.path };
        ports.visit.write(visit);
        if (isPersonalCenter(label.label)) keepPage(here, false);
      } else {
        const isReturn = visit.hash !== '' && here.hash === '' && visit.pathname === here.pathname;
        show(here, label, { from: visit.label, fromPath: visit.path }, visit, isReturn ? { isReturn } : {});
      }
    },

    /** The browser shows the page again as it was left; the tab has been elsewhere. */
    restore(): void {
      const here = pageAddressOf(ports.address());
      const before = ports.visit.read() ?? visit;
      const way = before && !isSame(before, here) ? { from: before.label, fromPath: before.path } : {};
      show(here, pageLabelOf(ports.address()), way, before, { isRestore: true });
    },

    /** @param name what was done @param props texts of at most 200 characters, numbers and truth values */
    click(name: string, props?: Properties): void {
      if (!visit) return;
      noteUser();
      tell({ name, type: 'click', props }, visit);
    },

    noteUser,
  };
}

function isSame(visit: Visit, { pathname, hash }: PageAddress): boolean {
  return visit.pathname === pathname && visit.hash === hash;
}

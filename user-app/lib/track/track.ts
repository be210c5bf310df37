import { localStore, sessionStore } from '#shared/browser/stores';
import type { PageEvent } from '#shared/contract/system';
import { newClientKey } from '#shared/domain/client-key';
import { calls } from '../calls';
import { connection } from '../connection';
import { isViewing } from '../session-hint';
import { accountOnDevice, deviceUuid, readText, storageKeys, trackedEventsPrefix, writeText } from '../storage';
import { tabName } from '../tab';
import { whenQuiet } from '../when-quiet';
import type { EventQueue } from './event-queue';
import { createPageTracker, type Visit } from './page-tracker';
import { steadyNow } from './steady-now';

/** The queue is fetched when the first page has stood for so long, ms. */
const beforeQueueMs = 1_500;
const visitKey = 'visit';

/** Without session storage the visit is kept as long as the page lives. */
let visit: Visit | undefined;

function readVisit(): Visit | undefined {
  try {
    return JSON.parse(sessionStore.getItem(visitKey) ?? 'null') ?? visit;
  } catch {
    return visit;
  }
}

function writeVisit(told: Visit): void {
  visit = told;
  try {
    sessionStore.setItem(visitKey, JSON.stringify(told));
  } catch {
    // As above.
  }
}

function referrer(): string | null | undefined {
  if (!document.referrer) return undefined;
  const { origin, pathname, search } = new URL(document.referrer);
  return origin === location.origin ? pathname + search : null;
}

/** Events from before the queue is there. */
let early: PageEvent[] = [];
let queue: EventQueue | undefined;

const tracker = createPageTracker({
  address: () => location.pathname + location.search + location.hash,
  referrer,
  now: steadyNow,
  visit: { read: readVisit, write: writeVisit },
  page: {
    read: () => {
      const page = readText(storageKeys.personalCenterPage);
      return page === undefined
        ? undefined
        : { page: Number(page), pathname: readText(storageKeys.personalCenterPath) };
    },
    write: ({ page, pathname }) => {
      writeText(storageKeys.personalCenterPage, String(page));
      writeText(storageKeys.personalCenterPath, pathname ?? '');
    },
  },
  userId: accountOnDevice,
  tabId: tabName,
  put: (event) => {
    // Page views of staff are no visits of the customer.
    if (isViewing()) return;
    if (queue) queue.put(event);
    else early.push(event);
  },
});

let settling: number | undefined;

function settle(): void {
  window.clearTimeout(settling);
  if (settling !== undefined) tracker.view();
  settling = undefined;
}

/** Notes that a page is shown, once the router has come to rest: a redirect on the way is no page. */
export function trackPage(): void {
  settling ??= window.setTimeout(settle);
}

/** Notes that somebody has logged in. */
export const trackUser = tracker.noteUser;
/** Notes what a person did. */
export const trackClick = tracker.click;

function beginSending(): void {
  import('./sending').then(
    (loaded) => {
      queue = loaded.queue;
      queue.put(...early);
      early = [];
    },
    () => window.addEventListener('online', beginSending, { once: true }),
  );
}

function leave(): void {
  settle();
  if (queue) queue.leave();
  else if (early.length > 0 && leaveEarly()) early = [];
}

/**
 * Sends the events of a short visit at once, or leaves them to the next page of this browser. @returns whether they are
 * taken
 */
function leaveEarly(): boolean {
  const body = JSON.stringify({ events: early, deviceId: deviceUuid() });
  if (!connection.isOffline() && navigator.sendBeacon?.(calls.trackEvents.path, body)) return true;
  try {
    localStore.setItem(trackedEventsPrefix + newClientKey(), JSON.stringify({ events: early, dropped: 0, at: 0 }));
    return true;
  } catch {
    return false;
  }
}

document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && leave());
window.addEventListener('pagehide', leave);
window.addEventListener('pageshow', ({ persisted }) => persisted && tracker.restore());
whenQuiet(beginSending, beforeQueueMs);

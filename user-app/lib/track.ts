import type { PageEvent } from '#shared/contract/system';
import { api } from './api';
import { pageViewOf } from './page-view';
import { deviceUuid, readText, storageKeys, writeText } from './storage';

/** Events wait this long for company before they are sent. */
const gatherMs = 5_000;
const trackPath = '/api/track/events';

let waiting: PageEvent[] = [];
let timer: number | undefined;
let lastLabel: string | undefined;
let lastUrl: string | undefined;

function keptPersonalCenterPage(): number | undefined {
  const page = Number(readText(storageKeys.personalCenterPage));
  return Number.isInteger(page) && page > 0 ? page : undefined;
}

/** Notes that a page is seen, by the label of its address. The same address twice in a row counts once. */
export function trackPage(url: string): void {
  if (url === lastUrl) return;
  const view = pageViewOf(url, lastLabel, keptPersonalCenterPage());
  lastUrl = url;
  lastLabel = view.label;
  if (view.personalCenterPage !== undefined) writeText(storageKeys.personalCenterPage, String(view.personalCenterPage));
  waiting.push({ name: 'page_view', at: Date.now(), ...view });
  timer ??= window.setTimeout(sendWaiting, gatherMs);
}

function takeWaiting() {
  window.clearTimeout(timer);
  timer = undefined;
  const events = waiting.slice(0, 100);
  waiting = [];
  return { events, deviceId: deviceUuid() };
}

function sendWaiting(): void {
  // A lost event is not worth a word to the person.
  void api.trackEvents(takeWaiting()).catch(() => undefined);
}

function sendOnLeave(): void {
  if (waiting.length === 0 || document.visibilityState !== 'hidden') return;
  navigator.sendBeacon?.(trackPath, JSON.stringify(takeWaiting()));
}

document.addEventListener('visibilitychange', sendOnLeave);

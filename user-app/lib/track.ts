import type { PageEvent } from '#shared/contract/system';
import { isPersonalCenter, pageLabelOf } from '#shared/domain/page-label';
import { api } from './api';
import { deviceUuid, readText, storageKeys, writeText } from './storage';

/** Events wait this long for company before they are sent. */
const gatherMs = 5_000;
const trackPath = '/api/track/events';

let waiting: PageEvent[] = [];
let timer: number | undefined;
let lastLabel: string | undefined;
let lastUrl: string | undefined;

/** Remembers which page of a personal center the person is on; sent with events in and out of it (spec §2). */
export function keepPersonalCenterPage(page: number): void {
  writeText(storageKeys.personalCenterPage, String(page));
}

function personalCenterPage(): number | undefined {
  const page = Number(readText(storageKeys.personalCenterPage));
  return Number.isInteger(page) && page > 0 ? page : undefined;
}

/** Notes that a page is seen, by the label of its address. The same address twice in a row counts once. */
export function trackPage(url: string): void {
  if (url === lastUrl) return;
  const { label } = pageLabelOf(url);
  const from = lastLabel;
  lastUrl = url;
  lastLabel = label;
  const isPersonal = isPersonalCenter(label) || (from !== undefined && isPersonalCenter(from));
  const page = isPersonal ? personalCenterPage() : undefined;
  waiting.push({
    name: 'page_view',
    label,
    path: url.slice(0, 500),
    at: Date.now(),
    ...(from === undefined ? {} : { from }),
    ...(page === undefined ? {} : { personalCenterPage: page }),
  });
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

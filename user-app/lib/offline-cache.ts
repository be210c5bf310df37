import { ownCaches } from '#shared/browser/stores';
import type { WireRequest, WireResponse } from '#shared/client/transport';
import { connection } from './connection';
import { offlineCaches } from './offline-cache-names';

/** Calls that show something; whoever logged in may see all of them again without a network, a visitor the first. */
const publicPaths = /^\/api\/(ai\/(tools|getAllClassify)|system\/settings|agreements)\b/;
const personalPaths =
  /^\/api\/(ai\/(getTaskList|getTaskByTaskId|totalTicket|freeAllowance|ticketSummary)|works(\/summary|\/item|\/versions|$)|projects|user\/(userInfo|getVipInfo|membership))/;

const picturePath = '/api/images/';
/** Kept of each account; the oldest go first. */
const mostAnswers = 150;
const mostPictures = 300;
/** Larger pictures are not kept, bytes. */
const largestPicture = 4_000_000;

const visitor = 'visitor';

/** A call as the address its answer is kept under. */
function addressOf({ url, payload }: WireRequest): string {
  return `${url}?${new URLSearchParams({ payload: JSON.stringify(payload) })}`;
}

/** Keeps an answer as it was seen last. */
export async function cacheAnswer(account: string | undefined, request: WireRequest, body: unknown): Promise<void> {
  const isOwn = account !== undefined && personalPaths.test(request.url);
  if (!isOwn && !publicPaths.test(request.url)) return;
  const cache = await ownCaches.open(offlineCaches.answers(account ?? visitor));
  await cache.put(addressOf(request), Response.json(body));
  await trim(cache, mostAnswers);
}

/** The answer that was seen last; undefined when there is none. */
export async function cachedAnswer(
  account: string | undefined,
  request: WireRequest,
): Promise<WireResponse | undefined> {
  const cache = await ownCaches.open(offlineCaches.answers(account ?? visitor));
  const kept = await cache.match(addressOf(request));
  return kept && { status: 200, body: await kept.json() };
}

/**
 * Keeps the pictures a person looks at, and shows the kept ones where there is no network. The service worker does not
 * handle them: they are the account's, and so is the cache.
 */
export function cacheShownPictures(accountNow: () => string | undefined): void {
  const keep = async (picture: HTMLImageElement) => {
    const account = accountNow();
    const url = picture.currentSrc || picture.src;
    if (account === undefined || !isPersonal(url) || connection.isOffline()) return;
    const cache = await ownCaches.open(offlineCaches.pictures(account));
    if (await cache.match(url, { ignoreVary: true })) return;
    // It was loaded a moment ago and lies in the browser's own cache.
    const answer = await fetch(url, { cache: 'force-cache' });
    if (!answer.ok || Number(answer.headers.get('content-length')) > largestPicture) return;
    // Whoever has left meanwhile keeps nothing.
    if (accountNow() === account) await cache.put(url, answer);
  };

  const recall = async (picture: HTMLImageElement) => {
    const account = accountNow();
    const url = picture.currentSrc || picture.src;
    if (account === undefined || !isPersonal(url) || !connection.isOffline()) return;
    const cache = await ownCaches.open(offlineCaches.pictures(account));
    const kept =
      (await cache.match(url, { ignoreVary: true })) ??
      (await cache.match(url, { ignoreVary: true, ignoreSearch: true }));
    if (!kept) return;
    const address = URL.createObjectURL(await kept.blob());
    picture.addEventListener('load', () => URL.revokeObjectURL(address), { once: true });
    picture.removeAttribute('srcset');
    picture.src = address;
  };

  const onPicture = (act: (picture: HTMLImageElement) => Promise<void>) => (event: Event) => {
    if (event.target instanceof HTMLImageElement) act(event.target).catch(() => undefined);
  };
  const recallBroken = () => {
    if (!connection.isOffline()) return;
    for (const picture of document.images)
      if (picture.complete && picture.naturalWidth === 0) recall(picture).catch(() => undefined);
  };
  document.addEventListener('load', onPicture(keep), true);
  document.addEventListener('error', onPicture(recall), true);
  connection.subscribe(recallBroken);
  recallBroken();
  for (const picture of document.images)
    if (picture.complete && picture.naturalWidth > 0) keep(picture).catch(() => undefined);
  const account = accountNow();
  if (account !== undefined) {
    void ownCaches.open(offlineCaches.pictures(account)).then((cache) => trim(cache, mostPictures));
  }
}

function isPersonal(url: string): boolean {
  return url.startsWith(`${window.location.origin}${picturePath}`);
}

async function trim(cache: Cache, most: number): Promise<void> {
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(key);
}

import { sessionStore } from '#shared/browser/stores';
import { GalleryList, type PictureOutline, type PictureSource } from './picture-list';

/** Scroll position of a wall: a card, and the distance of the view's upper edge below that card's, px. */
export interface WallPlace {
  id: number;
  offset: number;
}

export interface ShelvedPictures {
  key: string;
  list: GalleryList;
  place: WallPlace | undefined;
  /** Place in the list at which the wall begins: longer lists than a page can be high are shown part by part. */
  from: number;
  /** Told which picture was open last when the viewer over the wall goes. */
  onClosed?: ((id: number) => void) | undefined;
}

/** Lists that are kept in memory; lists that are kept for a reload, and their boxes: about 200 KB in all. */
const keptLists = 10;
const listsForReload = 3;
const keptBoxes = 2_000;
const storageKey = 'gallery-walls';

interface Kept {
  key: string;
  place: WallPlace | undefined;
  from: number;
  outline: PictureOutline | undefined;
}

const shelf = new Map<string, ShelvedPictures>();
let kept = readKept();

function readKept(): Kept[] {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (entry?.type === 'navigate') return [];
  try {
    const lists: unknown = JSON.parse(sessionStore.getItem(storageKey) ?? '[]');
    return Array.isArray(lists) ? (lists as Kept[]) : [];
  } catch {
    return [];
  }
}

/** The list under a key as it was left, in this window or before the reload; a new one otherwise. */
export function shelvedPictures(key: string, source: PictureSource): ShelvedPictures {
  const known = shelf.get(key) ?? recalled(key, source);
  const shelved = known ?? { key, list: new GalleryList(source), place: undefined, from: 0 };
  shelf.delete(key);
  shelf.set(key, shelved);
  for (const oldest of [...shelf.keys()].slice(0, -keptLists)) shelf.delete(oldest);
  return shelved;
}

/** Drops the lists whose key names something that holds other pictures now: a set's or a folder's id; a filter. */
export function forgetListsOf(name: string): void {
  for (const key of shelf.keys()) if (key.includes(`"${name}"`)) shelf.delete(key);
  kept = kept.filter(({ key }) => !key.includes(`"${name}"`));
}

function recalled(key: string, source: PictureSource): ShelvedPictures | undefined {
  const found = kept.find((list) => list.key === key);
  if (!found) return undefined;
  kept = kept.filter((list) => list !== found);
  const { place, from, outline } = found;
  const list = new GalleryList(source, outline);
  // The kept list is shown at once and refreshed in the background.
  if (outline) window.setTimeout(() => void list.refresh(), 0);
  return { key, list, place, from };
}

function keep(): void {
  const lists = [...shelf.values()].slice(-listsForReload).map(({ key, list, place, from }): Kept => {
    const around = place ? list.indexOf(place.id) : 0;
    return { key, place, from, outline: list.outline(Math.max(0, around), keptBoxes) };
  });
  try {
    sessionStore.setItem(storageKey, JSON.stringify(lists));
  } catch {
    // A full or refused storage keeps nothing: the wall begins at its top.
  }
}

window.addEventListener('pagehide', keep);
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && keep());

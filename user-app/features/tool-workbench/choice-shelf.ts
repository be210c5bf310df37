import { readJson, storageKeys, writeJson } from '../../lib/storage';

/** Types and styles that an account starred and chose last, by their keys, the newest first. */
export interface ChoiceShelf {
  favorites: readonly string[];
  recent: readonly string[];
}

const mostFavorites = 60;
const mostRecent = 24;
/** Of a device; the one that was not written for longest goes. */
const mostAccounts = 4;

type Shelves = [account: string, shelf: ChoiceShelf][];

const isText = (value: unknown): value is string => typeof value === 'string';
const textsOf = (value: unknown) => (Array.isArray(value) ? value.filter(isText) : []);

function readShelves(): Shelves {
  const stored = readJson(storageKeys.choiceShelves);
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry): Shelves => {
    if (!Array.isArray(entry) || !isText(entry[0])) return [];
    const { favorites, recent } = (entry[1] ?? {}) as Record<string, unknown>;
    return [[entry[0], { favorites: textsOf(favorites), recent: textsOf(recent) }]];
  });
}

export function choiceShelf(account: string): ChoiceShelf {
  return readShelves().find(([owner]) => owner === account)?.[1] ?? { favorites: [], recent: [] };
}

function keep(account: string, change: Partial<ChoiceShelf>): void {
  const others = readShelves().filter(([owner]) => owner !== account);
  const own = { ...choiceShelf(account), ...change };
  writeJson(storageKeys.choiceShelves, [[account, own], ...others].slice(0, mostAccounts));
}

/** Stars a choice, or takes its star away. @returns what is starred now. */
export function toggleFavorite(account: string, key: string): readonly string[] {
  const { favorites } = choiceShelf(account);
  const others = favorites.filter((known) => known !== key);
  const now = others.length < favorites.length ? others : [key, ...favorites].slice(0, mostFavorites);
  keep(account, { favorites: now });
  return now;
}

export function noteChosen(account: string, key: string): void {
  const others = choiceShelf(account).recent.filter((known) => known !== key);
  keep(account, { recent: [key, ...others].slice(0, mostRecent) });
}

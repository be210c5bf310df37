import type { ChoiceShelf } from '../choice-shelf';

/** One of the pictures to choose from. */
export interface FieldChoice {
  /** Undefined leaves it to the tool. */
  value: string | undefined;
  name: string;
  /** Under which it is starred: the same style under every type. */
  key: string;
}

export interface ChoicePart<T extends FieldChoice> {
  title: string;
  choices: T[];
}

/** Of what was chosen last, so many stand before the rest. */
const recentShown = 3;

/** Choices in the order they are shown: what leaves it to the tool, the starred ones, those used last, the rest. */
export function partsOf<T extends FieldChoice>(
  choices: readonly T[],
  { favorites, recent }: ChoiceShelf,
): ChoicePart<T>[] {
  const named = choices.filter(({ value }) => value !== undefined);
  const byKey = new Map(named.map((choice) => [choice.key, choice]));
  const pick = (keys: readonly string[]) => keys.flatMap((key) => byKey.get(key) ?? []);
  const starred = pick(favorites);
  const used = pick(recent.filter((key) => !favorites.includes(key))).slice(0, recentShown);
  const rest = named.filter((choice) => !starred.includes(choice) && !used.includes(choice));
  const parts = [
    { title: '收藏', choices: starred },
    { title: '最近用过', choices: used },
    { title: '全部', choices: rest },
  ].filter((part) => part.choices.length > 0);
  const free = choices.filter(({ value }) => value === undefined);
  const [first, ...others] = parts;
  return first ? [{ ...first, choices: [...free, ...first.choices] }, ...others] : [{ title: '全部', choices: free }];
}

/**
 * The few that are shown while the grid is closed: the first ones, and always the chosen one.
 *
 * @param before what was shown until now; it stays while it still holds the chosen one
 */
export function fewOf<T extends FieldChoice>(
  ordered: readonly T[],
  value: unknown,
  { most, before = [] }: { most: number; before?: readonly T[] },
): readonly T[] {
  const isChosen = (choice: T) => choice.value === value;
  if (before.length > 0 && before.some(isChosen) && before.every((choice) => ordered.includes(choice))) return before;
  const first = ordered.slice(0, most);
  const chosen = ordered.find(isChosen);
  return !chosen || first.includes(chosen) ? first : [...first.slice(0, -1), chosen];
}

/**
 * Choices that words name: by a part of the name, or by its pinyin.
 *
 * @param isFound tells by pinyin, as soon as that is loaded
 */
export function findChoices<T extends FieldChoice>(
  choices: readonly T[],
  words: string,
  isFound?: (title: string, query: string) => boolean,
): T[] {
  const wanted = words.trim().toLowerCase();
  return choices.filter(
    ({ value, name }) => value !== undefined && (name.toLowerCase().includes(wanted) || isFound?.(name, wanted)),
  );
}

/** Position of a cell, px. */
export interface ListPosition {
  left: number;
  top: number;
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * The cell an arrow leads to. Left and right go on over the ends of rows; up and down keep to the column as far as the
 * next row reaches. Undefined where there is none.
 */
export function cellTowards(key: string, at: number, spots: readonly ListPosition[]): number | undefined {
  const from = spots[at];
  if (!from) return undefined;
  if (key === 'Home') return 0;
  if (key === 'End') return spots.length - 1;
  const step = steps[key];
  if (step) return spots[at + step] ? at + step : undefined;
  const isDown = key === 'ArrowDown';
  if (!isDown && key !== 'ArrowUp') return undefined;
  const beyond = spots.filter(({ top }) => (isDown ? top > from.top : top < from.top)).map(({ top }) => top);
  if (beyond.length === 0) return undefined;
  const row = isDown ? Math.min(...beyond) : Math.max(...beyond);
  const distance = ({ left }: ListPosition) => Math.abs(left - from.left);
  const cells = spots.map((spot, place) => ({ spot, place })).filter(({ spot }) => spot.top === row);
  return cells.reduce((best, cell) => (distance(cell.spot) < distance(best.spot) ? cell : best)).place;
}

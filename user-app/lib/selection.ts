import { useSyncExternalStore } from 'react';
import { Listeners } from './listeners';

/** Things chosen from a list, by id: scrolling, paging and what comes newly do not touch the choice. */
export interface Selection {
  ids: () => ReadonlySet<string>;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** From the one last chosen by itself to this one, added to the choice before it. */
  extendTo: (id: string, order: readonly (string | undefined)[]) => void;
  selectAll: (ids: readonly string[]) => void;
  drop: (ids: Iterable<string>) => void;
  clear: () => void;
  subscribe: (listener: () => void) => () => void;
}

export function createSelection(): Selection {
  let chosen: ReadonlySet<string> = new Set();
  /** Start of a range, and the selection before it. */
  let anchor: { id: string; before: ReadonlySet<string> } | undefined;
  const listeners = new Listeners();
  const become = (next: ReadonlySet<string>) => {
    chosen = next;
    listeners.tell();
  };

  return {
    ids: () => chosen,
    has: (id) => chosen.has(id),
    toggle(id) {
      const next = new Set(chosen);
      if (!next.delete(id)) next.add(id);
      anchor = { id, before: next };
      become(next);
    },
    extendTo(id, order) {
      const from = anchor ? order.indexOf(anchor.id) : -1;
      const to = order.indexOf(id);
      if (!anchor || from < 0 || to < 0) {
        this.toggle(id);
        return;
      }
      const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
      become(new Set([...anchor.before, ...range.filter((place) => place !== undefined)]));
    },
    selectAll(ids) {
      become(new Set(ids));
    },
    drop(ids) {
      const next = new Set(chosen);
      for (const id of ids) next.delete(id);
      if (next.size !== chosen.size) become(next);
    },
    clear() {
      anchor = undefined;
      if (chosen.size > 0) become(new Set());
    },
    subscribe: listeners.subscribe,
  };
}

export function useSelectedIds(selection: Selection): ReadonlySet<string> {
  return useSyncExternalStore(selection.subscribe, selection.ids);
}

export function useIsSelected(selection: Selection, id: string): boolean {
  return useSyncExternalStore(selection.subscribe, () => selection.has(id));
}

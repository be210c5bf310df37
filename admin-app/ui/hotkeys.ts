import { useEffect, useSyncExternalStore } from 'react';
import { localStore } from '#shared/browser/stores';

/** A key that does something on the page that is open. */
export interface Hotkey {
  /** As it is pressed, e.g. `r`, `/`, `?`; `mod+k` with Ctrl or ⌘. */
  keys: string;
  label: string;
  run: () => void;
}

let registered: readonly Hotkey[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Hotkey[]): void {
  registered = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Keys of the parts that are on the page now, for the map of keys. */
export const useRegisteredKeys = () => useSyncExternalStore(subscribe, () => registered);

/** While the part is on the page, its keys work. */
export function useHotkeys(hotkeys: readonly Hotkey[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what keys do may change, which keys there are tells them apart
  useEffect(() => {
    change([...registered, ...hotkeys]);
    return () => change(registered.filter((hotkey) => !hotkeys.includes(hotkey)));
  }, [hotkeys.map(({ keys, label }) => keys + label).join()]);
}

const offKey = 'console.singleKeysOff';

/** Keys that are a single letter can be turned off: who dictates would press them without meaning to. */
export const singleKeys = {
  areOn: () => localStore.getItem(offKey) === null,
  set(areOn: boolean): void {
    if (areOn) localStore.removeItem(offKey);
    else localStore.setItem(offKey, '1');
    change([...registered]);
  },
};

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** The key as it is written down; undefined for what is none of ours. */
function nameOfPress({ key, ctrlKey, metaKey, altKey }: Pressed): string | undefined {
  if (altKey) return undefined;
  return ctrlKey || metaKey ? `mod+${key.toLowerCase()}` : key;
}

/** Returns true when a press belongs to what has the focus: something is typed there, or a dialog is open. */
function isTaken(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input,textarea,select,[contenteditable],[role=combobox],[role=dialog]') !== null
  );
}

/** Listens for the whole console; the part that came last answers first. */
export function listenForHotkeys(): () => void {
  const onPress = (event: KeyboardEvent) => {
    const name = nameOfPress(event);
    if (name === undefined || event.isComposing || event.repeat) return;
    const isSingle = !name.startsWith('mod+');
    if (isSingle && (isTaken(event.target) || !singleKeys.areOn())) return;
    const hotkey = registered.findLast(({ keys }) => keys === name);
    if (!hotkey) return;
    event.preventDefault();
    hotkey.run();
  };
  window.addEventListener('keydown', onPress);
  return () => window.removeEventListener('keydown', onPress);
}

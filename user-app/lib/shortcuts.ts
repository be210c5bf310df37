import { useLayoutEffect, useRef } from 'react';

/** A key and what it does: the same entry binds it and prints it. */
export interface Shortcut {
  /** As `KeyboardEvent.key` tells them, in small letters. */
  keys: readonly string[];
  /** With Ctrl or Cmd: such a key counts while somebody writes, too. */
  isWithCtrl?: boolean;
  /** As people read it; several keys are parted by spaces. */
  shown: string;
  what: string;
}

/** Keys of the whole site. */
export const siteShortcuts = {
  search: { keys: ['k'], isWithCtrl: true, shown: 'Ctrl K', what: '搜索工具、作品、页面和设置' },
  tools: { keys: ['/'], shown: '/', what: '全部工具' },
} as const satisfies Readonly<Record<string, Shortcut>>;

/** Stands on what takes every key for itself as long as it lies over the page. */
export const keysTaken = 'data-takes-keys';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

export function isPressed({ keys, isWithCtrl = false }: Shortcut, event: Pressed): boolean {
  return keys.includes(event.key.toLowerCase()) && (event.ctrlKey || event.metaKey) === isWithCtrl && !event.altKey;
}

/**
 * Returns true when a key is meant for the screen rather than for a field, a menu, a slider, a dialog or an open
 * editor.
 */
function isForScreen({ target }: KeyboardEvent): boolean {
  if (document.querySelector(`[${keysTaken}], [role="dialog"]`)) return false;
  return !(target as Element).closest('input, textarea, select, [contenteditable], [role="slider"], [role="menu"]');
}

/** Binds the keys of a table to what they do now; without an act a key is free for others. */
export function useShortcuts<Name extends string>(
  table: Readonly<Record<Name, Shortcut>>,
  acts: Readonly<Partial<Record<NoInfer<Name>, (() => void) | undefined>>>,
): void {
  const latest = useRef(acts);
  latest.current = acts;
  // Before anybody sees the page: the first key counts.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return;
      for (const [name, shortcut] of Object.entries<Shortcut>(table)) {
        const act = latest.current[name as Name];
        if (!act || !isPressed(shortcut, event)) continue;
        if (!shortcut.isWithCtrl && (event.repeat || !isForScreen(event))) return;
        event.preventDefault();
        act();
        return;
      }
    };
    // On the window: what has the focus, and a search box of the page that takes `/`, have had the key by then.
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [table]);
}

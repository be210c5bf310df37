import { useEffect, useRef } from 'react';

interface StageKeys {
  isOn: boolean;
  /** Whether the arrows are free for going through results. */
  isStepFree: boolean;
  onCompare: () => void;
  onStep: (by: 1 | -1) => void;
}

/** Keys of the picture, wherever the focus is outside fields, menus and dialogs. */
export function useStageKeys(keys: StageKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { isOn, isStepFree, onCompare, onStep } = latest.current;
      if (!isOn || !isForScreen(event)) return;
      if (event.key.toLowerCase() === 'c') onCompare();
      else if (isStepFree && event.key === 'ArrowRight') onStep(1);
      else if (isStepFree && event.key === 'ArrowLeft') onStep(-1);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Whether a key is meant for the screen rather than for a field, a menu, a slider or a dialog. */
export function isForScreen(event: KeyboardEvent): boolean {
  const { target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey || defaultPrevented) return false;
  if (document.querySelector('[role="dialog"], dialog[open]')) return false;
  return !(target as Element).closest('input, textarea, select, [contenteditable], [role="slider"], [role="menu"]');
}

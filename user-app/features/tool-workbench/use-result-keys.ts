import { useEffect, useRef } from 'react';
import { isForScreen } from './stage/use-stage-keys';

interface ResultKeys {
  onDownload: (() => void) | undefined;
  onSend: (() => void) | undefined;
  onVary: (() => void) | undefined;
  onDelete: (() => void) | undefined;
}

/** Keys of what can be done with a result: D, S, V and Delete. */
export function useResultKeys(keys: ResultKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isForScreen(event) || event.repeat) return;
      const { onDownload, onSend, onVary, onDelete } = latest.current;
      const acts: Record<string, (() => void) | undefined> = { d: onDownload, s: onSend, v: onVary, delete: onDelete };
      const act = acts[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

import { useEffect, useRef } from 'react';
import { SearchIcon } from '../../ui/icons';
import styles from './tool-wall.css';

export interface ToolSearchProps {
  value: string;
  onChange: (value: string) => void;
  /** Called on Enter, e.g. to open the best match. */
  onEnter?: () => void;
  /** Pressing `/` anywhere on the page moves here. */
  hasShortcut?: boolean;
}

/** Search box over tools, by title, sentence and further words. */
export function ToolSearch({ value, onChange, onEnter, hasShortcut = false }: ToolSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!hasShortcut) return;
    const focus = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || target.closest('input, textarea, [contenteditable]'))
        return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [hasShortcut]);

  return (
    <form
      role="search"
      className={`row gap-8 p-0-12 border rounded-input bg-surface text-second ${styles.search}`}
      onSubmit={(event) => {
        event.preventDefault();
        onEnter?.();
      }}
    >
      <SearchIcon size={16} />
      <input
        ref={input}
        type="search"
        value={value}
        placeholder="搜索工具，如 线稿、夜景、扩图"
        aria-label="搜索工具"
        onChange={(event) => onChange(event.target.value)}
      />
      {hasShortcut && <kbd title="按 / 开始搜索">/</kbd>}
    </form>
  );
}

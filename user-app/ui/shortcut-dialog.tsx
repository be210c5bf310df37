import { useEffect, useRef } from 'react';
import { CloseIcon } from './icons';
import styles from './shortcut-dialog.css';

export interface ShortcutGroup {
  title: string;
  /** Keys, parted by spaces, and what they do. */
  keys: readonly (readonly [keys: string, what: string])[];
}

interface ShortcutDialogProps {
  groups: readonly ShortcutGroup[];
  onClose: () => void;
}

/** All keys of a screen. */
export function ShortcutDialog({ groups, onClose }: ShortcutDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    const close = () => latest.current();
    element?.addEventListener('close', close);
    return () => {
      element?.removeEventListener('close', close);
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-label="快捷键"
      onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
    >
      <header>
        <h2>快捷键</h2>
        <button type="button" aria-label="关闭" onClick={() => dialog.current?.close()}>
          <CloseIcon />
        </button>
      </header>
      <div className={styles.groups}>
        {groups.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, what]) => (
                <div key={`${key}${what}`}>
                  <dt>
                    {key.split(' ').map((part) => (
                      <kbd key={part}>{part}</kbd>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </dialog>
  );
}

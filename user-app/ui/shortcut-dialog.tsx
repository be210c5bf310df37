import { Dialog } from './dialog';
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
  return (
    <Dialog title="快捷键" size="wide" onClose={onClose}>
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
    </Dialog>
  );
}

import { pageWorld } from '#shared/browser/stores';
import styles from './shell.css';

/** Names the world that this page is in, where it has a name; leads to the control plane, where it is changed. */
export function WorldBadge({ className = styles.inRow }: { className?: string | undefined }) {
  if (pageWorld === undefined) return null;
  return (
    <a
      className={`text-12 text-second nowrap ${styles.world} ${className}`}
      href="/__mock/"
      title={`空间 ${pageWorld}：打开控制面`}
    >
      空间 {pageWorld}
    </a>
  );
}

/** The same over the lower corner of a page without a header. */
export function FloatingWorldBadge() {
  return (
    <aside aria-label="空间">
      <WorldBadge className={styles.floating} />
    </aside>
  );
}

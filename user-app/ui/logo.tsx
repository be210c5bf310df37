import styles from './logo.css';

/** The mark: a seal with an elevation, one half drawn, one half rendered. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false" className="flex-none">
      <rect className={styles.seal} x="2" y="2" width="28" height="28" rx="6" />
      <path className={styles.drawn} d="M16 8 7.5 14.5M9.5 13.5V24H16M16 8v16" />
      <path className={styles.rendered} d="M16 7.2 25 14l-1 1.3-1-.7V24.8h-7z" />
    </svg>
  );
}

import styles from './spinner.css';

/** Turns while something is awaited. What is awaited is said beside it. */
export function Spinner() {
  return <span aria-hidden="true" className={`rounded-chip ${styles.spinner}`} />;
}

import { classNames } from '../lib/class-names';
import styles from './progress-bar.css';

interface ProgressBarProps {
  label: string;
  /** 0–1; undefined where nothing is known, and then the bar claims nothing. */
  share: number | undefined;
  className?: string | undefined;
}

/** Bar that shows a progress. */
export function ProgressBar({ label, share, className }: ProgressBarProps) {
  return (
    <span
      className={classNames('block w-full overflow-hidden rounded-chip', styles.bar, className)}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(share === undefined ? { 'data-unknown': true } : { 'aria-valuenow': Math.floor(share * 100) })}
    >
      <span {...(share === undefined ? {} : { style: { transform: `scaleX(${share})` } })} />
    </span>
  );
}

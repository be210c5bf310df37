import type { ReactNode } from 'react';
import styles from './empty-state.css';

/** Small line drawings on a grid of 120 × 80. */
const drawings = {
  /** An easel with an unfinished elevation. */
  sheet: (
    <path d="M28 12h64v44H28zM60 56v18M48 74l12-18 12 18M38 46V30l12-7 12 7v16M38 46h40M62 34h16v12M44 36h4M44 41h4M68 39h4" />
  ),
  /** Frames on a wall. */
  wall: (
    <path d="M14 64h92M22 20h26v32H22zM56 14h22v22H56zM56 42h22v14H56zM86 22h16v28H86zM27 44l7-9 5 6 3-3 3 6M61 30l5-6 3 4 2-2 3 4" />
  ),
  /** Two speech sheets. */
  talk: <path d="M24 16h46v28H48l-10 9v-9H24zM80 30h16v26h-8v8l-8-8H60v-6M32 26h28M32 33h20" />,
  /** A parcel and a plan roll. */
  order: (
    <path d="M26 30h40v34H26zM26 40h40M46 30v10M76 64l16-40M82 66l16-40M92 24a3 3 0 1 1 6 2M76 64a3 3 0 1 0 6 2M16 64h90" />
  ),
  /** A torn sheet. */
  broken: <path d="M34 10h36l16 16v44H34zM70 10v16h16M34 42l10-6 9 9 10-8 11 7 12-6M46 58h16" />,
  /** A compass over an empty plan. */
  lost: (
    <path d="M60 12a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM58 20 42 64M62 20l16 44M48 48h24M22 68h76M88 24h12v12M20 24h12M20 24v12" />
  ),
  /** A tick on a sheet. */
  done: <path d="M34 12h52v56H34zM46 40l10 10 20-22M42 20h12" />,
} as const;

export type DrawingName = keyof typeof drawings;

export interface EmptyStateProps {
  drawing: DrawingName;
  title: string;
  text?: ReactNode;
  /** Acts to do next. */
  children?: ReactNode;
  /** Heading level; a page of nothing else takes 1. */
  level?: 1 | 2 | 3;
}

/** Placeholder for an empty place: a small drawing, the reason, and what to do next. */
export function EmptyState({ drawing, title, text, children, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={`stack items-center justify-center text-center ${styles.empty}`}>
      <svg
        viewBox="0 0 120 80"
        width={150}
        height={100}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className={`mb-16 ${styles.drawing}`}
      >
        {drawings[drawing]}
      </svg>
      <Heading className={styles.title}>{title}</Heading>
      {text && <p className={`mt-4 text-second ${styles.text}`}>{text}</p>}
      {children && <div className="flex flex-wrap justify-center gap-8 mt-16">{children}</div>}
    </div>
  );
}

import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names';
import styles from './page.css';

/** The column a screen's content stands in. */
export function Page({ children, isNarrow = false }: { children: ReactNode; isNarrow?: boolean }) {
  return <div className={classNames('w-full', styles.page, isNarrow && styles.narrow)}>{children}</div>;
}

export function PageHead({ title, text }: { title: string; text?: ReactNode }) {
  return (
    <div className={`mb-16 ${styles.head}`}>
      <h1>{title}</h1>
      {text && <p>{text}</p>}
    </div>
  );
}

export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <div className={`flex items-baseline justify-between gap-16 mb-12 ${styles.sectionHead}`}>
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

import type { ReactNode } from 'react';
import { galleryImageUrl } from '../lib/image-url';
import { Link } from '../lib/router';
import styles from './cover-card.css';
import { Thumb } from './thumb';

interface CoverCardProps {
  to: string;
  title: string;
  /** At most four: the first one large, the others beside it. */
  covers: readonly { imageId: string; mainColor: string }[];
  /** Stands under the title. */
  meta: ReactNode;
  /** Said on the covers: 示例项目, 仅自己可见. */
  mark?: ReactNode;
  /** Acts over the covers, outside the link. */
  children?: ReactNode;
  /** Stands where there is no picture yet. */
  blank?: string;
}

/** Something that holds pictures, seen by its first four. */
export function CoverCard({ to, title, covers, meta, mark, children, blank = '还没有图片' }: CoverCardProps) {
  const [lead, ...others] = covers.slice(0, 4);
  return (
    <article className={styles.card}>
      <Link to={to} className={styles.link} aria-label={title}>
        <span className={styles.covers} data-count={Math.min(4, covers.length)}>
          {lead ? (
            [lead, ...others].map(({ imageId, mainColor }) => (
              <Thumb key={imageId} src={galleryImageUrl(imageId)} alt="" mainColor={mainColor} isCropped />
            ))
          ) : (
            <span className={styles.blank}>{blank}</span>
          )}
        </span>
        <span className={styles.title} title={title}>
          {title}
        </span>
      </Link>
      {mark && <span className={styles.mark}>{mark}</span>}
      <div className={styles.meta}>{meta}</div>
      {children && <div className={styles.acts}>{children}</div>}
    </article>
  );
}

/** Cards beside each other, as many as there is room for. */
export function CardGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {children}
    </ul>
  );
}

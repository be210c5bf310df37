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
    <article className="grid relative content-start gap-4 min-w-0">
      <Link to={to} className={`grid gap-8 min-w-0 ${styles.link}`} aria-label={title}>
        <span
          className={`grid gap-2 overflow-hidden rounded-card bg-sunken ${styles.covers}`}
          data-count={Math.min(4, covers.length)}
        >
          {lead ? (
            [lead, ...others].map(({ imageId, mainColor }) => (
              <Thumb key={imageId} src={galleryImageUrl(imageId)} alt="" mainColor={mainColor} isCropped />
            ))
          ) : (
            <span className={`grid place-items-center rounded-card text-second text-13 ${styles.blank}`}>{blank}</span>
          )}
        </span>
        <span className="truncate font-medium" title={title}>
          {title}
        </span>
      </Link>
      {mark && (
        <span className={`inline-flex absolute items-center gap-4 rounded-chip text-paper text-12 ${styles.mark}`}>
          {mark}
        </span>
      )}
      <div className={`row gap-8 min-w-0 text-second text-13 tabular ${styles.meta}`}>{meta}</div>
      {children && <div className={`flex absolute gap-4 ${styles.acts}`}>{children}</div>}
    </article>
  );
}

/** Cards beside each other, as many as there is room for. */
export function CardGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={`grid ${styles.grid}`} aria-label={label}>
      {children}
    </ul>
  );
}

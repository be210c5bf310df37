import type { ReactNode } from 'react';
import { Link } from '../lib/router';
import styles from './author-line.css';
import { Avatar } from './avatar';

interface AuthorLineProps {
  author: { authorId: string; name: string; avatar: string; isHouse: boolean };
  /** Stands under the name. */
  note?: ReactNode;
  size?: 'small' | 'normal' | undefined;
  /** Acts at its end: 关注. */
  children?: ReactNode;
}

/** Author with a link to their page. Authors of the editorial team are marked. */
export function AuthorLine({ author, note, size = 'normal', children }: AuthorLineProps) {
  const { authorId, name, isHouse } = author;
  return (
    <div className={styles[size]}>
      <Link
        to={isHouse ? `/authorHomePage/${authorId}` : `/otherPersonCenter/${authorId}`}
        className={`row gap-12 min-w-0 ${styles.who}`}
      >
        <Avatar name={name} picture={author.avatar} size={size === 'small' ? 24 : 40} />
        <span className="grid min-w-0">
          <span className={`row gap-8 min-w-0 ${styles.name}`}>
            <span>{name}</span>
            {isHouse && <small>本站编辑</small>}
          </span>
          {note && <span className="text-second text-13">{note}</span>}
        </span>
      </Link>
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';
import type { Author } from '#shared/contract/gallery-case';
import { formatDate, formatNumber } from '#shared/domain/format';
import { Avatar } from '../../../ui/avatar';
import styles from './people.css';

type Shown =
  | ('name' | 'avatar' | 'isHouse' | 'about' | 'joinedAt')
  | ('pictures' | 'imageSets' | 'cases' | 'followers');

interface PersonHeadProps {
  author: Pick<Author, Shown>;
  about?: ReactNode;
  /** Acts on the person. */
  acts?: ReactNode;
}

/** Whose page it is, in a few figures. */
export function PersonHead({ author, about, acts }: PersonHeadProps) {
  const { name, avatar, isHouse, pictures, imageSets, cases, followers, joinedAt } = author;
  const figures = [
    ['图片', pictures],
    ['图集', imageSets],
    ['案例', cases],
    ['被关注', followers],
  ] as const;
  return (
    <header className={`grid items-center mb-24 border-b ${styles.head}`}>
      <Avatar name={name} picture={avatar} size={72} />
      <div className={`grid gap-4 ${styles.words}`}>
        <h1>
          {name}
          {isHouse && <small>本站编辑</small>}
        </h1>
        {about ?? <p>{author.about || (isHouse ? '整理案例和图集的本站编辑。' : '还没有写简介。')}</p>}
        <p className="text-second text-12">{formatDate(joinedAt)} 加入</p>
      </div>
      <dl className={`flex gap-24 ${styles.figures}`}>
        {figures.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {acts && <div className={`flex flex-wrap gap-8 ${styles.acts}`}>{acts}</div>}
    </header>
  );
}

import type { ReactNode } from 'react';
import type { Case } from '#shared/contract/gallery-case';
import { formatNumber } from '#shared/domain/format';
import { type CaseFilter, collectCase, useCases } from '../../../data/gallery-cases';
import { imageUrl } from '../../../lib/image-url';
import { Link } from '../../../lib/router';
import { toastFailure } from '../../../lib/toast';
import { withLogin } from '../../../lib/with-login';
import { HeartButton } from '../../../ui/heart-button';
import { ListStates } from '../../../ui/list-states';
import { Thumb } from '../../../ui/thumb';
import styles from './case-list.css';

/** Cases that fit: a picture that is seen whole, and what the project is. */
export function CaseList({ filter, empty }: { filter: CaseFilter; empty: ReactNode }) {
  const list = useCases(filter);
  const collect = (one: Case) => {
    const put = (isCollected: boolean) => list.change((row) => (row.id === one.id ? { ...row, isCollected } : row));
    const send = async () => {
      put(!one.isCollected);
      try {
        await collectCase(one.id, !one.isCollected);
      } catch (error) {
        put(one.isCollected);
        throw error;
      }
    };
    void withLogin(send, '登录后收藏案例').catch(toastFailure);
  };
  return (
    <ListStates list={list} noun="个案例" empty={empty}>
      {(rows) => (
        <ul className={`grid ${styles.list}`} aria-label="案例">
          {rows.map((one) => (
            <li key={one.id}>
              <CaseCard one={one} onCollect={() => collect(one)} />
            </li>
          ))}
        </ul>
      )}
    </ListStates>
  );
}

/** `上海 · 2024 · 1,200 ㎡ · 现代`, what is known of it. */
function caseFacts({ location, year, areaSquareMetres, style }: Case): string {
  const area = areaSquareMetres > 0 ? `${formatNumber(areaSquareMetres)} ㎡` : '';
  return [location, year > 0 ? String(year) : '', area, style].filter(Boolean).join(' · ');
}

function CaseCard({ one, onCollect }: { one: Case; onCollect: () => void }) {
  const { id, title, cover, intro, isSample, pictureCount, author, isCollected } = one;
  return (
    <article className="grid relative content-start gap-8">
      <Link to={`/insHomeByCase/${id}`} className={`grid gap-12 ${styles.link}`}>
        <Thumb
          className={styles.cover}
          src={imageUrl(cover.imageId, { w: 960 })}
          alt=""
          width={cover.width}
          height={cover.height}
          mainColor={cover.mainColor}
          isCropped
        />
        <h2>{title}</h2>
      </Link>
      {isSample && <span className={`absolute rounded-chip text-paper text-12 ${styles.mark}`}>示例项目</span>}
      <p className="text-second text-13 tabular">{caseFacts(one)}</p>
      <p className={`overflow-hidden ${styles.intro}`}>{intro}</p>
      <p className="flex gap-16 text-second text-13 tabular">
        <span>{author.name}</span>
        <span>{formatNumber(pictureCount)} 张图</span>
      </p>
      <div className={`absolute ${styles.acts}`}>
        <HeartButton noun={`案例 ${title}`} isOn={isCollected} onToggle={onCollect} />
      </div>
    </article>
  );
}

import type { ReactNode } from 'react';
import type { ImageSet } from '#shared/contract/gallery-set';
import { formatNumber } from '#shared/domain/format';
import { collectImageSet, type SetFilter, useImageSets } from '../../../data/gallery-sets';
import { toastFailure } from '../../../lib/toast';
import { withLogin } from '../../../lib/with-login';
import { CardGrid, CoverCard } from '../../../ui/cover-card';
import { HeartButton } from '../../../ui/heart-button';
import { ListStates } from '../../../ui/list-states';

const setAddress = ({ id, isOwn }: Pick<ImageSet, 'id' | 'isOwn'>) =>
  `/${isOwn ? 'insHomeByCreate' : 'authorInspirationhome'}/${id}`;

/** Image sets that fit, as cards. */
export function SetList({ filter, empty }: { filter: SetFilter; empty: ReactNode }) {
  const list = useImageSets(filter);
  const collect = (set: ImageSet) => {
    const put = (isCollected: boolean) =>
      list.change((row) => {
        if (row.id !== set.id) return row;
        return { ...row, isCollected, collectCount: Math.max(0, row.collectCount + (isCollected ? 1 : -1)) };
      });
    const send = async () => {
      put(!set.isCollected);
      try {
        await collectImageSet(set.id, !set.isCollected);
      } catch (error) {
        put(set.isCollected);
        throw error;
      }
    };
    void withLogin(send, '登录后收藏图集').catch(toastFailure);
  };
  return (
    <ListStates list={list} noun="个图集" empty={empty}>
      {(rows) => (
        <CardGrid label="图集">
          {rows.map((set) => (
            <li key={set.id}>
              <SetCard set={set} onCollect={() => collect(set)} />
            </li>
          ))}
        </CardGrid>
      )}
    </ListStates>
  );
}

export function SetCard({ set, onCollect }: { set: ImageSet; onCollect?: () => void }) {
  const { pictureCount, collectCount, author, isOwn, isPrivate } = set;
  return (
    <CoverCard
      to={setAddress(set)}
      title={set.title}
      covers={set.covers}
      mark={isPrivate ? '仅自己可见' : undefined}
      meta={
        <>
          <span>{formatNumber(pictureCount)} 张</span>
          {collectCount > 0 && <span>{formatNumber(collectCount)} 收藏</span>}
          {!isOwn && <span>{author.name}</span>}
        </>
      }
    >
      {!isOwn && onCollect && <HeartButton noun={`图集 ${set.title}`} isOn={set.isCollected} onToggle={onCollect} />}
    </CoverCard>
  );
}

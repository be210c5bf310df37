import { type ReactNode, useState } from 'react';
import type { ImageSet } from '#shared/contract/gallery-set';
import { formatDate, formatNumber } from '#shared/domain/format';
import { downloadPictures, useDownloadWords } from '../../../data/gallery-downloads';
import { useAuthor, useFollow } from '../../../data/gallery-people';
import { readPictureIds } from '../../../data/gallery-rows';
import { collectImageSet, useImageSet, useSomeImageSets } from '../../../data/gallery-sets';
import { copyText } from '../../../lib/copy-text';
import { Link } from '../../../lib/router';
import { toastFailure } from '../../../lib/toast';
import { withLogin } from '../../../lib/with-login';
import { AuthorLine } from '../../../ui/author-line';
import { Button, ButtonLink } from '../../../ui/button';
import { CardGrid } from '../../../ui/cover-card';
import { EmptyState } from '../../../ui/empty-state';
import { FollowButton } from '../../../ui/follow-button';
import { DownloadIcon, HeartIcon, ShareIcon } from '../../../ui/icons';
import { Section } from '../../../ui/page';
import { RoomHead } from '../../../ui/room-head';
import { Waiting } from '../../../ui/waiting';
import { SetCard } from './set-list';
import styles from './set-screen.css';

/** An image set of somebody. @param wall its pictures, composed in by the page */
export function SetScreen({ id, wall }: { id: string; wall: ReactNode }) {
  const set = useImageSet(id);
  if (set.error && !set.data) return <SetGone text={set.error.message} />;
  if (!set.data) return <Waiting label="正在读取图集" rows={2} height={96} />;
  return (
    <>
      <SetHead set={set.data} onChanged={set.mutate} />
      {set.data.pictureCount > 0 ? (
        wall
      ) : (
        <EmptyState drawing="wall" title="这个图集还没有图片" text="作者还没有添加图片。">
          <ButtonLink to="/seachInspiration">看其他图集</ButtonLink>
        </EmptyState>
      )}
      <MoreSets set={set.data} />
    </>
  );
}

/** In the place of a set that is not there for the person. */
function SetGone({ text }: { text: string }) {
  return (
    <EmptyState drawing="lost" title="没有找到这个图集" text={text} level={1}>
      <ButtonLink to="/seachInspiration">看其他图集</ButtonLink>
    </EmptyState>
  );
}

function SetHead({ set, onChanged }: { set: ImageSet; onChanged: (set: ImageSet) => void }) {
  const { id, title, description, tags, pictureCount, collectCount, isCollected, updatedAt, isOwn } = set;
  const [isBusy, setBusy] = useState(false);
  const downloadWords = useDownloadWords('下载全部');
  const collect = () =>
    void withLogin(async () => onChanged(await collectImageSet(id, !isCollected)), '登录后收藏图集').catch(
      toastFailure,
    );
  const downloadAll = async () => {
    setBusy(true);
    try {
      await downloadPictures(await readPictureIds({ imageSetId: id }));
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <RoomHead
      title={title}
      description={description}
      figures={
        <>
          <span>{formatNumber(pictureCount)} 张</span>
          <span>{formatNumber(collectCount)} 人收藏</span>
          <span>{formatDate(updatedAt)} 更新</span>
        </>
      }
      aside={<SetAuthor set={set} />}
      acts={
        <>
          {isOwn ? (
            <ButtonLink to={`/insHomeByCreate/${id}`}>编辑图集</ButtonLink>
          ) : (
            <Button look={isCollected ? 'plain' : 'primary'} aria-pressed={isCollected} onClick={collect}>
              <HeartIcon size={16} />
              {isCollected ? '已收藏' : '收藏图集'}
            </Button>
          )}
          <Button disabled={isBusy || pictureCount === 0} onClick={() => void downloadAll()}>
            <DownloadIcon size={16} />
            {isBusy ? '正在准备' : downloadWords}
          </Button>
          <Button onClick={() => void copyText(window.location.href.split('#')[0] ?? '', '地址已复制')}>
            <ShareIcon size={16} />
            分享
          </Button>
        </>
      }
    >
      {tags.length > 0 && (
        <ul className={`flex flex-wrap mt-12 ${styles.tags}`} aria-label="标签">
          {tags.map((tag) => (
            <li key={tag}>
              <Link to={`/seachInspiration?${new URLSearchParams({ kw: tag })}`}>{tag}</Link>
            </li>
          ))}
        </ul>
      )}
    </RoomHead>
  );
}

function SetAuthor({ set: { author, isOwn } }: { set: ImageSet }) {
  const { data } = useAuthor(author.authorId);
  const { isFollowed, toggle } = useFollow(author.authorId, data?.isFollowed ?? false);
  const note = data && `${formatNumber(data.imageSets)} 个图集 · ${formatNumber(data.followers)} 人关注`;
  return (
    <AuthorLine author={author} note={note ?? '\u00A0'}>
      {!isOwn && data && !data.isSelf && (
        <FollowButton name={author.name} isFollowed={isFollowed} isFollower={data.isFollower} onToggle={toggle} />
      )}
    </AuthorLine>
  );
}

/** Sets in the row, one more than shown to know whether there are others. */
const shownSets = 4;

function MoreSets({ set: { id, author, classifyId } }: { set: ImageSet }) {
  const byAuthor = useSomeImageSets({ authorId: author.authorId }, shownSets + 1);
  const others = (byAuthor.data?.list ?? []).filter((other) => other.id !== id);
  const alike = useSomeImageSets({ classifyId }, shownSets + 1, byAuthor.data !== undefined && classifyId !== '');
  const known = new Set(others.map((other) => other.id));
  const rest = (alike.data?.list ?? []).filter((other) => other.id !== id && !known.has(other.id));
  const shown = [...others, ...rest].slice(0, shownSets);
  if (shown.length === 0) return null;
  const query = new URLSearchParams({ of: id, ...(others.length > 0 ? { author: author.authorId } : {}) });
  if (classifyId) query.set('category', classifyId);
  return (
    <Section title="更多图集" aside={<Link to={`/moreCollections?${query}`}>全部</Link>}>
      <CardGrid label="更多图集">
        {shown.map((other) => (
          <li key={other.id}>
            <SetCard set={other} />
          </li>
        ))}
      </CardGrid>
    </Section>
  );
}

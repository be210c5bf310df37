import { useState } from 'react';
import { storyShelf } from '../../data/gallery-cases';
import { useAuthor } from '../../data/gallery-people';
import { useCurrentUser } from '../../data/user';
import { OwnAbout } from '../../features/gallery/people/own-about';
import { OwnPictures } from '../../features/gallery/people/own-pictures';
import { PeopleList } from '../../features/gallery/people/people-list';
import { PersonHead } from '../../features/gallery/people/person-head';
import { openPicture } from '../../features/gallery/wall/open-picture';
import { useQueryWords } from '../../lib/use-query-words';
import { ButtonLink } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { EmptyState } from '../../ui/empty-state';
import { AccountRows } from './account-rows';
import { GalleryFrame } from './gallery-frame';
import styles from './my-center.css';

const tabs = [
  ['', '我的图片'],
  ['following', '关注'],
  ['followers', '粉丝'],
  ['blocked', '拉黑'],
  ['account', '账号'],
] as const;

const nobody = {
  following: ['还没有关注的人', '看到喜欢的图，点作者名字旁的关注。'],
  followers: ['还没有粉丝', '发布图片和图集后，关注您的人会出现在这里。'],
  blocked: ['没有拉黑的人', '拉黑后对方的内容不再出现，随时可以解除。'],
} as const;

const ways = (
  <>
    <ButtonLink to="/casemineByCreate">我的图集与收藏</ButtonLink>
    <ButtonLink to="/myDownloads">我的下载</ButtonLink>
  </>
);

/** Of the length of somebody, unseen: what stands below is in its place from the start. */
const nobodyYet = {
  ...{ name: '设计师', avatar: '', isHouse: false, about: '', joinedAt: 0 },
  ...{ pictures: 0, imageSets: 0, cases: 0, followers: 0 },
};

export default function MyCenter() {
  const { user } = useCurrentUser();
  if (!user)
    return (
      <GalleryFrame hasTabs={false} isNarrow>
        <AccountRows />
      </GalleryFrame>
    );
  return <OwnCenter userId={user.userId} />;
}

function OwnCenter({ userId }: { userId: string }) {
  const [words, change] = useQueryWords('tab', 'page');
  const author = useAuthor('me');
  const [version, setVersion] = useState(0);
  const tab = tabs.find(([name]) => name === words.tab)?.[0] ?? '';
  const changed = () => {
    author.refresh();
    setVersion(version + 1);
  };
  return (
    <GalleryFrame hasHead={false}>
      {author.data ? (
        <PersonHead
          author={author.data}
          about={<OwnAbout about={author.data.about} onChanged={changed} />}
          acts={ways}
        />
      ) : author.error ? (
        <h1 className={`mb-16 ${styles.title}`}>个人中心</h1>
      ) : (
        <>
          <h1 className="visually-hidden">个人中心</h1>
          <div className={styles.waiting} aria-hidden="true">
            <PersonHead author={nobodyYet} about={<OwnAbout about="" onChanged={changed} />} acts={ways} />
          </div>
        </>
      )}
      <div role="group" aria-label="个人中心" className="flex gap-8 overflow-x-auto mb-24">
        {tabs.map(([name, label]) => (
          <Chip key={name} aria-pressed={tab === name} onClick={() => change({ tab: name, page: '' })}>
            {label}
          </Chip>
        ))}
      </div>
      {tab === '' && <OwnPictures onOpen={(picture) => openPicture(picture.id, storyShelf('own', [picture]))} />}
      {tab === 'account' && <AccountRows />}
      {(tab === 'following' || tab === 'followers' || tab === 'blocked') && (
        <PeopleList
          key={tab}
          id="me"
          relation={tab}
          ownId={userId}
          onChanged={author.refresh}
          empty={
            <EmptyState drawing="wall" title={nobody[tab][0]} text={nobody[tab][1]}>
              <ButtonLink to="/findPage">去发现看看</ButtonLink>
            </EmptyState>
          }
        />
      )}
    </GalleryFrame>
  );
}

import { formatNumber } from '#shared/domain/format';
import { useCaseStyles } from '../../data/gallery-cases';
import { useFolders } from '../../data/gallery-folders';
import { useAuthor } from '../../data/gallery-people';
import { useCurrentUser } from '../../data/user';
import { CaseList } from '../../features/gallery/cases/case-list';
import { NewSetButton } from '../../features/gallery/desk/new-set-button';
import { FolderGrid } from '../../features/gallery/folders/folder-grid';
import { SetList } from '../../features/gallery/sets/set-list';
import { NavLink, useLocation } from '../../lib/router';
import { ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { LoginFirst } from '../../ui/login-first';
import { Section } from '../../ui/page';
import { GalleryFrame } from './gallery-frame';
import styles from './my-home.css';

export default function MyHome() {
  const { user } = useCurrentUser();
  if (!user)
    return (
      <GalleryFrame>
        <LoginFirst drawing="wall" title="登录后查看我的主页" text="自己的图集、收藏夹和收藏的案例都在这里。" />
      </GalleryFrame>
    );
  return <OwnHome />;
}

function OwnHome() {
  const { pathname } = useLocation();
  const author = useAuthor('me');
  const folders = useFolders(true);
  const cases = useCaseStyles({ isCollected: true });
  const collected = folders.data?.reduce((sum, { pictureCount }) => sum + pictureCount, 0);
  const tabs = [
    ['/casemineByCreate', '创建', author.data?.imageSets],
    ['/casemineByCollect', '收藏', collected],
    ['/casemineByCase', '案例', cases.data?.total],
  ] as const;
  const isCreated = pathname.startsWith('/casemineByCreate');
  return (
    <GalleryFrame title="我的主页" aside={isCreated ? <NewSetButton isPrimary /> : undefined}>
      <nav aria-label="我的主页" className="flex gap-24 mb-24 border-b">
        {tabs.map(([to, label, count]) => (
          <NavLink key={to} to={to} className={`inline-flex gap-8 p-8-0 text-second ${styles.tab}`}>
            {label}
            {count !== undefined && <span className="tabular">{formatNumber(count)}</span>}
          </NavLink>
        ))}
        <NavLink to="/myPersonCenter" className={`inline-flex gap-8 p-8-0 text-second ${styles.aside}`}>
          个人中心
        </NavLink>
      </nav>
      {isCreated && (
        <SetList
          filter={{ isOwn: true, sort: 'newest' }}
          empty={
            <EmptyState drawing="wall" title="还没有图集" text="把一个题目的图放在一起：排好顺序，公开或只给自己看。">
              <NewSetButton />
            </EmptyState>
          }
        />
      )}
      {pathname.startsWith('/casemineByCollect') && (
        <>
          <FolderGrid />
          <Section title="收藏的图集">
            <SetList
              filter={{ isCollected: true }}
              empty={
                <EmptyState drawing="wall" level={3} title="还没有收藏图集" text="整套收藏别人的图集，更新了也看得到。">
                  <ButtonLink to="/seachInspiration">看图集</ButtonLink>
                </EmptyState>
              }
            />
          </Section>
        </>
      )}
      {pathname.startsWith('/casemineByCase') && (
        <CaseList
          filter={{ isCollected: true }}
          empty={
            <EmptyState drawing="wall" title="还没有收藏案例" text="读到想再看的案例，点收藏就会放到这里。">
              <ButtonLink to="/caseHome" look="primary">
                看案例
              </ButtonLink>
            </EmptyState>
          }
        />
      )}
    </GalleryFrame>
  );
}

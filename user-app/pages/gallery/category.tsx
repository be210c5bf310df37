import { childrenOf, pathTo } from '#shared/domain/category-tree';
import { formatNumber } from '#shared/domain/format';
import { useCategories } from '../../data/category';
import { useCategoryCounts } from '../../data/gallery';
import { CategoryTabs } from '../../features/gallery/search/category-tabs';
import { FilterBar } from '../../features/gallery/search/filter-bar';
import { GallerySearch } from '../../features/gallery/search/gallery-search';
import { filtersOf } from '../../features/gallery/search/picture-query';
import { PictureWall } from '../../features/gallery/wall/picture-wall';
import { galleryImageUrl } from '../../lib/image-url';
import { Link, useParams, useSearchParams } from '../../lib/router';
import { ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import styles from './category.css';
import { GalleryFrame } from './gallery-frame';

/** Levels that have a page. */
const levels = 3;

/** The address of a category: the ids from the root down. */
const addressOf = (path: readonly { id: string }[]) => `/classifyPage/${path.map(({ id }) => id).join('-')}`;

/** A category of the first, second or third level with the covers of the level below. */
export default function Category() {
  const { ids = '' } = useParams();
  const [query] = useSearchParams();
  const { data: categories } = useCategories();
  const { data: counts = [], error: countFault } = useCategoryCounts();
  // Segments that an unfinished link leaves behind are no ids.
  const given = ids
    .split('-')
    .slice(0, levels)
    .filter((id) => !['', 'undefined', 'null', 'NaN'].includes(id));
  const classifyId = given.at(-1);
  const path = categories && classifyId ? pathTo(categories, classifyId) : [];
  const category = path.at(-1);
  const isCounting = counts.length === 0 && !countFault;
  const factsOf = new Map(counts.map((count) => [count.classifyId, count]));
  const below =
    category && path.length < levels
      ? childrenOf(category).filter(({ id }) => (factsOf.get(id)?.pictures ?? 0) > 0)
      : [];

  if (!classifyId || (categories && !category)) {
    return (
      <GalleryFrame search={<GallerySearch />}>
        <EmptyState drawing="lost" title="没有这个分类" text="分类可能已经调整。">
          <ButtonLink to="/tupianHome">看全部图片</ButtonLink>
        </EmptyState>
      </GalleryFrame>
    );
  }
  return (
    <GalleryFrame
      search={<GallerySearch />}
      title={category?.name ?? '图片分类'}
      text={
        <>
          {path.length > 1 && (
            <nav aria-label="上级分类" className={`inline-flex ${styles.crumbs}`}>
              {path.slice(0, -1).map(({ id, name }, at) => (
                <Link key={id} to={addressOf(path.slice(0, at + 1))}>
                  {name}
                </Link>
              ))}
            </nav>
          )}
          {category && !isCounting ? `${formatNumber(factsOf.get(category.id)?.pictures ?? 0)} 张图片` : '\u00a0'}
        </>
      }
    >
      <CategoryTabs current={path[0]?.id ?? ''} />
      {(!category || isCounting) && given.length < levels && (
        <div className={`rounded-card bg-sunken ${styles.belowWaiting}`} data-holds-place />
      )}
      {below.length > 0 && (
        <nav aria-label="下级分类" className={`flex gap-12 overflow-x-auto ${styles.below}`}>
          {below.map(({ id, name }) => {
            const { pictures = 0, coverUrl } = factsOf.get(id) ?? {};
            return (
              <Link
                key={id}
                to={addressOf([...path, { id }])}
                className={`grid relative overflow-hidden p-8-12 rounded-card text-paper ${styles.card}`}
              >
                {coverUrl && <img src={galleryImageUrl(coverUrl)} alt="" loading="lazy" />}
                <span>{name}</span>
                <small className="tabular">{formatNumber(pictures)}</small>
              </Link>
            );
          })}
        </nav>
      )}
      <FilterBar />
      <PictureWall
        filters={{ ...filtersOf(query), classifyId }}
        empty={
          <EmptyState drawing="wall" title="这里还没有图片" text="换个条件，或者看看上一级分类。">
            <ButtonLink to={path.length > 1 ? addressOf(path.slice(0, -1)) : '/tupianHome'}>看上一级</ButtonLink>
          </EmptyState>
        }
      />
    </GalleryFrame>
  );
}

import { CategoryTabs } from '../../features/gallery/search/category-tabs';
import { FilterBar } from '../../features/gallery/search/filter-bar';
import { GallerySearch } from '../../features/gallery/search/gallery-search';
import { filtersOf, withoutFilters } from '../../features/gallery/search/picture-query';
import { NearestWords, SearchFacts } from '../../features/gallery/search/search-facts';
import { PictureWall } from '../../features/gallery/wall/picture-wall';
import { useSearchParams } from '../../lib/router';
import { Button, ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { GalleryFrame } from './gallery-frame';

/** All pictures, or those a word finds; the address holds what is asked for. */
export default function PictureHome() {
  const [query, setQuery] = useSearchParams();
  const filters = filtersOf(query);
  const { keyword } = filters;
  const isFiltered = withoutFilters(query).toString() !== query.toString();
  return (
    <GalleryFrame
      search={<GallerySearch />}
      title={keyword ? `“${keyword}”` : '灵感图库'}
      isTitleHidden={!keyword}
      text={keyword && <SearchFacts keyword={keyword} />}
    >
      {!keyword && <CategoryTabs />}
      <FilterBar />
      <PictureWall
        filters={filters}
        empty={
          <EmptyState
            drawing="wall"
            title={keyword || isFiltered ? '没有找到图片' : '图库里还没有图片'}
            text={
              isFiltered ? '少选几个条件会多一些。' : keyword ? '换个说法试试，或者看看相近的词。' : '稍后再来看看。'
            }
          >
            {keyword && <NearestWords keyword={keyword} />}
            {isFiltered && <Button onClick={() => setQuery(withoutFilters(query), { replace: true })}>清除筛选</Button>}
            {keyword && <ButtonLink to="/tupianHome">看全部图片</ButtonLink>}
          </EmptyState>
        }
      />
    </GalleryFrame>
  );
}

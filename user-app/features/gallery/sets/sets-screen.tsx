import { type PictureSort, pictureSorts, pictureSortWords } from '#shared/domain/gallery';
import { useCategories } from '../../../data/category';
import { useQueryWords } from '../../../lib/use-query-words';
import { Button, ButtonLink } from '../../../ui/button';
import { CategorySelect } from '../../../ui/category-select';
import { EmptyState } from '../../../ui/empty-state';
import { FilterRow } from '../../../ui/filter-row';
import { SearchField } from '../../../ui/search-field';
import { Segments } from '../../../ui/segments';
import { SetList } from './set-list';

const sorts = pictureSorts.map((sort) => [sort, pictureSortWords[sort]] as const);

const sortOf = (word: string): PictureSort => pictureSorts.find((sort) => sort === word) ?? 'recommended';

/** All open image sets: by words, category and order. */
export function SetsScreen() {
  const [words, change] = useQueryWords('kw', 'category', 'sort');
  const categories = useCategories();
  const isNarrowed = words.kw !== '' || words.category !== '';
  return (
    <>
      <FilterRow label="筛选图集">
        <SearchField
          label="搜索图集"
          placeholder="搜索图集的标题、说明或标签"
          value={words.kw}
          onChange={(kw) => change({ kw })}
        />
        <CategorySelect
          label="分类"
          isLabelHidden
          none="全部分类"
          roots={categories.data ?? []}
          value={words.category}
          onChange={(category) => change({ category })}
        />
        <Segments
          label="排序"
          options={sorts}
          value={sortOf(words.sort)}
          onChange={(sort) => change({ sort: sort === 'recommended' ? '' : sort })}
        />
      </FilterRow>
      <SetList
        filter={{
          sort: sortOf(words.sort),
          ...(words.kw ? { keyword: words.kw } : {}),
          ...(words.category ? { classifyId: words.category } : {}),
        }}
        empty={
          isNarrowed ? (
            <EmptyState drawing="lost" title="没有符合条件的图集" text="换几个词，或者放宽分类再找。">
              <Button onClick={() => change({ kw: '', category: '' })}>清除筛选</Button>
            </EmptyState>
          ) : (
            <EmptyState drawing="wall" title="还没有图集" text="把喜欢的图放在一起，第一个图集可以是您的。">
              <ButtonLink to="/casemineByCreate">新建图集</ButtonLink>
            </EmptyState>
          )
        }
      />
    </>
  );
}

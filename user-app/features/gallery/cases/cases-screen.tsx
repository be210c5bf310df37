import { type ReactNode, useState } from 'react';
import { type PictureSort, pictureSorts, pictureSortWords } from '#shared/domain/gallery';
import { useCategories } from '../../../data/category';
import { type CaseFilter, useCaseStyles } from '../../../data/gallery-cases';
import { history } from '../../../lib/router';
import { useQueryWords } from '../../../lib/use-query-words';
import { Button, ButtonLink } from '../../../ui/button';
import { CategorySelect } from '../../../ui/category-select';
import { Chip } from '../../../ui/chip';
import { EmptyState } from '../../../ui/empty-state';
import { FilterRow } from '../../../ui/filter-row';
import { SearchField } from '../../../ui/search-field';
import { Segments } from '../../../ui/segments';
import { CaseList } from './case-list';
import styles from './cases-screen.css';

const sorts = pictureSorts.map((sort) => [sort, pictureSortWords[sort]] as const);

/** Square metres, from and to. */
const areas: readonly (readonly [word: string, least: number | undefined, most: number | undefined])[] = [
  ['100 ㎡ 以下', undefined, 99],
  ['100–500 ㎡', 100, 500],
  ['500–2000 ㎡', 501, 2000],
  ['2000–1 万 ㎡', 2001, 10_000],
  ['1 万 ㎡ 以上', 10_001, undefined],
];

/** Styles that are offered before all are asked for. */
const stylesAtFirst = 12;

interface CasesScreenProps {
  /** The category of the address, where the page has one there; otherwise it is a filter. */
  classifyId?: string;
  /** The page that is shown is about searching: its field stands first. */
  isSearch?: boolean;
}

/** Cases by category, style, area and words, all of it in the address. */
export function CasesScreen({ classifyId, isSearch = false }: CasesScreenProps) {
  const [words, change] = useQueryWords('kw', 'category', 'style', 'area', 'sort');
  const categories = useCategories();
  const category = classifyId ?? words.category;
  const sort: PictureSort = pictureSorts.find((known) => known === words.sort) ?? 'recommended';
  const area = areas[Number(words.area) - 1];
  const wide: CaseFilter = {
    ...(words.kw ? { keyword: words.kw } : {}),
    ...(category ? { classifyId: category } : {}),
  };
  const filter: CaseFilter = {
    ...wide,
    sort,
    ...(words.style ? { style: words.style } : {}),
    ...(area?.[1] === undefined ? {} : { leastArea: area[1] }),
    ...(area?.[2] === undefined ? {} : { mostArea: area[2] }),
  };
  const { data, error } = useCaseStyles(wide);
  const [isFolded, setFolded] = useState(true);
  // The one that is chosen stays in view, wherever it stands.
  const known = data?.styles ?? [];
  const at = known.indexOf(words.style);
  const offered = isFolded && at >= stylesAtFirst ? [words.style, ...known.toSpliced(at, 1)] : known;
  const isNarrowed = words.kw !== '' || category !== '' || words.style !== '' || words.area !== '';
  const choose = (id: string) => {
    if (classifyId === undefined) change({ category: id });
    else history.push(id ? `/classifyCase/${id}` : '/caseHome');
  };

  return (
    <>
      <FilterRow label="筛选案例">
        <SearchField
          label="搜索案例"
          placeholder="搜索名称、地点、设计团队"
          value={words.kw}
          onChange={(kw) => change({ kw })}
        />
        <CategorySelect
          label="分类"
          isLabelHidden
          none="全部类型"
          roots={categories.data ?? []}
          value={category}
          onChange={choose}
        />
        <Segments
          label="排序"
          options={sorts}
          value={sort}
          onChange={(next) => change({ sort: next === 'recommended' ? '' : next })}
        />
      </FilterRow>
      <div className={`grid gap-8 mb-24 ${styles.chips}`}>
        <ChipRow label="风格" isWaiting={!data && !error}>
          {[
            ...offered.slice(0, isFolded ? stylesAtFirst : undefined).map((style) => (
              <Chip
                key={style}
                aria-pressed={words.style === style}
                onClick={() => change({ style: words.style === style ? '' : style })}
              >
                {style}
              </Chip>
            )),
            ...(offered.length > stylesAtFirst
              ? [
                  <Chip key="more" aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
                    {isFolded ? `更多 ${offered.length - stylesAtFirst} 种` : '收起'}
                  </Chip>,
                ]
              : []),
          ]}
        </ChipRow>
        <ChipRow label="面积">
          {areas.map(([word], place) => {
            const value = String(place + 1);
            return (
              <Chip
                key={word}
                aria-pressed={words.area === value}
                onClick={() => change({ area: words.area === value ? '' : value })}
              >
                {word}
              </Chip>
            );
          })}
        </ChipRow>
      </div>
      {isSearch && words.kw !== '' && data && (
        <p className="mb-16 text-second" role="status">
          “{words.kw}”找到 {data.total} 个案例
        </p>
      )}
      <CaseList
        filter={filter}
        empty={
          isNarrowed ? (
            <EmptyState drawing="lost" title="没有符合条件的案例" text="换几个词，或者放宽风格和面积再找。">
              <Button onClick={() => change({ kw: '', category: '', style: '', area: '' })}>清除筛选</Button>
              {classifyId !== undefined && <ButtonLink to="/caseHome">全部案例</ButtonLink>}
            </EmptyState>
          ) : (
            <EmptyState drawing="wall" title="还没有案例" text="案例由本站编辑整理，放进来后会出现在这里。">
              <ButtonLink to="/tupianHome">看图片</ButtonLink>
            </EmptyState>
          )
        }
      />
    </>
  );
}

interface ChipRowProps {
  label: string;
  /** Its chips are being read: it has its place already. */
  isWaiting?: boolean;
  children: ReactNode[];
}

function ChipRow({ label, isWaiting = false, children }: ChipRowProps) {
  if (children.length === 0 && !isWaiting) return null;
  return (
    <div role="group" aria-label={label} aria-busy={isWaiting} className={`row gap-12 min-w-0 ${styles.row}`}>
      <span>{label}</span>
      <div>{children}</div>
    </div>
  );
}

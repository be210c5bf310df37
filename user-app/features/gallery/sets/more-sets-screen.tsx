import { findCategory } from '#shared/domain/category-tree';
import { useCategories } from '../../../data/category';
import { useAuthor } from '../../../data/gallery-people';
import { useImageSet } from '../../../data/gallery-sets';
import { useQueryWords } from '../../../lib/use-query-words';
import { ButtonLink } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { Segments } from '../../../ui/segments';
import styles from './more-sets.css';
import { SetList } from './set-list';

/** More image sets of an author or a category; reached from a set, which stays in sight. */
export function MoreSetsScreen() {
  const [words, change] = useQueryWords('of', 'author', 'category', 'by');
  const by = words.by === 'category' || !words.author ? 'category' : 'author';
  const author = useAuthor(words.author, words.author !== '');
  const from = useImageSet(words.of);
  const categories = useCategories();
  const category = findCategory(categories.data ?? [], words.category)?.name;
  const ways = [
    ...(words.author ? [['author', author.data ? `${author.data.name} 的图集` : '同一作者'] as const] : []),
    ...(words.category || !words.author
      ? [['category', category ? `「${category}」的图集` : '全部图集'] as const]
      : []),
  ];
  return (
    <>
      <div className={`row flex-wrap justify-between mb-24 text-second ${styles.head}`}>
        {from.data && (
          <p>
            接着看{' '}
            <ButtonLink look="text" to={`/authorInspirationhome/${words.of}`}>
              {from.data.title}
            </ButtonLink>
          </p>
        )}
        {ways.length > 1 && (
          <Segments label="按什么看" options={ways} value={by} onChange={(next) => change({ by: next })} />
        )}
      </div>
      <SetList
        key={by}
        filter={
          by === 'author'
            ? { authorId: words.author, sort: 'newest' }
            : words.category
              ? { classifyId: words.category }
              : {}
        }
        empty={
          <EmptyState drawing="wall" title="没有更多图集" text="换一个作者或分类看看。">
            <ButtonLink to="/seachInspiration">全部图集</ButtonLink>
          </EmptyState>
        }
      />
    </>
  );
}

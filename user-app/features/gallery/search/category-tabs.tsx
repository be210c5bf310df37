import { formatNumber } from '#shared/domain/format';
import { useCategories } from '../../../data/category';
import { useCategoryCounts } from '../../../data/gallery';
import { Link } from '../../../lib/router';
import { chipLook } from '../../../ui/chip';
import styles from './category-tabs.css';

/** The first level of the categories, each with a page of its own; those without pictures are left out. */
export function CategoryTabs({ current }: { current?: string }) {
  const { data: categories = [] } = useCategories();
  const { data: counts = [] } = useCategoryCounts();
  const countOf = new Map(counts.map(({ classifyId, pictures }) => [classifyId, pictures]));
  const shown = categories.filter(({ id }) => (countOf.get(id) ?? 0) > 0);
  return (
    <nav aria-label="分类" className={`flex gap-8 overflow-x-auto ${styles.tabs}`}>
      <Link to="/tupianHome" className={chipLook()} aria-current={current === undefined ? 'page' : undefined}>
        全部
      </Link>
      {shown.map(({ id, name }) => (
        <Link
          key={id}
          to={`/classifyPage/${id}`}
          className={chipLook()}
          aria-current={current === id ? 'page' : undefined}
        >
          {name}
          <span className={`tabular ${styles.count}`}>{formatNumber(countOf.get(id) ?? 0)}</span>
        </Link>
      ))}
    </nav>
  );
}

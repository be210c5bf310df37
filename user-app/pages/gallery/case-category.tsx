import { pathTo } from '#shared/domain/category-tree';
import { useCategories } from '../../data/category';
import { CasesScreen } from '../../features/gallery/cases/cases-screen';
import { Link, useParams } from '../../lib/router';
import styles from './crumbs.css';
import { GalleryFrame } from './gallery-frame';

export default function CaseCategory() {
  const { ids = '' } = useParams<{ ids: string }>();
  const { data } = useCategories();
  // The deepest id that is there; those above it follow from it.
  const id = ids.split('-').findLast((part) => part !== '' && !['undefined', 'null', 'NaN'].includes(part)) ?? '';
  const path = pathTo(data ?? [], id);
  return (
    <GalleryFrame
      title={path.at(-1) ? `${path.at(-1)?.name}案例` : '案例分类'}
      text={
        <nav aria-label="位置" className={`flex flex-wrap gap-8 ${styles.crumbs}`}>
          <Link to="/caseHome">全部案例</Link>
          {path.slice(0, -1).map((node) => (
            <Link key={node.id} to={`/classifyCase/${node.id}`}>
              {node.name}
            </Link>
          ))}
        </nav>
      }
    >
      <CasesScreen classifyId={id} />
    </GalleryFrame>
  );
}

import type { TakenView } from '@/data/building-views';
import { openTakenView } from '@/features/building/door';
import { Link } from '@/lib/router';
import { Button } from '../../../ui/button';
import { buildingTools } from '../building-base';
import { handFile } from '../picture-handoff';
import styles from './pictures.css';

/** Tools that take the building model that this field does not take; the file goes along. */
export function BuildingWays({ file }: { file: File }) {
  return (
    <nav aria-label="可以渲染建筑模型的工具" className={`flex flex-wrap text-13 ${styles.buildingWays}`}>
      {buildingTools.map(({ id, title, paths }) => (
        <Link key={id} to={paths[0] ?? `/${id}`} onClick={() => handFile(file)}>
          {title}
        </Link>
      ))}
    </nav>
  );
}

/** Says of a picture that it is a view of a building model, and leads back to that view. */
export function ViewBadge({ view, isDisabled }: { view: TakenView | undefined; isDisabled: boolean }) {
  if (!view) return null;
  return (
    <span className={`row absolute gap-12 rounded-chip bg-surface text-ink text-12 leading-20 ${styles.viewBadge}`}>
      模型视角
      <OtherView view={view} isDisabled={isDisabled} />
    </span>
  );
}

/** Opens the building model of a picture at the view that it shows. */
export function OtherView({ view, isDisabled }: { view: TakenView | undefined; isDisabled: boolean }) {
  if (!view) return null;
  return (
    <Button look="text" disabled={isDisabled} onClick={() => openTakenView(view)}>
      换个视角
    </Button>
  );
}

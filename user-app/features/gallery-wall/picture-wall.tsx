import type { ReactNode } from 'react';
import type { PictureFilters } from '#shared/contract/gallery-picture';
import { usePictureList } from '../../data/gallery';
import { imageUrl } from '../../lib/image-url';
import { EmptyState } from '../../ui/empty-state';
import { Thumb } from '../../ui/thumb';
import { Waiting } from '../../ui/waiting';
import styles from './picture-wall.css';

export interface PictureWallProps {
  /** What the wall shows; all that the caller may see where it is empty. */
  filters: Partial<PictureFilters>;
  /** Stands where the list is empty. */
  empty?: ReactNode;
  /** Pictures are chosen with a press while this is given. */
  selection?: PictureSelection | undefined;
  /** Pictures are moved with the pointer or by keys while this is given; `before` is null at the end. */
  onOrder?: ((pictureId: number, before: number | null) => void) | undefined;
}

export interface PictureSelection {
  ids: ReadonlySet<number>;
  onChange: (ids: ReadonlySet<number>) => void;
}

/** A wall of the gallery's pictures. */
export function PictureWall({ filters, empty }: PictureWallProps) {
  const { data, error } = usePictureList(filters);
  if (error) return <EmptyState drawing="broken" title="图片没有读到" text={error.message} />;
  if (!data) return <Waiting label="正在读取图片" />;
  if (data.list.length === 0) return <>{empty ?? <EmptyState drawing="wall" title="还没有图片" />}</>;
  return (
    <ul className={styles.wall}>
      {data.list.map(({ id, imageId, title, width, height, mainColor }) => (
        <li key={id}>
          <Thumb src={imageUrl(imageId, { w: 480 })} alt={title} width={width} height={height} mainColor={mainColor} />
        </li>
      ))}
    </ul>
  );
}

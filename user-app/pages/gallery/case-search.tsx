import { ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { GalleryFrame } from './gallery-frame';

export default function CaseSearch() {
  return (
    <GalleryFrame text="按名称、地点、设计单位查找。">
      <EmptyState drawing="wall" title="还没有案例" text="可以先看图片。">
        <ButtonLink to="/tupianHome">看图片</ButtonLink>
      </EmptyState>
    </GalleryFrame>
  );
}

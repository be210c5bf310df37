import { ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { GalleryFrame } from './gallery-frame';

export default function CaseCategory() {
  return (
    <GalleryFrame text="建成和方案案例。">
      <EmptyState drawing="wall" title="这个分类还没有案例" text="可以先看别的分类。">
        <ButtonLink to="/tupianHome">看图片</ButtonLink>
      </EmptyState>
    </GalleryFrame>
  );
}

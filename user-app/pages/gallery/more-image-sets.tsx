import { ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { GalleryFrame } from './gallery-frame';

export default function MoreImageSets() {
  return (
    <GalleryFrame text="按主题收在一起的图。">
      <EmptyState drawing="wall" title="还没有图集" text="可以先看图片。">
        <ButtonLink to="/tupianHome">看图片</ButtonLink>
      </EmptyState>
    </GalleryFrame>
  );
}

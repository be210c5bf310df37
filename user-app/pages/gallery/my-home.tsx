import { ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { GalleryFrame } from './gallery-frame';

export default function MyHome() {
  return (
    <GalleryFrame>
      <EmptyState drawing="wall" title="还没有内容" text="收藏的图片、自己的图集和案例会出现在这里。">
        <ButtonLink to="/tupianHome">看图片</ButtonLink>
      </EmptyState>
    </GalleryFrame>
  );
}

import { ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { GalleryFrame } from './gallery-frame';

export default function ImageSetDetail() {
  return (
    <GalleryFrame>
      <EmptyState drawing="wall" title="没有找到这个图集" text="可能已被作者删除，或没有公开。">
        <ButtonLink to="/tupianHome">看图片</ButtonLink>
      </EmptyState>
    </GalleryFrame>
  );
}

import { ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { GalleryFrame } from './gallery-frame';

export default function OtherCenter() {
  return (
    <GalleryFrame>
      <EmptyState drawing="wall" title="没有公开的内容" text="可以先看图片。">
        <ButtonLink to="/tupianHome">看图片</ButtonLink>
      </EmptyState>
    </GalleryFrame>
  );
}

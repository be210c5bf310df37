import { ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { GalleryFrame } from './gallery-frame';

export default function CaseAuthor() {
  return (
    <GalleryFrame>
      <EmptyState drawing="wall" title="没有找到这位作者" text="可能已注销，或没有公开的内容。">
        <ButtonLink to="/tupianHome">看图片</ButtonLink>
      </EmptyState>
    </GalleryFrame>
  );
}

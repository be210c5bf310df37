import { ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { GalleryFrame } from './gallery-frame';

export default function MyDownloads() {
  return (
    <GalleryFrame text="下载过的作品和图库图片。">
      <EmptyState drawing="wall" title="还没有下载记录" text="下载过的图会出现在这里，再次下载不另外扣张数。">
        <ButtonLink to="/tupianHome">看图片</ButtonLink>
      </EmptyState>
    </GalleryFrame>
  );
}

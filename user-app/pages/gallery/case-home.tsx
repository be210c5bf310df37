import { ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { GalleryFrame } from './gallery-frame';

export default function CaseHome() {
  return (
    <GalleryFrame text="建成和方案案例。">
      <EmptyState drawing="wall" title="还没有案例" text="按项目类型、地点、年份查找的案例会出现在这里。">
        <ButtonLink to="/tupianHome">看图片</ButtonLink>
      </EmptyState>
    </GalleryFrame>
  );
}

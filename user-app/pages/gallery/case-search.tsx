import { CasesScreen } from '../../features/gallery/cases/cases-screen';
import { GalleryFrame } from './gallery-frame';

export default function CaseSearch() {
  return (
    <GalleryFrame text="按名称、地点、设计团队找案例。">
      <CasesScreen isSearch />
    </GalleryFrame>
  );
}

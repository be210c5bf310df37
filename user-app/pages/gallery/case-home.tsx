import { CasesScreen } from '../../features/gallery/cases/cases-screen';
import { GalleryFrame } from './gallery-frame';

export default function CaseHome() {
  return (
    <GalleryFrame text="一个项目从头到尾：文字、图纸和图片，按类型、风格和面积查。">
      <CasesScreen />
    </GalleryFrame>
  );
}

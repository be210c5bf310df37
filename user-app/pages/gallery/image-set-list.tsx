import { SetsScreen } from '../../features/gallery/sets/sets-screen';
import { GalleryFrame } from './gallery-frame';

export default function ImageSetList() {
  return (
    <GalleryFrame text="按主题放在一起的图，每个图集都能整套收藏和下载。">
      <SetsScreen />
    </GalleryFrame>
  );
}

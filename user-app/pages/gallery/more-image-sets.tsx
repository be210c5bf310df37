import { MoreSetsScreen } from '../../features/gallery/sets/more-sets-screen';
import { GalleryFrame } from './gallery-frame';

export default function MoreImageSets() {
  return (
    <GalleryFrame>
      <MoreSetsScreen />
    </GalleryFrame>
  );
}

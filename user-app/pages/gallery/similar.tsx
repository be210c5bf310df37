import { PictureWall } from '../../features/gallery-wall/picture-wall';
import { GalleryFrame } from './gallery-frame';

export default function Similar() {
  return (
    <GalleryFrame>
      <PictureWall filters={{}} />
    </GalleryFrame>
  );
}

import { PictureWall } from '../../features/gallery-wall/picture-wall';
import { GalleryFrame } from './gallery-frame';

export default function Category() {
  return (
    <GalleryFrame>
      <PictureWall filters={{}} />
    </GalleryFrame>
  );
}

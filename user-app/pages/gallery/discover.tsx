import { PictureWall } from '../../features/gallery-wall/picture-wall';
import { GalleryFrame } from './gallery-frame';

export default function Discover() {
  return (
    <GalleryFrame>
      <PictureWall filters={{}} />
    </GalleryFrame>
  );
}

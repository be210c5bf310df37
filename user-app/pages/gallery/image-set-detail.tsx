import { SetScreen } from '../../features/gallery/sets/set-screen';
import { PictureWall } from '../../features/gallery/wall/picture-wall';
import { useParams } from '../../lib/router';
import { GalleryFrame } from './gallery-frame';

export default function ImageSetDetail() {
  const { id = '' } = useParams<{ id: string }>();
  return (
    <GalleryFrame hasHead={false}>
      <SetScreen key={id} id={id} wall={<PictureWall filters={{ imageSetId: id }} />} />
    </GalleryFrame>
  );
}

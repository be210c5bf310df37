import { FolderScreen } from '../../features/gallery/desk/folder-screen';
import { PictureWall } from '../../features/gallery/wall/picture-wall';
import { useParams } from '../../lib/router';
import { GalleryFrame } from './gallery-frame';

export default function OwnFolder() {
  const { id = '' } = useParams<{ id: string }>();
  return (
    <GalleryFrame hasHead={false}>
      <FolderScreen id={id} wall={<PictureWall filters={{ folderId: id }} />} />
    </GalleryFrame>
  );
}

import { useCurrentUser } from '../../data/user';
import { OwnSetScreen } from '../../features/gallery/desk/own-set-screen';
import { PictureWall } from '../../features/gallery/wall/picture-wall';
import { useParams } from '../../lib/router';
import { LoginFirst } from '../../ui/login-first';
import { GalleryFrame } from './gallery-frame';

export default function OwnImageSet() {
  const { id = '' } = useParams<{ id: string }>();
  const { user } = useCurrentUser();
  return (
    <GalleryFrame hasHead={user === undefined}>
      {user ? (
        <OwnSetScreen key={id} id={id} wall={<PictureWall filters={{ imageSetId: id }} />} />
      ) : (
        <LoginFirst drawing="wall" title="登录后编辑图集" text="自己的图集在这里改信息、添加图片、调整顺序。" />
      )}
    </GalleryFrame>
  );
}

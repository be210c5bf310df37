import { storyShelf } from '../../data/gallery-cases';
import { CaseScreen } from '../../features/gallery/cases/case-screen';
import { openPicture } from '../../features/gallery/wall/open-picture';
import { useParams } from '../../lib/router';
import { GalleryFrame } from './gallery-frame';

export default function CaseDetail() {
  const { id = '' } = useParams<{ id: string }>();
  return (
    <GalleryFrame hasHead={false}>
      <CaseScreen key={id} id={id} onOpen={(picture, story) => openPicture(picture.id, storyShelf(id, story))} />
    </GalleryFrame>
  );
}

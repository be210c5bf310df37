import { useCurrentUser } from '../../data/user';
import { AuthorScreen } from '../../features/gallery/people/author-screen';
import { useParams } from '../../lib/router';
import { authorTabs } from './author-tabs';
import { GalleryFrame } from './gallery-frame';

/** The page of somebody else: as the author of cases, or as a person. */
export function AuthorPage({ isCaseAuthor }: { isCaseAuthor: boolean }) {
  const { id = '' } = useParams<{ id: string }>();
  const { user } = useCurrentUser();
  return (
    <GalleryFrame hasHead={false}>
      <AuthorScreen key={id} id={id} ownId={user?.userId} tabs={authorTabs(id, isCaseAuthor)} />
    </GalleryFrame>
  );
}

import { AuthorPage } from './author-page';

export default function OtherCenter() {
  return <AuthorPage isCaseAuthor={false} />;
}

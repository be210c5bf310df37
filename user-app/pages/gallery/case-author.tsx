import { AuthorPage } from './author-page';

export default function CaseAuthor() {
  return <AuthorPage isCaseAuthor />;
}

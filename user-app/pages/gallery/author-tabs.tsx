import { CaseList } from '../../features/gallery/cases/case-list';
import { SetList } from '../../features/gallery/sets/set-list';
import { PictureWall } from '../../features/gallery/wall/picture-wall';
import { EmptyState } from '../../ui/empty-state';

/** Tabs of an author's publications; the cases first on the page of a case author. */
export function authorTabs(authorId: string, isCaseAuthor: boolean) {
  const cases = {
    name: 'cases',
    label: '案例',
    content: <CaseList filter={{ authorId }} empty={<EmptyState drawing="wall" title="还没有案例" />} />,
  };
  const rest = [
    {
      name: 'pictures',
      label: '图片',
      content: <PictureWall filters={{ authorId }} empty={<EmptyState drawing="wall" title="还没有公开的图片" />} />,
    },
    {
      name: 'sets',
      label: '图集',
      content: <SetList filter={{ authorId }} empty={<EmptyState drawing="wall" title="还没有公开的图集" />} />,
    },
  ];
  return isCaseAuthor ? [cases, ...rest] : [...rest, cases];
}

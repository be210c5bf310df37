import type { ShelfSet } from '#shared/contract/gallery-shelf-desk';
import type { DataColumn } from '../../ui/data-table.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/filter-bar.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { pinColumn, pinnedChoices } from './pin-button.tsx';
import { coverColumn, ShelfCard, sharedColumns, standingChoices, standingColumn, titleColumn } from './shelf-parts.tsx';

export default function SetList() {
  return (
    <ListPage<ShelfSet>
      resource="gallerySets"
      title="图集"
      what="图集"
      filters={(list) => (
        <>
          <SearchFilter list={list} label="搜索图集" placeholder="标题、标签、作者" />
          <ChoiceFilter list={list} name="isHidden" label="状态" choices={standingChoices} />
          <ChoiceFilter list={list} name="isPinned" label="置顶" choices={pinnedChoices} />
        </>
      )}
      columns={columns}
      card={(row) => <ShelfCard shelf="gallerySets" row={row} more={`${row.pictureCount} 张`} />}
      nameOf={({ title }) => title}
      emptySentence="还没有公开的图集。有人公开图集后会出现在这里。"
    />
  );
}

const columns: ReadonlyArray<DataColumn<ShelfSet>> = [
  coverColumn,
  titleColumn('gallerySets'),
  standingColumn,
  pinColumn,
  { key: 'pictureCount', title: '张数', width: 64, isFigure: true, render: ({ pictureCount }) => pictureCount },
  ...sharedColumns,
];

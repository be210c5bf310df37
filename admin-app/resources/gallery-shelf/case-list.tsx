import type { ShelfCase } from '#shared/contract/gallery-shelf-desk';
import type { DataColumn } from '../../ui/data-table.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/filter-bar.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { pinColumn, pinnedChoices } from './pin-button.tsx';
import { coverColumn, ShelfCard, sharedColumns, standingChoices, standingColumn, titleColumn } from './shelf-parts.tsx';

export default function CaseList() {
  return (
    <ListPage<ShelfCase>
      resource="galleryCases"
      title="案例"
      what="案例"
      filters={(list) => (
        <>
          <SearchFilter list={list} label="搜索案例" placeholder="标题、地点、团队、作者" />
          <ChoiceFilter list={list} name="isHidden" label="状态" choices={standingChoices} />
          <ChoiceFilter list={list} name="isPinned" label="置顶" choices={pinnedChoices} />
        </>
      )}
      columns={columns}
      card={(row) => <ShelfCard shelf="galleryCases" row={row} more={row.location} />}
      nameOf={({ title }) => title}
      emptySentence="还没有案例。有人公开案例后会出现在这里。"
    />
  );
}

const columns: ReadonlyArray<DataColumn<ShelfCase>> = [
  coverColumn,
  titleColumn('galleryCases'),
  standingColumn,
  pinColumn,
  { key: 'location', title: '地点', width: 120, render: ({ location }) => location },
  {
    key: 'builtYear',
    title: '年份',
    width: 64,
    isSortable: true,
    isFigure: true,
    render: ({ builtYear }) => builtYear,
  },
  ...sharedColumns,
];

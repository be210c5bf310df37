import type { StaffNotice } from '#shared/contract/notice-desk';
import { timeColumn } from '../../ui/columns.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/filter-bar.tsx';
import { CreateButton, ListPage } from '../../ui/list-page.tsx';
import { Clip } from '../../ui/parts.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { audienceChoices, audienceWord, Standing, standingChoices, timesWord } from './notice-words.tsx';

export default function NoticeList() {
  return (
    <ListPage<StaffNotice>
      resource="notices"
      title="公告"
      what="公告"
      note="页面顶部的一条横幅，一次显示最新的一条。"
      action={<CreateButton resource="notices" label="新建公告" />}
      filters={(list) => (
        <>
          <SearchFilter list={list} label="搜索公告" placeholder="标题" />
          <ChoiceFilter list={list} name="standing" label="状态" choices={standingChoices} isMultiple />
          <ChoiceFilter list={list} name="audience" label="对象" choices={audienceChoices} isMultiple />
        </>
      )}
      columns={columns}
      card={(row) => (
        <>
          <div className="card-head">
            <RowLink resource="notices" id={row.id} text={row.title} />
            <Standing notice={row} />
          </div>
          <div className="card-line quiet figures">
            {audienceWord(row.audience)} · {timesWord(row)}
          </div>
        </>
      )}
      emptySentence="还没有公告。点“新建公告”写第一条。"
    />
  );
}

const columns: ReadonlyArray<DataColumn<StaffNotice>> = [
  {
    key: 'title',
    title: '标题',
    width: 180,
    pinned: 'left',
    render: ({ id, title }) => <RowLink resource="notices" id={id} text={title} />,
  },
  { key: 'standing', title: '状态', width: 110, render: (row) => <Standing notice={row} /> },
  { key: 'text', title: '内容', width: 240, render: ({ text }) => <Clip text={text} isWide /> },
  { key: 'audience', title: '对象', width: 120, render: ({ audience }) => audienceWord(audience) },
  timeColumn('startsAt', '开始', { isSortable: true }),
  timeColumn('endsAt', '结束', { isSortable: true }),
  timeColumn('updatedAt', '更新时间', { isSortable: true }),
];

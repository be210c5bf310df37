import type { Setting } from '#shared/contract/setting-desk';
import { timeColumn } from '../../ui/columns.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/filter-bar.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { Clip } from '../../ui/parts.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { groupChoices, groupWord, sourceChoices, sourceWord } from './setting-words.ts';

/** List of settings: editable ones first, those of the environment behind them. */
export default function SettingList() {
  return (
    <ListPage<Setting>
      resource="settings"
      title="设置"
      what="设置"
      note="在这里修改的立即生效；来自环境变量的只读，修改后重启生效。"
      filters={(list) => (
        <>
          <SearchFilter list={list} label="搜索设置" placeholder="名称、变量名、现值" />
          <ChoiceFilter list={list} name="group" label="分组" choices={groupChoices} isMultiple />
          <ChoiceFilter list={list} name="source" label="来源" choices={sourceChoices} isMultiple />
        </>
      )}
      columns={columns}
      card={(row) => <SettingCard row={row} />}
      emptySentence="没有符合条件的设置。"
    />
  );
}

const columns: ReadonlyArray<DataColumn<Setting>> = [
  {
    key: 'title',
    title: '设置',
    width: 240,
    isSortable: true,
    pinned: 'left',
    render: ({ id, title }) => <RowLink resource="settings" id={id} text={title} />,
  },
  { key: 'shown', title: '现值', width: 180, render: ({ shown }) => <Clip text={shown} isWide /> },
  { key: 'source', title: '来源', width: 88, isSortable: true, render: ({ source }) => sourceWord(source) },
  { key: 'group', title: '分组', width: 100, isSortable: true, render: ({ group }) => groupWord(group) },
  {
    key: 'effect',
    title: '生效',
    width: 88,
    render: ({ isEditable, effect }) =>
      effect === 'now' && isEditable ? '立即' : <span className="quiet">重启后</span>,
  },
  { key: 'updatedBy', title: '修改人', width: 110, render: ({ updatedBy }) => <Clip text={updatedBy ?? ''} /> },
  timeColumn('updatedAt', '修改时间'),
];

function SettingCard({ row }: { row: Setting }) {
  return (
    <>
      <div className="card-head">
        <RowLink resource="settings" id={row.id} text={row.title} />
        <span className="quiet">{sourceWord(row.source)}</span>
      </div>
      <div className="card-line">
        <Clip text={row.shown} isWide />
      </div>
    </>
  );
}

import { type HttpError, useList } from '@refinedev/core';
import { Input } from 'antd';
import { useState } from 'react';
import type { Setting } from '#shared/contract/setting-desk';
import { timeColumn } from '../../ui/columns.tsx';
import { type DataColumn, DataRows, Loaded } from '../../ui/data-table.tsx';
import { SearchIcon } from '../../ui/icons.tsx';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { ListFrame } from '../../ui/list-page.tsx';
import { Clip, Empty } from '../../ui/parts.tsx';
import { RowLink } from '../../ui/row-link.tsx';
import { groupWord, settingsPath, sourceWord } from './setting-words.ts';

const all = { currentPage: 1, pageSize: 200 };

/** What is changed here stands first; what the environment decides is folded below, until something is searched for. */
export default function SettingList() {
  const { query } = useList<Setting, HttpError>({ resource: 'settings', pagination: all, errorNotification: false });
  const [words, setWords] = useState('');
  const [isUnfolded, setIsUnfolded] = useState(false);
  const typed = words.trim().toLowerCase();
  const isMeant = ({ title, id, variable, shown }: Setting) =>
    [title, id, variable ?? '', shown].some((text) => text.toLowerCase().includes(typed));
  const listOf = (rows: readonly Setting[], what: string) => (
    <DataRows
      what={what}
      rows={rows}
      columns={columns}
      card={(row) => <SettingCard row={row} />}
      empty={<Empty sentence="没有符合条件的设置。" />}
      isFetching={query.isFetching}
    />
  );
  return (
    <ListFrame
      title="设置"
      query={query}
      tools={<ExportButton resource="settings" title="设置" />}
      note="在这里修改的立即生效；来自环境变量的只读，修改后重启生效。"
    >
      <search className="filters">
        <Input
          className="filter-search"
          role="searchbox"
          aria-label="搜索设置"
          placeholder="名称、变量名、现值"
          prefix={<SearchIcon />}
          allowClear
          maxLength={60}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </search>
      <Loaded what="设置" query={query}>
        {({ data }) => {
          const found = data.filter(isMeant);
          const fixed = found.filter(({ isEditable }) => !isEditable);
          const editable = found.filter(({ isEditable }) => isEditable);
          return (
            <>
              <section className="row-group" aria-label="可在这里修改">
                <h2>可在这里修改</h2>
                {listOf(editable, '可在这里修改的设置')}
              </section>
              <details
                className="row-group"
                open={isUnfolded || (typed !== '' && fixed.length > 0)}
                onToggle={({ currentTarget }) => typed === '' && setIsUnfolded(currentTarget.open)}
              >
                <summary>来自环境变量，只读（{fixed.length} 项）</summary>
                {listOf(fixed, '来自环境变量的设置')}
              </details>
            </>
          );
        }}
      </Loaded>
    </ListFrame>
  );
}

const columns: ReadonlyArray<DataColumn<Setting>> = [
  {
    key: 'title',
    title: '设置',
    width: 240,
    pinned: 'left',
    render: ({ id, title }) => <RowLink list={settingsPath} id={id} text={title} />,
  },
  { key: 'shown', title: '现值', width: 180, render: ({ shown }) => <Clip text={shown} isWide /> },
  { key: 'source', title: '来源', width: 88, render: ({ source }) => sourceWord(source) },
  { key: 'group', title: '分组', width: 100, render: ({ group }) => groupWord(group) },
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
        <RowLink list={settingsPath} id={row.id} text={row.title} />
        <span className="quiet">{sourceWord(row.source)}</span>
      </div>
      <div className="card-line">
        <Clip text={row.shown} isWide />
      </div>
    </>
  );
}

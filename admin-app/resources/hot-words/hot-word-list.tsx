import { type HttpError, useCan, useList } from '@refinedev/core';
import { Form, Input } from 'antd';
import { contentDeskContract, type StaffHotWord } from '#shared/contract/content-desk';
import { ActionButton } from '../../ui/action-button.tsx';
import { type DataColumn, DataRows, Loaded } from '../../ui/data-table.tsx';
import { ImportButton } from '../../ui/import/import-button.tsx';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { ListFrame } from '../../ui/list-page.tsx';
import { OrderButtons } from '../../ui/order-buttons.tsx';
import { Empty } from '../../ui/parts.tsx';
import { schemaRule } from '../../ui/schema-rule.ts';
import { useWriteMessage } from '../../ui/use-write.ts';

const { createHotWord, updateHotWord, moveHotWord, removeHotWord } = contentDeskContract;
const allWords = { currentPage: 1, pageSize: 200 };
const changes = ['hotWords'];

export default function HotWordList() {
  const { query } = useList<StaffHotWord, HttpError>({
    resource: 'hotWords',
    pagination: allWords,
    errorNotification: false,
  });
  const { data: access } = useCan({ resource: 'hotWords', action: 'edit' });
  const rows = query.data?.data ?? [];
  const acts = (row: StaffHotWord) => (access?.can ? <Acts row={row} rows={rows} /> : null);
  const columns: ReadonlyArray<DataColumn<StaffHotWord>> = [
    { key: 'word', title: '热词', width: 240, render: ({ word }) => word },
    { key: 'act', title: '', width: 260, render: acts },
  ];
  return (
    <ListFrame
      title="热词"
      query={query}
      tools={
        <>
          <ExportButton resource="hotWords" title="热词" />
          <ImportButton resource="hotWords" />
        </>
      }
      action={
        access?.can && (
          <ActionButton<{ word: string }>
            label="新建热词"
            okText="新建"
            title="新建热词"
            button={{ type: 'primary' }}
            changes={changes}
            onSend={(send, { word }) => send(createHotWord, { word }, (made) => `已新建「${made.word}」`)}
          >
            <WordField />
          </ActionButton>
        )
      }
      note="灵感图库的搜索框里轮流出现，按这里的先后。"
    >
      <Loaded what="热词" query={query}>
        {({ data }) => (
          <DataRows
            what="热词"
            rows={data}
            columns={columns}
            card={(row) => (
              <div className="card-head">
                {row.word}
                {acts(row)}
              </div>
            )}
            empty={<Empty sentence="还没有热词。" />}
            isFetching={query.isFetching}
          />
        )}
      </Loaded>
    </ListFrame>
  );
}

function WordField() {
  return (
    <Form.Item name="word" label="热词" rules={[schemaRule(createHotWord.input.shape.word)]}>
      <Input autoComplete="off" />
    </Form.Item>
  );
}

function Acts({ row, rows }: { row: StaffHotWord; rows: readonly StaffHotWord[] }) {
  const { id, word, version } = row;
  const { send, isPending } = useWriteMessage(changes);
  return (
    <span className="page-actions">
      <OrderButtons
        rows={rows}
        id={id}
        name={word}
        isBusy={isPending}
        onMove={(beforeId) => void send(moveHotWord, { id, version, beforeId }, () => `已移动「${word}」`)}
      />
      <ActionButton<{ word: string }, StaffHotWord>
        label="修改"
        okText="保存"
        title={`修改「${word}」`}
        button={{ size: 'small' }}
        record={{ row, toFields: (now) => ({ word: now.word }), labelOf: () => '热词' }}
        changes={changes}
        onSend={(write, fields, over) =>
          write(updateHotWord, { id, version: over.version, ...fields }, (made) => `已改为「${made.word}」`)
        }
      >
        <WordField />
      </ActionButton>
      <ActionButton<object>
        label="删除"
        title={`删除「${word}」？`}
        intro="10 分钟内可以撤销。"
        button={{ size: 'small', danger: true }}
        changes={changes}
        onSend={(write) => write(removeHotWord, { id, version }, () => `已删除「${word}」`)}
      />
    </span>
  );
}

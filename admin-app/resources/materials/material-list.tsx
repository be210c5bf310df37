import { type HttpError, useCan, useList } from '@refinedev/core';
import { Form, Input, Select, Switch } from 'antd';
import type { StaffCategory } from '#shared/contract/category-desk';
import { contentDeskContract, type StaffMaterial } from '#shared/contract/content-desk';
import { categoryRoots } from '#shared/tools/categories';
import { ActionButton } from '../../ui/action-button.tsx';
import { type DataColumn, DataRows, Loaded } from '../../ui/data-table.tsx';
import { ImportButton } from '../../ui/import/import-button.tsx';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { ListFrame } from '../../ui/list-page.tsx';
import { OrderButtons } from '../../ui/order-buttons.tsx';
import { Empty, StatusDot } from '../../ui/parts.tsx';
import { schemaRule } from '../../ui/schema-rule.ts';
import { useWriteMessage } from '../../ui/use-write.ts';

const { updateMaterial, moveMaterial } = contentDeskContract;
const patch = updateMaterial.input.shape;
const all = { currentPage: 1, pageSize: 200 };
const changes = ['materials'];

export default function MaterialList() {
  const { query } = useList<StaffMaterial, HttpError>({
    resource: 'materials',
    pagination: all,
    errorNotification: false,
  });
  const { data: access } = useCan({ resource: 'materials', action: 'edit' });
  const mayEdit = access?.can ?? false;
  const rows = query.data?.data ?? [];
  const acts = (row: StaffMaterial) => (mayEdit ? <Acts row={row} rows={rows} /> : null);
  const columns: ReadonlyArray<DataColumn<StaffMaterial>> = [
    { key: 'picture', title: '', width: 56, render: (row) => <Picture row={row} /> },
    { key: 'name', title: '名称', width: 160, render: ({ name }) => name },
    { key: 'category', title: '分类', width: 100, render: ({ category }) => category || '—' },
    { key: 'isHidden', title: '显示', width: 76, render: (row) => <Shown row={row} mayEdit={mayEdit} /> },
    { key: 'act', title: '', width: 180, render: acts },
  ];
  return (
    <ListFrame
      title="素材"
      query={query}
      tools={
        <>
          <ExportButton resource="materials" title="素材" />
          <ImportButton resource="materials" />
        </>
      }
      note="材质替换等工具按这里的先后列出，隐藏的不列。"
    >
      <Loaded what="素材" query={query}>
        {({ data }) => (
          <DataRows
            what="素材"
            rows={data}
            columns={columns}
            card={(row) => (
              <>
                <div className="card-head">
                  <Picture row={row} />
                  {row.name}
                  <Shown row={row} mayEdit={mayEdit} />
                </div>
                <div className="card-line">
                  {row.category}
                  {acts(row)}
                </div>
              </>
            )}
            empty={<Empty sentence="还没有素材。" />}
            isFetching={query.isFetching}
          />
        )}
      </Loaded>
    </ListFrame>
  );
}

const pictureSize = 40;

function Picture({ row: { url } }: { row: StaffMaterial }) {
  return <img src={`${url}?w=96`} alt="" width={pictureSize} height={pictureSize} loading="lazy" />;
}

/** Offered to users or not; who may, switches it here. */
function Shown({ row: { id, name, version, isHidden }, mayEdit }: { row: StaffMaterial; mayEdit: boolean }) {
  const { send, isPending } = useWriteMessage(changes);
  if (!mayEdit) return <StatusDot tone={isHidden ? 'quiet' : 'success'}>{isHidden ? '已隐藏' : '显示'}</StatusDot>;
  return (
    <Switch
      size="small"
      aria-label={`显示「${name}」`}
      checked={!isHidden}
      loading={isPending}
      onChange={(next) =>
        void send(updateMaterial, { id, version, isHidden: !next }, () =>
          next ? `已显示「${name}」` : `已隐藏「${name}」`,
        )
      }
    />
  );
}

function Acts({ row, rows }: { row: StaffMaterial; rows: readonly StaffMaterial[] }) {
  const { id, name, version } = row;
  const { send, isPending } = useWriteMessage(changes);
  return (
    <span className="page-actions">
      <OrderButtons
        rows={rows}
        id={id}
        name={name}
        isBusy={isPending}
        onMove={(beforeId) => void send(moveMaterial, { id, version, beforeId }, () => `已移动「${name}」`)}
      />
      <ActionButton<{ name: string; classifyId: string }, StaffMaterial>
        label="修改"
        okText="保存"
        title={`修改「${name}」`}
        button={{ size: 'small' }}
        record={{
          row,
          toFields: (now) => ({ name: now.name, classifyId: now.classifyId }),
          labelOf: (field) => (field === 'name' ? '名称' : '分类'),
        }}
        changes={changes}
        onSend={(write, fields, over) =>
          write(updateMaterial, { id, version: over.version, ...fields }, (made) => `已保存「${made.name}」`)
        }
      >
        <Form.Item name="name" label="名称" rules={[schemaRule(patch.name.unwrap())]}>
          <Input autoComplete="off" />
        </Form.Item>
        <CategoryField />
      </ActionButton>
    </span>
  );
}

/** The categories below 材质; asked for when the dialog opens. */
function CategoryField() {
  const { query } = useList<StaffCategory, HttpError>({
    resource: 'categories',
    pagination: all,
    filters: [{ field: 'parentId', operator: 'eq', value: categoryRoots.material }],
    sorters: [{ field: 'place', order: 'asc' }],
    errorNotification: false,
  });
  const options = (query.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Form.Item name="classifyId" label="分类">
      <Select options={options} loading={query.isLoading} aria-label="分类" />
    </Form.Item>
  );
}

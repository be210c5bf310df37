import { CanAccess, type HttpError, useOne } from '@refinedev/core';
import { Form, Input, Select, Skeleton } from 'antd';
import { useParams } from 'react-router';
import { type Setting, type SettingValue, settingDeskContract } from '#shared/contract/setting-desk';
import { ActionButton } from '../../ui/action-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { parseWhole } from '../../ui/format.ts';
import { ListDrawer } from '../../ui/list-drawer.tsx';
import { CopyableId, Facts, LoadFailure, Section, Time } from '../../ui/parts.tsx';
import { WaitingChange } from '../pending-changes/waiting-change.tsx';
import { groupWord, sourceWord } from './setting-words.ts';

const { changeSetting } = settingDeskContract;
const changes = ['settings', 'engines', 'queue'];

export default function SettingDetail() {
  const { id = '' } = useParams();
  const { query, result: row } = useOne<Setting, HttpError>({
    resource: 'settings',
    id,
    errorNotification: false,
    queryOptions: { placeholderData: undefined as never },
  });
  return (
    <ListDrawer resource="settings" title={row?.title ?? '设置'} footer={row?.isEditable && <Actions row={row} />}>
      {query.error && !row && <LoadFailure error={query.error} onRetry={() => void query.refetch()} />}
      {query.isLoading && <Skeleton active paragraph={{ rows: 6 }} />}
      {row && (
        <>
          <p className="form-lead">{row.help}</p>
          <Facts facts={factsOf(row)} />
          <WaitingChange kind="setting" subject={row.id} />
          {Array.isArray(row.value) && row.value.length > 0 && (
            <Section title="词">
              <p className="line is-typed">{row.value.join('\n')}</p>
            </Section>
          )}
        </>
      )}
    </ListDrawer>
  );
}

function factsOf(row: Setting) {
  return [
    ['现值', row.shown],
    ['来源', sourceWord(row.source)],
    ['未修改时', row.usual],
    ['分组', groupWord(row.group)],
    ['编号', <CopyableId key="id" id={row.id} what="编号" isWhole />],
    ...(row.variable === null ? [] : [['环境变量', <code key="variable">{row.variable}</code>] as const]),
    ['生效', row.effect === 'now' ? '立即' : '修改环境变量并重启后'],
    ...(row.updatedAt === null
      ? []
      : [['修改人', row.updatedBy ?? '—'] as const, ['修改时间', <Time key="updated" at={row.updatedAt} />] as const]),
  ] as const;
}

interface Fields {
  text: string;
  reason: string;
}

function Actions({ row }: { row: Setting }) {
  const { id } = row;
  return (
    <CanAccess resource="settings" action="edit">
      <div className="drawer-foot">
        <ActionButton<Fields, Setting>
          label="修改"
          title={`修改「${row.title}」`}
          okText="保存"
          intro="立即生效，10 分钟内可以撤销。提高赠送和退款的上限、缩短公布期和冷静期，要由另一位员工批准后才生效。"
          button={{ type: 'primary' }}
          record={{
            row,
            toFields: (now) => ({ text: textOf(now.value) }),
            labelOf: () => row.title,
            wordOf: (_name, value) => (value || '未修改时的值').replaceAll('\n', '、'),
          }}
          changes={changes}
          onSend={(send, fields, { version }) =>
            send(
              changeSetting,
              { id, version, value: valueFrom(row, fields.text), reason: fields.reason },
              () => '已保存',
            )
          }
        >
          <ValueField row={row} />
          <Why />
        </ActionButton>
        {row.source === 'console' && (
          <ActionButton<Fields, Setting>
            label="恢复"
            title={`恢复为「${row.usual}」？`}
            changes={changes}
            record={{ row, toFields: () => ({}), labelOf: () => row.title }}
            onSend={(send, { reason }, { version }) =>
              send(changeSetting, { id, version, value: null, reason }, () => '已恢复')
            }
          >
            <Why />
          </ActionButton>
        )}
      </div>
    </CanAccess>
  );
}

const textOf = (value: SettingValue) => (Array.isArray(value) ? value.join('\n') : value === null ? '' : String(value));

const Why = () => (
  <TextField name="reason" label="理由" schema={changeSetting.input.shape.reason} extra="和您的账号一起记入审计。" />
);

function ValueField({ row: { kind, least, most, unit, choices } }: { row: Setting }) {
  if (kind === 'choice')
    return (
      <Form.Item name="text" label="引擎">
        <Select options={[{ value: '', label: '自动' }, ...choices]} />
      </Form.Item>
    );
  if (kind === 'words')
    return (
      <Form.Item name="text" label="每行一个词">
        <Input.TextArea autoSize={{ minRows: 4, maxRows: 12 }} />
      </Form.Item>
    );
  return (
    <Form.Item name="text" label="数值" extra={`${least} 到 ${most} 之间的整数`} rules={[{ validator: wholeNumber }]}>
      <Input inputMode="numeric" suffix={<span className="quiet">{unit}</span>} />
    </Form.Item>
  );
}

async function wholeNumber(_rule: unknown, text: string | undefined): Promise<void> {
  if (text && parseWhole(text) === null) throw new Error('请填写整数');
}

function valueFrom({ kind }: Setting, text = ''): SettingValue {
  if (kind === 'words')
    return text
      .split(/\r?\n/)
      .map((word) => word.trim())
      .filter((word) => word !== '');
  if (text === '') return null;
  return kind === 'number' ? parseWhole(text) : text;
}

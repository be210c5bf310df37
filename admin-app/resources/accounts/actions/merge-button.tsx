import { type HttpError, useCustom } from '@refinedev/core';
import { Alert, Form, Input, Radio, Skeleton } from 'antd';
import { useEffect } from 'react';
import { type MergeOutlook, type MergePhone, mergeDeskContract } from '#shared/contract/merge-desk';
import { ActionButton } from '../../../ui/action-button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { TypedConfirmation } from '../../../ui/typed-confirmation.tsx';

const { mergeOutlook, mergeAccounts } = mergeDeskContract;

interface MergeFields {
  into: string;
  phone: MergePhone;
  reason: string;
  version: number;
  intoVersion: number;
}

/** Makes this account part of another one of the same person; what that means is shown before. */
export function MergeButton({ accountId, name }: { accountId: string; name: string }) {
  return (
    <ActionButton<MergeFields>
      label="并入另一账号"
      title={`把「${name}」并入另一个账号`}
      okText="合并"
      button={{ size: 'small', danger: true }}
      initialValues={{ phone: 'move' }}
      changes={['account', 'pendingChanges', 'audit']}
      onSend={(send, { into, ...fields }) =>
        send(mergeAccounts, { id: accountId, ...fields, into: into.trim() }, ({ pendingChange }) =>
          pendingChange ? '已提出，等另一人批准' : '已合并',
        )
      }
    >
      <Form.Item name="into" label="保留的账号" rules={[{ required: true, message: '请粘贴保留的账号的编号' }]}>
        <Input className="figures" autoComplete="off" spellCheck={false} placeholder="账号编号" />
      </Form.Item>
      <Outlook accountId={accountId} name={name} />
      <Form.Item name="phone" label={`「${name}」的手机号`}>
        <Radio.Group
          options={[
            { value: 'move', label: '转给保留的账号' },
            { value: 'free', label: '不再绑定' },
          ]}
        />
      </Form.Item>
      <TextField name="reason" label="理由" schema={mergeAccounts.input.shape.reason} extra="写进审计。" />
    </ActionButton>
  );
}

/** Effects of a merge and obstacles to it; the versions they are based on are sent with the form. */
function Outlook({ accountId, name }: { accountId: string; name: string }) {
  const form = Form.useFormInstance<MergeFields>();
  const into = (Form.useWatch('into', form) ?? '').trim();
  const { query, result } = useCustom<MergeOutlook, HttpError>({
    url: mergeOutlook.path.replace(':id', encodeURIComponent(accountId)),
    method: 'get',
    config: { query: { into } },
    errorNotification: false,
    queryOptions: { enabled: into.length > 8, retry: false, staleTime: 0 },
  });
  const outlook = query.isSuccess && into.length > 8 ? result.data : undefined;
  useEffect(() => {
    if (outlook) form.setFieldsValue({ version: outlook.from.version, intoVersion: outlook.into.version });
  }, [outlook, form]);
  return (
    <>
      <Form.Item name="version" hidden>
        <Input />
      </Form.Item>
      <Form.Item name="intoVersion" hidden>
        <Input />
      </Form.Item>
      {query.isFetching && <Skeleton active paragraph={{ rows: 2 }} />}
      {query.error && into.length > 8 && <Alert className="drawer-alert" type="error" message={query.error.message} />}
      {outlook && <OutlookWords outlook={outlook} name={name} />}
    </>
  );
}

function OutlookWords({ outlook: { into, moves, notes, obstacles }, name }: { outlook: MergeOutlook; name: string }) {
  if (obstacles.length > 0)
    return <Alert className="drawer-alert" type="warning" message={`现在不能合并：${obstacles.join('、')}`} />;
  const moved = moves.map(({ what, count }) => `${what} ${formatNumber(count)}`);
  return (
    <>
      <div className="action-intro">
        <p className="line">
          保留「{into.nickName}」（{into.phoneNo ?? '无手机号'}），转入：{moved.join('、') || '没有内容'}。
        </p>
        {notes.map((note) => (
          <p key={note} className="line">
            {note}。
          </p>
        ))}
      </div>
      <TypedConfirmation what="账号名" expected={name} consequence="合并后不能拆开，原账号不能再登录。" />
    </>
  );
}

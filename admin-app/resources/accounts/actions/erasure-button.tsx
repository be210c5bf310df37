import { type HttpError, useCustom } from '@refinedev/core';
import { Skeleton } from 'antd';
import { type ErasureOutlook, personalDataDeskContract } from '#shared/contract/personal-data-desk';
import { ticketKinds, ticketLabels } from '#shared/domain/ticket-kind';
import { ActionButton } from '../../../ui/action-button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { formatDate, formatNumber } from '../../../ui/format.ts';
import { LoadFailure, Section } from '../../../ui/parts.tsx';
import { TypedConfirmation } from '../../../ui/typed-confirmation.tsx';

const { erasureOutlook, requestErasure, withdrawErasure } = personalDataDeskContract;

interface Props {
  accountId: string;
  name: string;
}

/** Notes that somebody wants their personal data deleted, or takes that back while it waits. */
export function ErasureButton({ accountId, name }: Props) {
  const { query, result } = useOutlook(accountId);
  const outlook = query.isSuccess ? result.data : undefined;
  const waiting = outlook?.request?.status === 'waiting' ? outlook.request : undefined;
  const again = () => void query.refetch();
  if (outlook?.request?.status === 'running') return null;
  if (waiting)
    return (
      <ActionButton<{ reason: string }>
        label="撤回删除申请"
        title={`撤回「${name}」的删除申请？`}
        okText="撤回申请"
        button={{ size: 'small' }}
        intro={`原定 ${formatDate(waiting.dueAt)} 删除其个人信息。申请理由：${waiting.reason}`}
        changes={['account', 'audit']}
        onSend={(send, { reason }) => send(withdrawErasure, { id: accountId, reason }, () => '已撤回删除申请')}
        onDone={again}
      >
        <TextField name="reason" label="理由" schema={withdrawErasure.input.shape.reason} extra="写进审计。" />
      </ActionButton>
    );
  return (
    <ActionButton<{ reason: string }>
      label="删除个人信息"
      title={`登记「${name}」的删除申请？`}
      okText="登记申请"
      button={{ size: 'small', danger: true }}
      changes={['account', 'audit']}
      onSend={(send, { reason }) =>
        send(
          requestErasure,
          { id: accountId, reason },
          ({ dueAt }) => `已登记，${formatDate(dueAt)} 自动删除，在此之前可以撤回`,
        )
      }
      onDone={again}
    >
      {query.error && <LoadFailure error={query.error} onRetry={again} />}
      {!outlook && !query.error && <Skeleton active paragraph={{ rows: 4 }} />}
      {outlook && (
        <>
          <Outlook outlook={outlook} />
          <TextField name="reason" label="理由" schema={requestErasure.input.shape.reason} extra="写进审计。" />
          <TypedConfirmation
            what="账号名"
            expected={name}
            consequence={`登记后 ${outlook.waitsDays} 天内可以撤回；执行后不能恢复。`}
          />
        </>
      )}
    </ActionButton>
  );
}

/**
 * Section of the account page about an erasure request. While it waits: requester, reason and dates; while it runs: the
 * current step. Renders nothing when there is no request or it has ended.
 */
export function WaitingErasure({ accountId }: { accountId: string }) {
  const { result } = useOutlook(accountId);
  const waiting = result.data?.request;
  if (waiting?.progress) {
    const { step, steps, words } = waiting.progress;
    return (
      <Section title="正在删除个人信息">
        <p>
          账号已关闭。第 {step} 步，共 {steps} 步：{words}。
        </p>
      </Section>
    );
  }
  if (waiting?.status !== 'waiting') return null;
  const who = waiting.requestedBy === accountId ? '本人' : '员工代为';
  return (
    <Section title="等待注销">
      <p>
        {who}于 {formatDate(waiting.createdAt)} 申请，{formatDate(waiting.dueAt)} 自动删除个人信息。{' '}
        <span className="quiet">{waiting.reason}</span>
      </p>
    </Section>
  );
}

function useOutlook(accountId: string) {
  return useCustom<ErasureOutlook, HttpError>({
    url: erasureOutlook.path.replace(':id', encodeURIComponent(accountId)),
    method: 'get',
    errorNotification: false,
  });
}

/** Losses, open matters, and records that the law requires to be kept. */
function Outlook({ outlook: { open, lost, kept } }: { outlook: ErasureOutlook }) {
  const tickets = ticketKinds
    .filter((kind) => lost.tickets[kind] > 0)
    .map((kind) => `${ticketLabels[kind]} ${formatNumber(lost.tickets[kind])} 张`);
  const losses = [
    `作品 ${formatNumber(lost.works)} 件、图片 ${formatNumber(lost.pictures)} 张、会话 ${formatNumber(lost.conversations)} 个`,
    ...tickets,
    ...(lost.isMember ? [lost.planExpiresAt ? `会员至 ${formatDate(lost.planExpiresAt)}` : '不限期的会员'] : []),
  ];
  const unsettled = [
    ...(open.orders > 0 ? [`${formatNumber(open.orders)} 个未了结的订单`] : []),
    ...(open.refunds > 0 ? [`${formatNumber(open.refunds)} 笔未办完的退款`] : []),
    ...(open.tasks > 0 ? [`${formatNumber(open.tasks)} 个进行中的任务`] : []),
  ];
  return (
    <div className="action-intro">
      <p className="line">手机号、邮箱、昵称等资料删除，同时失去：{losses.join('，')}。</p>
      {unsettled.length > 0 && <p className="line">还有{unsettled.join('、')}，到期也要等办完才删除。</p>}
      <p className="line">会留下的：</p>
      <ul>
        {kept.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </div>
  );
}

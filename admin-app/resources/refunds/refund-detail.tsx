import { CanAccess } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { orderDeskContract } from '#shared/contract/order-desk';
import { type StaffRefund, secondPersonAbove } from '#shared/contract/order-desk-rows';
import { formatMoney } from '#shared/domain/format';
import { useStaff } from '../../providers/staff-session.ts';
import { AccountLink } from '../../ui/account-link.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { Actor, useActorName } from '../../ui/actor.tsx';
import { TextField } from '../../ui/fields.tsx';
import { formatFen } from '../../ui/format.ts';
import { Facts, Section, Time } from '../../ui/parts.tsx';
import { RowDrawer } from '../../ui/row-drawer.tsx';
import { OrderLink } from '../orders/order-link.tsx';
import { orderChanges } from '../orders/order-words.tsx';
import { OwnCode } from '../pending-changes/pending-actions.tsx';
import { useWaitingChange } from '../pending-changes/waiting-change.tsx';
import { RefundBasisFacts } from './refund-basis.tsx';
import { RefundConfirmation } from './refund-confirmation.tsx';
import { RefundStatusDot } from './refund-words.tsx';

const { approveRefund, refundBasis, rejectRefund } = orderDeskContract;

export default function RefundDetail() {
  return (
    <RowDrawer<StaffRefund>
      resource="refunds"
      what="退款"
      titleOf={({ title }) => `退款「${title}」`}
      footer={(refund) => <RefundActions refund={refund} />}
    >
      {(refund) => (
        <>
          {refund.status === 'failed' && (
            <Alert
              className="drawer-alert"
              type="error"
              role="alert"
              message="支付渠道没有退成"
              description={refund.error || '渠道没有说明原因。'}
            />
          )}
          {refund.status === 'pending' && refund.error && (
            <Alert
              className="drawer-alert"
              type="info"
              role="status"
              message="还没有退成，系统会自己再试"
              description={refund.error}
            />
          )}
          <Facts
            facts={[
              ['状态', <RefundStatusDot key="status" status={refund.status} />],
              [
                '退款金额',
                <strong key="amount" className="figures">
                  {formatFen(refund.amount)}
                </strong>,
              ],
              [
                '订单金额',
                <span key="order" className="figures">
                  {formatFen(refund.orderAmount)}
                </span>,
              ],
              ['账号', <AccountLink key="account" accountId={refund.accountId} name={refund.nickName} />],
              ['订单号', <OrderLink key="no" orderId={refund.orderId} orderNo={refund.orderNo} />],
              ['发起', <Actor key="by" actor={refund.requestedBy} />],
              ['理由', refund.reason],
              ['申请时间', <Time key="created" at={refund.createdAt} />],
              ...(refund.firstApprovedBy === null
                ? []
                : [['第一人批准', <Actor key="first" actor={refund.firstApprovedBy} />] as const]),
              ['审核', <Actor key="approved" actor={refund.approvedBy} />],
              ...(refund.answer === '' ? [] : [['答复', refund.answer] as const]),
              ['完成时间', <Time key="done" at={refund.doneAt} />],
            ]}
          />
          <Section title="退款依据">
            <RefundBasisFacts
              key={`${refund.status}:${refund.amount}`}
              path={refundBasis.path.replace(':id', encodeURIComponent(refund.id))}
              hasBegun={refund.status === 'pending' || refund.status === 'done' || refund.status === 'failed'}
            />
          </Section>
        </>
      )}
    </RowDrawer>
  );
}

function RefundActions({ refund }: { refund: StaffRefund }) {
  const { status } = refund;
  if (status !== 'requested' && status !== 'failed') return null;
  return (
    <CanAccess resource="refunds" action="edit">
      {status === 'failed' ? <Settle refund={refund} /> : <Decide refund={refund} />}
    </CanAccess>
  );
}

/** Acts on a refund that the provider refused: another try, or rejection. */
function Settle({ refund: { id, amount, title, requestedBy } }: { refund: StaffRefund }) {
  return (
    <div className="drawer-foot">
      <ActionButton
        label="重试退款"
        title={`再退一次 ${formatMoney(amount)}？`}
        intro="会再向支付渠道申请同一笔退款，不会退两次。"
        button={{ type: 'primary' }}
        changes={orderChanges}
        onSend={(send) => send(approveRefund, { id }, () => '已重新提交，等支付渠道答复')}
      >
        <RefundConfirmation amount={amount} />
      </ActionButton>
      {requestedBy !== 'system' && (
        <Reject
          id={id}
          title="驳回退款？"
          intro={`先向支付渠道核对这笔款确实没有退回，再恢复订单；收回的「${title}」会还给买家。`}
          done="已驳回退款，订单恢复为已完成"
        />
      )}
    </div>
  );
}

interface RejectProps {
  id: string;
  title: string;
  intro?: string;
  done: string;
}

function Reject({ id, title, intro, done }: RejectProps) {
  return (
    <ActionButton<{ answer: string }>
      label="驳回"
      title={title}
      intro={intro}
      button={{ danger: true }}
      changes={orderChanges}
      onSend={(send, { answer }) => send(rejectRefund, { id, answer }, () => done)}
    >
      <TextField name="answer" label="答复" schema={rejectRefund.input.shape.answer} extra="买家看得到。" />
    </ActionButton>
  );
}

function Decide({ refund }: { refund: StaffRefund }) {
  const { id, amount, title, needsSecondPerson } = refund;
  const me = useStaff();
  const nameOf = useActorName();
  const first = refund.requestedBy === 'buyer' ? refund.firstApprovedBy : refund.requestedBy;
  const isOwn = needsSecondPerson && first !== null && first === me?.accountId;
  const aloneFrom = useWaitingChange('refund', id)?.aloneFrom ?? null;
  const isOverOrder = refund.refundedBefore + amount > secondPersonAbove;
  const limit = isOverOrder
    ? `这笔订单累计退款超过 ${formatMoney(secondPersonAbove)}`
    : '当天独自退回的累计超过上限，或退给员工自己的账号';
  return (
    <>
      {needsSecondPerson && (
        <p className="foot-note quiet">
          {first === null
            ? `${limit}，须两名员工同意；您批准后还要另一人批准。`
            : isOwn
              ? `${limit}，您已同意，须另一人批准${aloneFrom === null ? '' : '；没有别人时可凭您的动态码批准'}。`
              : `${limit}，「${nameOf(first)}」已同意，等您批准。`}
        </p>
      )}
      <div className="drawer-foot">
        {isOwn && aloneFrom === null ? (
          <Button type="primary" disabled>
            批准
          </Button>
        ) : (
          <ActionButton<{ totpCode?: string }>
            label="批准"
            title={`退还 ${formatMoney(amount)}？`}
            okText="批准退款"
            intro={`「${title}」按退款的份额立即收回券和会员时间，退款按原路退回。`}
            button={{ type: 'primary' }}
            changes={orderChanges}
            onSend={(send, { totpCode }) =>
              send(approveRefund, { id, ...(totpCode && { totpCode }) }, (answer) =>
                answer.status === 'requested' ? '已批准，还要另一人批准' : `已批准退款 ${formatMoney(answer.amount)}`,
              )
            }
          >
            {(!needsSecondPerson || first !== null) && <RefundConfirmation amount={amount} />}
            <OwnCode aloneFrom={aloneFrom} />
          </ActionButton>
        )}
        <Reject id={id} title="驳回退款申请？" done="已驳回退款申请" />
      </div>
    </>
  );
}

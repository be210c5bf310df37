import { CanAccess } from '@refinedev/core';
import { orderDeskContract } from '#shared/contract/order-desk';
import type { StaffOrder } from '#shared/contract/order-desk-rows';
import { isOrderOpen, orderStatusLabels } from '#shared/domain/order-status';
import { ActionButton } from '../../ui/action-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { TypedConfirmation } from '../../ui/typed-confirmation.tsx';
import { orderChanges } from './order-words.tsx';
import { Refund } from './refund-dialog.tsx';

const { verifyOrder, closeOrder, noteOrder } = orderDeskContract;

/** Acts on an order that its state allows. */
export function OrderActions({ order }: { order: StaffOrder }) {
  const { status } = order;
  return (
    <div className="drawer-foot">
      <CanAccess resource="orders" action="edit">
        {status !== 'completed' && status !== 'refunded' && <Verify order={order} />}
        {isOrderOpen(status) && <Close order={order} />}
        <Note order={order} />
      </CanAccess>
      <CanAccess resource="orders" action="refund">
        {(status === 'completed' || (status === 'refunded' && order.refundedAmount < order.amount)) && (
          <Refund order={order} />
        )}
      </CanAccess>
    </div>
  );
}

function Verify({ order: { id, status } }: { order: StaffOrder }) {
  return (
    <ActionButton
      label="补单"
      title="重新查询这笔订单？"
      okText="重新查询"
      intro="向支付渠道重新查询，查到已付款就按正常流程到账。这里从不手工发放券和会员。"
      changes={orderChanges}
      onSend={(send) =>
        send(verifyOrder, { id }, (answer) =>
          answer.status === status
            ? `支付渠道没有新的结果，订单仍是「${orderStatusLabels[status]}」`
            : `已查询，订单现在是「${orderStatusLabels[answer.status]}」`,
        )
      }
    />
  );
}

function Close({ order: { id, orderNo } }: { order: StaffOrder }) {
  return (
    <ActionButton<{ reason: string }>
      label="关单"
      title="关闭这笔订单？"
      intro="先在支付渠道关闭，买家就不能再付款。如果渠道说已经付款，订单会照常到账。"
      button={{ danger: true }}
      changes={orderChanges}
      onSend={(send, { reason }) =>
        send(closeOrder, { id, reason }, (answer) =>
          answer.status === 'closed' ? '已关闭订单' : `没有关闭，订单是「${orderStatusLabels[answer.status]}」`,
        )
      }
    >
      <TextField name="reason" label="理由" schema={closeOrder.input.shape.reason} extra="和您的账号一起记入审计。" />
      <TypedConfirmation
        what="订单号后六位"
        expected={orderNo.slice(-6)}
        consequence="渠道关单后不能再打开，买家要付款须另下一单。"
      />
    </ActionButton>
  );
}

function Note({ order }: { order: StaffOrder }) {
  const { id, note } = order;
  return (
    <ActionButton<{ note: string }, StaffOrder>
      label={note ? '改备注' : '备注'}
      title="订单备注"
      okText="保存"
      record={{ row: order, toFields: (now) => ({ note: now.note }), labelOf: () => '备注' }}
      changes={['orders']}
      onSend={(send, { note: typed }, over) => send(noteOrder, { id, note: typed, was: over.note }, () => '已保存备注')}
    >
      <TextField name="note" label="备注" schema={noteOrder.input.shape.note} most={500} extra="只有员工看得到。" />
    </ActionButton>
  );
}

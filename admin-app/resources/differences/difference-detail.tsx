import { CanAccess } from '@refinedev/core';
import { orderDeskContract } from '#shared/contract/order-desk';
import type { PaymentDifference } from '#shared/contract/order-desk-rows';
import { ActionButton } from '../../ui/action-button.tsx';
import { Actor } from '../../ui/actor.tsx';
import { TextField } from '../../ui/fields.tsx';
import { formatFen } from '../../ui/format.ts';
import { Facts, Time } from '../../ui/parts.tsx';
import { RowDrawer } from '../../ui/row-drawer.tsx';
import { OrderLink } from '../orders/order-link.tsx';
import { providerLabel } from '../orders/order-words.tsx';
import { DifferenceStatusDot, differenceLabel } from './difference-words.tsx';

const { resolveDifference } = orderDeskContract;

export default function DifferenceDetail() {
  return (
    <RowDrawer<PaymentDifference>
      resource="paymentDifferences"
      what="对账差异"
      titleOf={({ kind }) => differenceLabel(kind)}
      footer={({ id, resolvedBy }) => resolvedBy === null && <Resolve id={id} />}
    >
      {(difference) => (
        <Facts
          facts={[
            ['状态', <DifferenceStatusDot key="status" resolvedBy={difference.resolvedBy} />],
            ['渠道', providerLabel(difference.provider)],
            [
              '订单号',
              difference.orderId === null ? (
                difference.orderNo || '—'
              ) : (
                <OrderLink key="no" orderId={difference.orderId} orderNo={difference.orderNo} />
              ),
            ],
            ['我方金额', amountWord(difference.ourAmount)],
            ['渠道金额', amountWord(difference.theirAmount)],
            ['说明', difference.detail],
            ['发现时间', <Time key="created" at={difference.createdAt} />],
            ...(difference.resolvedBy === null
              ? []
              : [
                  ['处理人', <Actor key="by" actor={difference.resolvedBy} />] as const,
                  ['处理结果', difference.resolution] as const,
                ]),
          ]}
        />
      )}
    </RowDrawer>
  );
}

function amountWord(fen: number | null): string {
  return fen === null ? '—' : formatFen(fen);
}

function Resolve({ id }: { id: string }) {
  return (
    <CanAccess resource="paymentDifferences" action="edit">
      <div className="drawer-foot">
        <ActionButton<{ resolution: string }>
          label="登记处理"
          title="登记处理结果"
          okText="登记"
          intro="写明核对了什么、怎样了结的。登记后不再计入未处理。"
          button={{ type: 'primary' }}
          changes={['paymentDifferences']}
          onSend={(send, { resolution }) => send(resolveDifference, { id, resolution }, () => '已登记处理结果')}
        >
          <TextField name="resolution" label="处理结果" schema={resolveDifference.input.shape.resolution} />
        </ActionButton>
      </div>
    </CanAccess>
  );
}

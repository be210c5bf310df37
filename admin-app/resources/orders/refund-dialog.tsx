import { type HttpError, useCustom } from '@refinedev/core';
import { Form, Radio } from 'antd';
import type { Answer } from '#shared/contract/endpoint';
import { orderDeskContract } from '#shared/contract/order-desk';
import { type StaffOrder, secondPersonAbove } from '#shared/contract/order-desk-rows';
import { formatMoney } from '#shared/domain/format';
import { ActionButton } from '../../ui/action-button.tsx';
import { TextField, YuanField } from '../../ui/fields.tsx';
import { parseYuan } from '../../ui/format.ts';
import { RefundBasisFacts } from '../refunds/refund-basis.tsx';
import { RefundConfirmation } from '../refunds/refund-confirmation.tsx';
import { orderChanges } from './order-words.tsx';

const { orderRefundBasis, refundOrder, staffRefundQuote } = orderDeskContract;

interface RefundFields {
  by: 'rule' | 'amount';
  yuan?: string;
  reason: string;
}

/** A refund by the rules, whose sum and its reckoning are shown first, or of another amount. */
export function Refund({ order }: { order: StaffOrder }) {
  const { id, amount, refundedAmount } = order;
  const most = amount - refundedAmount;
  return (
    <ActionButton<RefundFields>
      label="退款"
      title={`退款「${order.title}」`}
      okText="发起退款"
      button={{ danger: true }}
      intro={
        <>
          <p>最多可退 {formatMoney(most)}，可以分几次退；每次按份额收回还没用完的券和会员时间。</p>
          <p className="quiet">
            同一订单累计超过 {formatMoney(secondPersonAbove)}
            、您今天独自退回的累计超过上限、或退给员工自己账号的退款，要由另一人批准后才退回。
          </p>
        </>
      }
      initialValues={{ by: 'rule' }}
      changes={orderChanges}
      onSend={(send, { by, yuan, reason }) => {
        const fen = by === 'amount' ? parseYuan(yuan ?? '') : null;
        return send(refundOrder, { id, reason, ...(fen !== null && { amount: fen }) }, (refund) =>
          refund.status === 'requested'
            ? `已申请退款 ${formatMoney(refund.amount)}，等另一人批准`
            : `已开始退款 ${formatMoney(refund.amount)}`,
        );
      }}
    >
      {(form) => (
        <>
          <Form.Item name="by" label="金额">
            <Radio.Group className="radio-lines">
              <Radio value="rule">
                <RuleQuote orderId={id} />
              </Radio>
              <Radio value="amount">指定金额</Radio>
            </Radio.Group>
          </Form.Item>
          <Form.Item noStyle dependencies={['by']}>
            {() =>
              form.getFieldValue('by') === 'amount' && (
                <YuanField
                  name="yuan"
                  label="退款金额"
                  schema={refundOrder.input.shape.amount.unwrap().max(most, `最多可退 ${formatMoney(most)}`)}
                />
              )
            }
          </Form.Item>
          <Form.Item noStyle dependencies={['by', 'yuan']}>
            {() => {
              const fen = form.getFieldValue('by') === 'amount' ? parseYuan(form.getFieldValue('yuan') ?? '') : null;
              return (
                <RefundBasisFacts
                  path={orderRefundBasis.path.replace(':id', encodeURIComponent(id))}
                  {...(fen && { amount: fen })}
                />
              );
            }}
          </Form.Item>
          <TextField name="reason" label="理由" schema={refundOrder.input.shape.reason} extra="买家看得到。" />
          <Form.Item noStyle dependencies={['by', 'yuan']}>
            {() => (
              <Confirmation
                order={order}
                amount={form.getFieldValue('by') === 'amount' ? parseYuan(form.getFieldValue('yuan') ?? '') : undefined}
              />
            )}
          </Form.Item>
        </>
      )}
    </ActionButton>
  );
}

/**
 * Confirmation of a refund that is sent at once, by typing its amount; none for a request that a second person decides
 * on.
 */
function Confirmation({ order, amount }: { order: StaffOrder; amount: number | null | undefined }) {
  const quote = useRuleQuote(order.id).data?.data;
  const sum = amount === undefined ? quote?.amount : amount;
  if (!sum || order.refundedAmount + sum > secondPersonAbove) return null;
  return <RefundConfirmation amount={sum} />;
}

function useRuleQuote(orderId: string) {
  return useCustom<Answer<typeof staffRefundQuote>, HttpError>({
    url: staffRefundQuote.path.replace(':id', encodeURIComponent(orderId)),
    method: 'get',
    errorNotification: false,
    queryOptions: { gcTime: 0, placeholderData: undefined as never },
  }).query;
}

/** Refund by the rules now, with its calculation; the server's sentence when they give nothing. */
function RuleQuote({ orderId }: { orderId: string }) {
  const query = useRuleQuote(orderId);
  const quote = query.data?.data;
  return (
    <>
      按规则退 {quote && <strong className="figures">{formatMoney(quote.amount)}</strong>}
      {query.isLoading && <span className="quiet">正在计算</span>}
      {query.error && <p className="line quiet">{query.error.message}</p>}
      {quote?.lines.map((line) => (
        <p key={line} className="line quiet">
          {line}
        </p>
      ))}
    </>
  );
}

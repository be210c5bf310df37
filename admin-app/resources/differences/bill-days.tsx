import { CanAccess, type HttpError, useCustom } from '@refinedev/core';
import { Alert } from 'antd';
import { Fragment } from 'react';
import { orderDeskContract } from '#shared/contract/order-desk';
import type { BillDays as ProviderBillDays } from '#shared/contract/order-desk-rows';
import { ActionButton } from '../../ui/action-button.tsx';
import { Money } from '../../ui/columns.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FigureHeads } from '../../ui/figure-heads.tsx';
import { providerLabel } from '../orders/order-words.tsx';
import { billDaysWords, causeWords, noDifferenceWords } from './bill-days-words.ts';

const { resumeBillDay } = orderDeskContract;

function useBillDays() {
  return useCustom<ProviderBillDays[], HttpError>({
    url: orderDeskContract.billDays.path,
    method: 'get',
    errorNotification: false,
  }).query;
}

export function useNoDifferenceSentence(): string {
  const { data } = useBillDays();
  return noDifferenceWords(Array.isArray(data?.data) ? data.data : undefined);
}

/** Progress of the comparison of each provider's bills with our books; nothing before the first order. */
export function BillDays() {
  const query = useBillDays();
  if (query.error) return <p className="line">账单核对进度没有取到：{query.error.message}</p>;
  return query.data?.data.map(({ provider, ...days }) => (
    <Fragment key={provider}>
      <p className="line figures">
        {providerLabel(provider)}账单：{billDaysWords(days)}
      </p>
      {days.stoppedDays.map(({ day, cause }) => (
        <Alert
          key={day}
          type="error"
          showIcon
          message={`${providerLabel(provider)} ${day} 的核对已停下`}
          description={`${cause}。先查明原因，例如账单或商户号不对，再继续；继续后差异逐笔登记。`}
          action={<Resume provider={provider} day={day} onDone={() => void query.refetch()} />}
        />
      ))}
      {days.days.length > 0 && <DaySums title={`${providerLabel(provider)}每日合计`} days={days.days} />}
    </Fragment>
  ));
}

/** Table of daily totals: our payments, the provider’s, and the number of differences by cause. */
function DaySums({ title, days }: { title: string; days: ProviderBillDays['days'] }) {
  return (
    <details className="more">
      <summary>{title}（含测试账号的付款）</summary>
      <table className="figure-table day-sums" aria-label={title}>
        <FigureHeads heads={['日期', '我方', '渠道', '差异']} />
        <tbody>
          {days.map(({ day, ourAmount, ourCount, theirAmount, theirCount, causes }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>
                <Money fen={ourAmount} /> · {ourCount} 笔
              </td>
              <td>
                <Money fen={theirAmount} /> · {theirCount} 笔
              </td>
              <td>{causeWords(causes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Resume({ provider, day, onDone }: { provider: string; day: string; onDone: () => void }) {
  return (
    <CanAccess resource="billDays" action="edit">
      <ActionButton<{ reason: string }>
        label="继续核对"
        title={`继续核对 ${day} 的账单`}
        okText="继续核对"
        intro="这一天的差异会逐笔登记，可能很多。"
        changes={['paymentDifferences']}
        onDone={onDone}
        onSend={(send, { reason }) => send(resumeBillDay, { id: provider, day, reason }, () => '已继续核对，稍后刷新')}
      >
        <TextField name="reason" label="原因" schema={resumeBillDay.input.shape.reason} />
      </ActionButton>
    </CanAccess>
  );
}

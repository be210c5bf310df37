import { type HttpError, useCustom } from '@refinedev/core';
import { orderDeskContract } from '#shared/contract/order-desk';
import type { BillDays as ProviderBillDays } from '#shared/contract/order-desk-rows';
import { providerLabel } from '../orders/order-words.tsx';
import { billDaysWords, noDifferenceWords } from './bill-days-words.ts';

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

/** How far the bills of each provider were compared with our books; nothing before the first order. */
export function BillDays() {
  const query = useBillDays();
  if (query.error) return <p className="line">账单核对进度没有取到：{query.error.message}</p>;
  return query.data?.data.map(({ provider, ...days }) => (
    <p key={provider} className="line figures">
      {providerLabel(provider)}账单：{billDaysWords(days)}
    </p>
  ));
}

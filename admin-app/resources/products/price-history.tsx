import { type HttpError, useCustom } from '@refinedev/core';
import { Skeleton } from 'antd';
import { type PriceChange, productDeskContract, type StaffProduct } from '#shared/contract/product-desk';
import { formatFen } from '../../ui/format.ts';
import { LoadFailure, Section, Time } from '../../ui/parts.tsx';

/** Asked anew for each version of the product. */
function usePrices({ id, version }: Pick<StaffProduct, 'id' | 'version'>) {
  const { query } = useCustom<PriceChange[], HttpError>({
    url: productDeskContract.priceHistory.path.replace(':id', encodeURIComponent(id)),
    method: 'get',
    errorNotification: false,
    queryOptions: { queryKey: ['prices', id, version] },
  });
  const prices: readonly PriceChange[] = Array.isArray(query.data?.data) ? query.data.data : [];
  return { query, prices };
}

/** Member of staff who set the present price; null for the first one, or while unknown. */
export function useLastPriceSetter(product: Pick<StaffProduct, 'id' | 'version'>): string | null {
  return usePrices(product).prices[0]?.operator ?? null;
}

export function PriceHistory({ product }: { product: StaffProduct }) {
  const { query, prices } = usePrices(product);
  return (
    <Section title="价格历史">
      {query.error && <LoadFailure error={query.error} onRetry={() => void query.refetch()} />}
      {query.isLoading && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      <ul className="recent">
        {prices.map(({ id, price, listPrice, operator, createdAt }) => (
          <li key={id}>
            <span className="recent-main figures">
              {formatFen(price)}
              {listPrice !== null && <s className="quiet was">{formatFen(listPrice)}</s>}
            </span>
            <span className="quiet">{operator ?? '初始价'}</span>
            <Time at={createdAt} isExact />
          </li>
        ))}
      </ul>
    </Section>
  );
}

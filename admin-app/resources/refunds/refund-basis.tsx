import { type HttpError, useCustom } from '@refinedev/core';
import type { RefundBasis as Basis } from '#shared/contract/order-desk-rows';
import { formatFen } from '../../ui/format.ts';
import { Facts } from '../../ui/parts.tsx';

/** Basis of a refund, from the server, shown before the money moves. @param path with the id filled in */
export function RefundBasisFacts({
  path,
  amount,
  hasBegun = false,
}: {
  path: string;
  amount?: number;
  hasBegun?: boolean;
}) {
  const { query } = useCustom<Basis, HttpError>({
    url: path,
    method: 'get',
    config: { query: amount === undefined ? {} : { amount } },
    errorNotification: false,
    queryOptions: { gcTime: 0, placeholderData: undefined as never },
  });
  const basis = query.data?.data;
  if (query.error) return <p className="quiet">{query.error.message}</p>;
  if (!basis) return <p className="quiet">正在计算</p>;
  const { paid, refunded, quote, usage, takes } = basis;
  return (
    <Facts
      facts={[
        ['已付', <Money key="paid" fen={paid} />],
        ['已退', <Money key="refunded" fen={refunded} />],
        ...(hasBegun
          ? []
          : [
              ['按规则应退', quote.refusal ?? <Money key="quote" fen={quote.amount} />] as const,
              ...(quote.refusal === null ? [['怎么算的', <Lines key="lines" lines={quote.lines} />] as const] : []),
              ['用量', usage.length > 0 ? <Lines key="usage" lines={usage} /> : '—'] as const,
            ]),
        [hasBegun ? '已收回' : '会收回', takes.length > 0 ? <Lines key="takes" lines={takes} /> : '不收回券和会员时间'],
      ]}
    />
  );
}

function Money({ fen }: { fen: number }) {
  return <span className="figures">{formatFen(fen)}</span>;
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => <div key={line}>{line}</div>);
}

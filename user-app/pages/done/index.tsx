import { OrderResult } from '../../features/orders';
import { useSearchParams } from '../../lib/router';
import { ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Page } from '../../ui/page';

/** After a payment. The address only names the order. */
export default function Done() {
  const [search] = useSearchParams();
  const orderId = search.get('orderId');
  return (
    <Page isNarrow>
      {orderId ? (
        <OrderResult key={orderId} orderId={orderId} />
      ) : (
        <EmptyState
          drawing="lost"
          level={1}
          title="没有订单号"
          text="这个页面在付款后打开。地址里没有订单号，可以到我的订单里查看。"
        >
          <ButtonLink to="/orders" look="primary">
            我的订单
          </ButtonLink>
          <ButtonLink to="/list">继续创作</ButtonLink>
        </EmptyState>
      )}
    </Page>
  );
}

import { useCurrentUser } from '@/data/user';
import { OrderList } from '@/features/orders';
import { LoginFirst } from '@/ui/login-first';
import { Page, PageHead } from '@/ui/page';

export default function OrdersPage() {
  const { user } = useCurrentUser();
  return (
    <Page isNarrow>
      <PageHead title="我的订单" />
      {user ? (
        <OrderList />
      ) : (
        <LoginFirst drawing="order" title="登录后查看订单" text="付款、发票和退款的进度都在这里。" />
      )}
    </Page>
  );
}

import { OrderList } from '@/features/orders';
import { Page, PageHead } from '@/ui/page';

export default function OrdersPage() {
  return (
    <Page isNarrow>
      <PageHead title="我的订单" />
      <OrderList />
    </Page>
  );
}

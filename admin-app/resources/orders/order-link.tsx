import { Link } from 'react-router';
import type { DataColumn } from '../../ui/data-table.tsx';
import { useAddresses } from '../../ui/use-addresses.ts';

interface Ordered {
  orderId: string;
  orderNo: string;
}

/** An order's number, leading to its drawer. */
export function OrderLink({ orderId, orderNo }: Ordered) {
  const { record } = useAddresses('orders');
  return (
    <Link className="order-no" to={record(orderId)} title={orderNo}>
      {orderNo}
    </Link>
  );
}

export const orderColumn: DataColumn<Ordered> = {
  key: 'orderNo',
  title: '订单号',
  width: 196,
  render: ({ orderId, orderNo }) => <OrderLink orderId={orderId} orderNo={orderNo} />,
};

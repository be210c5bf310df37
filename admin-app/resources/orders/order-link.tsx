import { Link } from 'react-router';
import { ordersPath } from './order-words.tsx';

/** An order's number, leading to its drawer. */
export function OrderLink({ orderId, orderNo }: { orderId: string; orderNo: string }) {
  return (
    <Link className="order-no" to={`${ordersPath}/${orderId}`} title={orderNo}>
      {orderNo}
    </Link>
  );
}

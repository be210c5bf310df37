import { ApiError } from '#shared/client/create-client';
import type { Order } from '#shared/contract/order';
import { history } from '../../lib/router';
import { Button } from '../../ui/button';
import { orderWords, refundReason } from '../orders/door';
import styles from './checkout.css';

interface EndProps {
  order: Order;
  isBusy: boolean;
  onAgain: () => void;
  onLeave: () => void;
}

/** Result of an order that no longer waits for its payment, and the next steps. */
export function CheckoutEnd({ order, isBusy, onAgain, onLeave }: EndProps) {
  const { state, sentence } = orderWords(order);
  const reason = refundReason(order);
  const isArriving = order.status === 'paid' || order.status === 'completed';
  // The order that replaced this one is open or paid; ordering again could mean paying twice.
  const isReplaced = order.closeReason === 'replaced';
  return (
    <div className={`text-center ${styles.end}`} role="status">
      <p className={styles.lead}>{state}</p>
      <p className="text-second">{sentence}</p>
      {reason && <p className="text-second">{reason}</p>}
      {!isArriving && (
        <div className={styles.buttons}>
          {!isReplaced && (
            <Button look="primary" disabled={isBusy} onClick={onAgain}>
              {isBusy ? '正在下单' : '重新下单'}
            </Button>
          )}
          <Button
            look={isReplaced ? 'primary' : 'plain'}
            onClick={() => {
              onLeave();
              history.push('/orders');
            }}
          >
            我的订单
          </Button>
        </div>
      )}
    </div>
  );
}

/** Refusals that another try of the same thing does not change. */
const finalReasons: Readonly<Record<string, readonly [label: string, path: string]>> = {
  'order.too_many': ['去处理待支付订单', '/orders?status=open'],
  'order.not_found': ['我的订单', '/orders'],
  'product.limit': ['看其他套餐', '/membership'],
  'product.off_shelf': ['看其他套餐', '/membership'],
  'product.not_found': ['看其他套餐', '/membership'],
  'product.no_upgrade': ['看其他套餐', '/membership'],
  'product.quantity': ['看其他套餐', '/membership'],
};

interface ProblemProps {
  problem: Error;
  isBusy: boolean;
  onRetry: () => void;
  onLeave: () => void;
}

/** Why the order or its payment could not be had, and the way out. */
export function CheckoutProblem({ problem, isBusy, onRetry, onLeave }: ProblemProps) {
  const wayOut = problem instanceof ApiError ? finalReasons[problem.reason] : undefined;
  return (
    <div className={`row justify-between gap-12 mt-12 p-8-12 rounded-input ${styles.problem}`} role="alert">
      <p>{problem.message}</p>
      {wayOut ? (
        <Button
          size="small"
          onClick={() => {
            onLeave();
            history.push(wayOut[1]);
          }}
        >
          {wayOut[0]}
        </Button>
      ) : (
        <Button size="small" disabled={isBusy} onClick={onRetry}>
          重试
        </Button>
      )}
    </div>
  );
}

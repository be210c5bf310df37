import { ApiError } from '#shared/client/create-client';
import type { Order } from '#shared/contract/order';
import { formatMoney } from '#shared/domain/format';
import { isOrderOpen } from '#shared/domain/order-status';
import { history } from '../../lib/router';
import type { Checkout } from '../../lib/shop-store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Waiting } from '../../ui/waiting';
import { orderWords, refundReason } from '../orders/door';
import styles from './checkout.css';
import { PayWays } from './pay-ways';
import { useCheckout } from './use-checkout';

/** Pays for an order. Closing it does not lose the order. */
export default function CheckoutDialog({ checkout }: { checkout: Checkout }) {
  const state = useCheckout(checkout);
  const { order, title, gives, problem, isBusy, leave } = state;
  return (
    <Dialog title="支付订单" staysOnPress onClose={leave}>
      {!order && !problem && (
        <>
          {title && <h3 className={styles.title}>{title}</h3>}
          <Waiting label="正在下单" rows={2} height={88} />
        </>
      )}
      {order && (
        <div className={`border-b ${styles.bought}`}>
          <div className="flex items-baseline justify-between gap-16">
            <h3 className={styles.title}>
              {order.title}
              {order.quantity > 1 && <span className="tabular"> × {order.quantity}</span>}
            </h3>
            <p className={`flex-none font-semibold tabular ${styles.amount}`}>
              <span className="visually-hidden">应付</span>
              {formatMoney(order.amount)}
            </p>
          </div>
          <ul className={`text-second text-13 ${styles.gives}`}>
            {gives.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      {problem && <CheckoutProblem problem={problem} isBusy={isBusy} onRetry={state.retry} onLeave={leave} />}
      {order && isOrderOpen(order.status) && <PayWays order={order} state={state} />}
      {order && !isOrderOpen(order.status) && (
        <CheckoutEnd order={order} isBusy={isBusy} onAgain={() => state.payBy(order.payType)} onLeave={leave} />
      )}
      {order?.isSimulated && isOrderOpen(order.status) && (
        <p className={`mt-12 text-second text-13 ${styles.simulated}`}>模拟支付，不产生真实扣款</p>
      )}
      {!order && problem && (
        <p className={`mt-12 ${styles.leave}`}>
          <Button look="quiet" size="small" onClick={leave}>
            关闭
          </Button>
        </p>
      )}
    </Dialog>
  );
}

interface EndProps {
  order: Order;
  isBusy: boolean;
  onAgain: () => void;
  onLeave: () => void;
}

/** Result of an order that no longer waits for its payment, and the next steps. */
function CheckoutEnd({ order, isBusy, onAgain, onLeave }: EndProps) {
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
function CheckoutProblem({ problem, isBusy, onRetry, onLeave }: ProblemProps) {
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

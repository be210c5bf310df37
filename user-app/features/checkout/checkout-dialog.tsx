import { formatMoney } from '#shared/domain/format';
import { isOrderOpen } from '#shared/domain/order-status';
import type { Checkout } from '../../lib/shop-store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Waiting } from '../../ui/waiting';
import styles from './checkout.css';
import { CheckoutEnd, CheckoutProblem } from './checkout-end';
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

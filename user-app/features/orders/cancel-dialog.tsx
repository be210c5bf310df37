import type { Order } from '#shared/contract/order';
import { formatMoney } from '#shared/domain/format';
import { cancelOrder } from '../../data/order';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import styles from './dialogs.css';
import { useSending } from './use-sending';

export interface OrderDialogProps {
  order: Order;
  onDone: (order: Order) => void;
  onClose: () => void;
}

/** Asks before an order that waits is given up; one that was paid meanwhile is completed instead, and that is said. */
export function CancelDialog({ order, onDone, onClose }: OrderDialogProps) {
  const { isBusy, problem, send } = useSending(async () => {
    const next = await cancelOrder(order.orderId);
    if (next.status === 'closed') toast.success('订单已取消');
    else toast.info('订单已经付款，没有取消');
    onDone(next);
  });
  return (
    <Dialog
      title="取消这个订单"
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>先不取消</Button>
          <Button look="danger" disabled={isBusy} onClick={() => void send()}>
            {isBusy ? '正在取消' : '取消订单'}
          </Button>
        </>
      }
    >
      <p className={styles.text}>
        「{order.title}」{formatMoney(order.amount)}，还没有付款。取消后付款码失效，需要时可以重新下单。
      </p>
      {problem && (
        <p role="alert" className="mt-8 text-danger">
          {problem.message}
        </p>
      )}
    </Dialog>
  );
}

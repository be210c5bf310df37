import { useMemo } from 'react';
import type { Order } from '#shared/contract/order';
import { formatDateTime, formatMoney } from '#shared/domain/format';
import { isOrderOpen, isOrderPaid, payTypeLabels } from '#shared/domain/order-status';
import { isOrderMoving, useOrderNews } from '../../data/order';
import { copyText } from '../../lib/copy-text';
import { Link } from '../../lib/router';
import { useCountdown } from '../../lib/use-countdown';
import { BareButton, Button } from '../../ui/button';
import { CopyIcon } from '../../ui/icons';
import { clockText, orderWords } from './order-words';
import styles from './orders.css';
import { refundReason } from './refund-reason';

interface OrderRowProps {
  order: Order;
  onNews: (order: Order) => void;
  onPay: () => void;
  onAsk: (what: 'cancel' | 'refund' | 'invoice') => void;
}

const invoiceWords = { requested: '发票开具中', issued: '发票已开具', rejected: '发票未开具' } as const;

/** One order: what it was, what it cost, where it stands, what can be done. */
export function OrderRow({ order, onNews, onPay, onAsk }: OrderRowProps) {
  const { state, tone, sentence } = orderWords(order);
  const isOpen = isOrderOpen(order.status);
  const wait = useMemo(() => ({ ms: order.waitMs, since: performance.now() }), [order]);
  const leftMs = useCountdown(isOpen ? wait : undefined);
  // A list of old orders asks nothing; one that the server may change by itself is looked after.
  useOrderNews(isOrderMoving(order) ? order.orderId : undefined, onNews);
  const { invoice } = order;
  const reason = refundReason(order);
  const times = [
    ['下单', order.createdAt],
    ['付款', order.paidAt],
    ['关闭', order.closedAt],
  ] as const;

  return (
    <li className={`grid gap-8-16 border-b ${styles.row}`} aria-label={order.title}>
      <div className={styles.what}>
        <h2>
          {order.title}
          {order.quantity > 1 && <span className="tabular"> × {order.quantity}</span>}
        </h2>
        <p className="text-second">{order.gives.join('；')}</p>
        <p className={`flex flex-wrap mt-4 text-second text-12 tabular ${styles.facts}`}>
          <BareButton
            aria-label={`复制订单号 ${order.orderNo}`}
            onClick={() => void copyText(order.orderNo, '订单号已复制')}
          >
            {order.orderNo}
            <CopyIcon size={13} />
          </BareButton>
          {times.map(([label, at]) => at !== null && <span key={label}>{`${label} ${formatDateTime(at)}`}</span>)}
        </p>
        {sentence && <p className="mt-4 text-13">{sentence}</p>}
        {reason && <p className="mt-4 text-13">{reason}</p>}
        {invoice && (
          <p className="mt-4 text-13">
            {invoiceWords[invoice.status]}
            {invoice.status === 'issued' && `，号码 ${invoice.invoiceNo}，已发送到 ${invoice.email}`}
            {invoice.status === 'rejected' && `：${invoice.answer}`}
          </p>
        )}
      </div>
      <div className={`grid content-start ${styles.money}`}>
        <strong className="tabular">{formatMoney(order.amount)}</strong>
        <span>
          {payTypeLabels[order.payType]}
          {order.isSimulated && ' · 模拟'}
        </span>
      </div>
      <div className={`grid content-start ${styles.state}`}>
        <span data-tone={tone}>{state}</span>
        {isOpen && (
          <span className={styles.clock} role="timer">
            剩 {clockText(leftMs)}
          </span>
        )}
      </div>
      <div className={`row flex-wrap gap-8 ${styles.actions}`}>
        {isOpen && (
          <>
            <Button size="small" look="primary" onClick={onPay}>
              继续支付
            </Button>
            <Button size="small" onClick={() => onAsk('cancel')}>
              取消
            </Button>
          </>
        )}
        {order.canInvoice && (
          <Button size="small" onClick={() => onAsk('invoice')}>
            申请发票
          </Button>
        )}
        {order.canRefund && (
          <Button size="small" look="quiet" onClick={() => onAsk('refund')}>
            申请退款
          </Button>
        )}
        {(isOrderPaid(order.status) || order.status === 'refunding' || order.status === 'refunded') && (
          <Link className={`text-13 ${styles.link}`} to={`/done?orderId=${encodeURIComponent(order.orderId)}`}>
            查看
          </Link>
        )}
      </div>
    </li>
  );
}

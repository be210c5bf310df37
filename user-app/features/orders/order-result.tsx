import { useState } from 'react';
import type { Answer } from '#shared/contract/endpoint';
import type { membershipContract } from '#shared/contract/membership';
import type { Order } from '#shared/contract/order';
import { formatDate, formatDateTime, formatMoney } from '#shared/domain/format';
import { isOrderOpen, payTypeLabels } from '#shared/domain/order-status';
import { useMembership } from '../../data/membership';
import { isOrderMoving, useOrder, useOrderNews } from '../../data/order';
import { useCurrentUser } from '../../data/user';
import { copyText } from '../../lib/copy-text';
import { forgetInterruption, type Interruption, readInterruption } from '../../lib/interruption';
import { history } from '../../lib/router';
import { announceArrival, openCheckout } from '../../lib/shop-store';
import { isLoginRequired } from '../../lib/with-login';
import { Button, ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { CheckIcon, CopyIcon } from '../../ui/icons';
import { LoginFirst } from '../../ui/login-first';
import { Waiting } from '../../ui/waiting';
import { InvoiceDialog } from './invoice-dialog';
import styles from './order-result.css';
import { orderWords } from './order-words';
import { refundReason } from './refund-reason';

/** The result of an order by the server's answer: what arrived, its number, its invoice. */
export function OrderResult({ orderId }: { orderId: string }) {
  const { user, refresh } = useCurrentUser();
  const { data: read, error, refresh: readAgain } = useOrder(user ? orderId : undefined);
  const [newer, setNewer] = useState<Order>();
  const [isInvoiceOpen, setInvoiceOpen] = useState(false);
  const [interruption] = useState(readInterruption);
  const order = newer ?? read;
  const isOfPlan = order !== undefined && isCompletedPlan(order);
  const { data: membership } = useMembership(isOfPlan);

  useOrderNews(order && isOrderMoving(order) ? orderId : undefined, (next) => {
    setNewer(next);
    if (next.status === 'completed') void refresh().then(announceArrival);
  });

  if (!user || isLoginRequired(error))
    return <LoginFirst drawing="order" title="登录后查看订单结果" text="请用下单的账号登录。" />;
  if (!order)
    return error ? (
      <EmptyState drawing="broken" level={1} title="还不能确认结果" text={`${error.message}。已付的款不会丢失。`}>
        <Button onClick={readAgain}>再查一次</Button>
        <ButtonLink to="/orders">我的订单</ButtonLink>
      </EmptyState>
    ) : (
      <Waiting label="正在核实订单" rows={2} height={120} />
    );

  const interrupted =
    order.status === 'completed' && interruption?.productId === order.productId ? interruption : undefined;
  return (
    <article className={styles.result}>
      <Status order={order} hasInterruption={interrupted !== undefined} />
      <section className={`border-y ${styles.bought}`} aria-label="订单内容">
        <h2>
          {order.title}
          {order.quantity > 1 && <span className="tabular"> × {order.quantity}</span>}
          <strong className="tabular">{formatMoney(order.amount)}</strong>
        </h2>
        <ul>
          {order.gives.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      <Facts order={order} periods={isOfPlan ? membership?.periods : undefined} />
      <div className={`flex flex-wrap gap-8 ${styles.actions}`}>
        <MainAction order={order} interrupted={interrupted} />
        {order.canInvoice && (
          <Button size="large" onClick={() => setInvoiceOpen(true)}>
            开发票
          </Button>
        )}
        <ButtonLink to="/orders" look="quiet" size="large">
          我的订单
        </ButtonLink>
      </div>
      {isInvoiceOpen && (
        <InvoiceDialog
          order={order}
          onClose={() => setInvoiceOpen(false)}
          onDone={(next) => {
            setNewer(next);
            setInvoiceOpen(false);
          }}
        />
      )}
    </article>
  );
}

const isCompletedPlan = (order: Order) => order.status === 'completed' && order.kind !== 'package';

function sentenceOf(order: Order): string {
  if (isOrderOpen(order.status)) return '付完后这里会自动更新。还没有付款的，可以继续支付。';
  const { sentence } = orderWords(order);
  if (sentence) return sentence;
  return isCompletedPlan(order) ? '会员已经到账，起止日期见下。' : '下面的内容已经到账，现在就能用。';
}

function Status({ order, hasInterruption }: { order: Order; hasInterruption: boolean }) {
  const isDone = order.status === 'completed';
  const reason = refundReason(order);
  return (
    <div role="status">
      <h1>
        {isDone && <CheckIcon size={26} />}
        {isDone ? '支付成功' : isOrderOpen(order.status) ? '正在等待付款结果' : orderWords(order).state}
      </h1>
      <p className="mt-4 text-second">{sentenceOf(order)}</p>
      {reason && <p className="mt-4 text-second">{reason}</p>}
      {hasInterruption && <p className="mt-4 text-second">刚才的操作没有自动开始，可以回到原处重新开始。</p>}
    </div>
  );
}

interface FactsProps {
  order: Order;
  /** Stretches of the membership; undefined where the order is of none or they are not read yet. */
  periods: Answer<typeof membershipContract.membership>['periods'] | undefined;
}

function Facts({ order, periods }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {periods && (
        <div>
          <dt>我的会员</dt>
          <dd>
            <ul className="tabular">
              {periods.map(({ title, startsAt, endsAt }) => (
                <li key={startsAt}>
                  {title}，{formatDate(startsAt)} 至 {endsAt ? formatDate(endsAt) : '长期'}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
      <div>
        <dt>订单号</dt>
        <dd>
          <span className="tabular">{order.orderNo}</span>
          <Button look="quiet" size="small" onClick={() => void copyText(order.orderNo, '订单号已复制')}>
            <CopyIcon size={14} />
            复制
          </Button>
        </dd>
      </div>
      <div>
        <dt>支付方式</dt>
        <dd>
          {payTypeLabels[order.payType]}
          {order.isSimulated && '（模拟，没有真实扣款）'}
        </dd>
      </div>
      <div>
        <dt>{order.paidAt ? '付款时间' : '下单时间'}</dt>
        <dd className="tabular">{formatDateTime(order.paidAt ?? order.createdAt)}</dd>
      </div>
    </dl>
  );
}

interface MainActionProps {
  order: Order;
  /** The work that the purchase interrupted, to be gone on with. */
  interrupted: Interruption | undefined;
}

function MainAction({ order, interrupted }: MainActionProps) {
  if (isOrderOpen(order.status))
    return (
      <Button look="primary" size="large" onClick={() => openCheckout({ subject: { orderId: order.orderId } })}>
        继续支付
      </Button>
    );
  if (interrupted)
    return (
      <Button
        look="primary"
        size="large"
        onClick={() => {
          forgetInterruption();
          history.push(interrupted.path, { draft: interrupted.draft });
        }}
      >
        回到「{interrupted.label}」
      </Button>
    );
  return (
    <ButtonLink to="/list" look="primary" size="large">
      继续创作
    </ButtonLink>
  );
}

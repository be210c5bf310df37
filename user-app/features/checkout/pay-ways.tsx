import { lazy, Suspense, useState } from 'react';
import type { Order } from '#shared/contract/order';
import { payTypeLabels } from '#shared/domain/order-status';
import { copyText } from '../../lib/copy-text';
import { Link } from '../../lib/router';
import { BareButton, Button } from '../../ui/button';
import { CopyIcon } from '../../ui/icons';
import { Segments } from '../../ui/segments';
import { clockText } from '../orders/door';
import styles from './checkout.css';
import type { CheckoutState } from './use-checkout';

const PayCode = lazy(() => import('./pay-code'));

interface PayWaysProps {
  order: Order;
  state: CheckoutState;
}

/** Ways to pay the order, the time that is left, and help when a payment fails. */
export function PayWays({ order, state }: PayWaysProps) {
  const { channels, payType, payBy, leftMs, isOver } = state;
  const [isHelpOpen, setHelpOpen] = useState(false);
  return (
    <>
      {channels.length > 1 && !isOver && (
        <div className="mt-16">
          <Segments
            isWide
            label="支付方式"
            options={channels.map((channel) => [channel.payType, channel.title] as const)}
            value={payType}
            onChange={payBy}
          />
        </div>
      )}
      <div className={`stack items-center justify-center gap-8 text-center ${styles.way}`}>
        {isOver ? (
          <p className="text-second" role="status">
            付款时间已到，正在确认订单
          </p>
        ) : payType === 'wechat' ? (
          <ByCode order={order} state={state} />
        ) : (
          <ByPage state={state} />
        )}
      </div>
      <dl className={`border-t text-13 ${styles.facts}`}>
        <div>
          <dt>剩余时间</dt>
          <dd className="tabular">
            <span role="timer">{clockText(leftMs)}</span>
          </dd>
        </div>
        <div>
          <dt>订单号</dt>
          <dd>
            <BareButton
              className={`inline-flex items-center gap-8 tabular ${styles.number}`}
              aria-label={`复制订单号 ${order.orderNo}`}
              onClick={() => void copyText(order.orderNo, '订单号已复制')}
            >
              {order.orderNo}
              <CopyIcon size={14} />
            </BareButton>
          </dd>
        </div>
      </dl>
      <Button look="text" aria-expanded={isHelpOpen} onClick={() => setHelpOpen(!isHelpOpen)}>
        支付遇到问题？
      </Button>
      {isHelpOpen && <PayHelp state={state} />}
    </>
  );
}

/** WeChat: the code is drawn as soon as the channel has given it. */
function ByCode({ order, state }: PayWaysProps) {
  const codeUrl = order.payType === 'wechat' ? order.codeUrl : null;
  if (!codeUrl)
    return (
      <>
        <div className={styles.code} data-empty="true" />
        <p className="text-second">{state.isBusy ? '正在取支付二维码' : '没有取到支付二维码，没有产生扣款。'}</p>
        {!state.isBusy && (
          <Button size="small" onClick={() => state.payBy('wechat')}>
            重新获取
          </Button>
        )}
      </>
    );
  return (
    <>
      <div className={styles.code}>
        <Suspense fallback={null}>
          <PayCode content={codeUrl} />
        </Suspense>
      </div>
      <p className="text-second">用微信扫一扫付款，付完这里会自动更新</p>
      {order.isSimulated && (
        <a className={styles.link} href={codeUrl} target="_blank" rel="noopener noreferrer">
          在新标签页打开模拟收银台
        </a>
      )}
    </>
  );
}

/** Alipay: its page opens in a new tab; afterwards this one waits for it. */
function ByPage({ state }: { state: CheckoutState }) {
  const { payPage, isBusy, goToAlipay, verify } = state;
  if (!payPage)
    return (
      <>
        <Button look="primary" size="large" className="w-full" disabled={isBusy} onClick={goToAlipay}>
          {isBusy ? '请稍候' : `去${payTypeLabels.alipay}付款`}
        </Button>
        <p className="text-second">付款页会在新标签页打开</p>
      </>
    );
  if (payPage.isBlocked)
    return (
      <>
        <p className="text-second">浏览器没有让新标签页打开，请点这里付款：</p>
        <a className={styles.link} href={payPage.url} target="_blank" rel="noopener noreferrer">
          打开支付宝付款页
        </a>
        <Button onClick={() => void verify()} disabled={isBusy}>
          已完成支付
        </Button>
      </>
    );
  return (
    <>
      <p className={styles.lead} role="status">
        请在新页面完成支付
      </p>
      <p className="text-second">付完后这里会自动更新，不用刷新。</p>
      <div className={styles.buttons}>
        <Button look="primary" onClick={() => void verify()} disabled={isBusy}>
          {isBusy ? '正在确认' : '已完成支付'}
        </Button>
        <Button onClick={goToAlipay} disabled={isBusy}>
          重新打开付款页
        </Button>
      </div>
    </>
  );
}

/** Common problems with payments, and their solutions. */
function PayHelp({ state }: { state: CheckoutState }) {
  return (
    <dl className={`grid gap-8 mt-8 rounded-input bg-sunken text-13 ${styles.help}`}>
      <div>
        <dt>已经付款，这里没有变化</dt>
        <dd>
          到账通知可能晚几秒。
          <Button size="small" onClick={() => void state.verify()} disabled={state.isBusy}>
            再查一次
          </Button>
        </dd>
      </div>
      <div>
        <dt>付款页没有打开，或者打不开</dt>
        <dd>{state.channels.length > 1 ? '重新打开付款页，或者换一种支付方式。' : '重新打开付款页。'}不会重复扣款。</dd>
      </div>
      <div>
        <dt>想晚一点再付</dt>
        <dd>
          直接关闭即可，订单留在
          <Link to="/orders?status=open" onClick={state.leave}>
            我的订单
          </Link>
          ，过期前可以继续支付。
        </dd>
      </div>
      <div>
        <dt>扣了款，订单却已关闭</dt>
        <dd>系统会自动原路退回，不需要申请。保留订单号即可查询。</dd>
      </div>
    </dl>
  );
}

import { Link } from '../../lib/router';
import { Button } from '../../ui/button';
import styles from './checkout.css';
import type { CheckoutState } from './use-checkout';

/** Common problems with payments, and their solutions. */
export function PayHelp({ state }: { state: CheckoutState }) {
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

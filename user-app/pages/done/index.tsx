import { useSearchParams } from '@umijs/max';
import { useOrder } from '../../data/order';
import { copyText } from '../../lib/copy-text';
import { Button, ButtonLink } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { CopyIcon } from '../../ui/icons';
import { Page } from '../../ui/page';
import styles from './done.css';

/** After a payment. What counts is the server's answer about the order, not what the address says. */
export default function Done() {
  const [search] = useSearchParams();
  const orderId = search.get('orderId') ?? undefined;
  const orderNo = search.get('orderNo') ?? search.get('out_trade_no') ?? orderId;
  const { data, error, loading, refresh } = useOrder(orderId);

  const { title, text } = !orderNo
    ? { title: '没有订单号', text: '这个页面在付款后打开。地址里没有订单号，无法查询结果。' }
    : loading
      ? { title: '正在核实订单', text: '向服务器查询付款结果，通常几秒钟。' }
      : error
        ? { title: '还不能确认结果', text: `${error.message}。已付款的不会丢失，请保留订单号。` }
        : data
          ? { title: '订单已提交', text: '券和会员以到账为准，见页面右上角。' }
          : { title: '还没有查到结果', text: '付款后到账可能要一两分钟。可以再查一次，请保留订单号。' };

  return (
    <Page isNarrow>
      <EmptyState drawing={orderNo ? 'done' : 'lost'} level={1} title={title} text={text}>
        {orderId && (
          <Button onClick={refresh} disabled={loading}>
            再查一次
          </Button>
        )}
        <ButtonLink to="/list" look="primary">
          继续创作
        </ButtonLink>
      </EmptyState>
      {orderNo && (
        <p className={styles.number}>
          订单号 <span className="tabular">{orderNo}</span>
          <Button look="quiet" size="small" onClick={() => void copyText(orderNo, '订单号已复制')}>
            <CopyIcon size={14} />
            复制
          </Button>
        </p>
      )}
    </Page>
  );
}

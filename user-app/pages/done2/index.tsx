import { useEffect, useState } from 'react';
import { useSearchParams } from '../../lib/router';
import { safeTarget } from '../../lib/safe-target';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Page } from '../../ui/page';

const waitSeconds = 3;
/** Time after which a window that was asked to close is taken for one that stays, milliseconds. */
const closingMs = 200;

const words: Record<string, { title: string; text: string }> = {
  login: { title: '登录完成', text: '已在这台设备上登录。' },
  bind: { title: '绑定完成', text: '手机号已和扫码账号绑定。' },
  pay: { title: '已从支付页面返回', text: '结果以订单页为准，原来的页面会自动更新。' },
};

/** Landing of logins, bindings and payments that began in another window: closes itself, or goes back after 3 s. */
export default function Done2() {
  const [search] = useSearchParams();
  const orderId = search.get('orderId');
  const target = orderId ? `/done?orderId=${encodeURIComponent(orderId)}` : safeTarget(search.get('redirect'));
  const kind = orderId ? 'pay' : (search.get('type') ?? '');
  const { title, text } = words[kind] ?? { title: '操作完成', text: '可以关闭这个页面。' };
  const [seconds, setSeconds] = useState<number | undefined>(waitSeconds);

  const leave = () => {
    // Only a window that a script opened may close itself; otherwise it goes on. Payment pages have no opener.
    if (window.opener || orderId) window.close();
    window.setTimeout(() => window.location.assign(target), closingMs);
  };

  useEffect(() => {
    if (seconds === undefined) return;
    if (seconds === 0) {
      leave();
      return;
    }
    const timer = window.setTimeout(() => setSeconds(seconds - 1), 1_000);
    return () => window.clearTimeout(timer);
  });

  return (
    <Page isNarrow>
      <EmptyState
        drawing="done"
        level={1}
        title={title}
        text={seconds === undefined ? text : `${text}${seconds} 秒后${orderId ? '关闭本页，或打开订单结果' : '返回'}。`}
      >
        <Button look="primary" onClick={orderId ? () => window.location.assign(target) : leave}>
          {orderId ? '查看订单结果' : '立即返回'}
        </Button>
        {seconds !== undefined && <Button onClick={() => setSeconds(undefined)}>留在本页</Button>}
      </EmptyState>
    </Page>
  );
}

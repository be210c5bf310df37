import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useSiteSettings } from '../../data/settings';
import { login } from '../../data/user';
import { closeWeChat, productState, showWeChat } from '../../lib/product-state';
import { readText, storageKeys, writeText } from '../../lib/storage';
import { BareButton } from '../../ui/button';
import { AccountForm } from './account-form';
import { type Agreement, AgreementBox, useAgreement } from './agreement';
import { BindPhone } from './bind-phone';
import { EmailForm } from './email-form';
import { LoginForm } from './login-form';
import styles from './login-ways.css';
import { ScanPanel } from './scan-panel';
import { useScan } from './use-scan';

const ways = [
  { id: 'wechat', label: '微信扫码', hint: '首次扫码绑定手机号，以后扫码即可登录' },
  { id: 'phone', label: '手机验证码', hint: '未注册手机号验证后自动创建账号' },
  { id: 'email', label: '邮箱验证码', hint: '未注册邮箱验证后自动创建账号' },
  { id: 'account', label: '账号密码', hint: '密码由管理员设置，忘记密码请联系管理员' },
] as const;
type Way = (typeof ways)[number]['id'];

interface LoginWaysProps {
  /** The session is there. */
  onDone: () => void;
}

/** All ways to log in that the operator has opened; the one used last on this device comes first. */
export function LoginWays({ onDone }: LoginWaysProps) {
  // Until the settings are there the usual two are shown, so that nothing moves afterwards.
  const { logins = { wechat: true, email: false, account: false } } = useSiteSettings().data ?? {};
  const agreement = useAgreement();
  const [chosen, setChosen] = useState(() => readText(storageKeys.loginWay));
  const open = ways.filter(({ id }) => id === 'phone' || logins[id]);
  const way = open.find(({ id }) => id === chosen) ?? open.find(({ id }) => id === 'phone') ?? ways[1];
  const panelId = useId();

  const choose = (next: Way) => {
    setChosen(next);
    writeText(storageKeys.loginWay, next);
  };

  const isTabbed = open.length > 1;
  return (
    <>
      {isTabbed && <WayTabs open={open} way={way.id} panelId={panelId} onChoose={choose} />}
      <div id={panelId} {...(isTabbed ? { role: 'tabpanel', 'aria-labelledby': `${panelId}-${way.id}` } : {})}>
        {way.id === 'wechat' && <ScanWay agreement={agreement} onDone={onDone} />}
        {way.id === 'phone' && <LoginForm agreement={agreement} logIn={(values) => login(values)} onDone={onDone} />}
        {way.id === 'email' && <EmailForm agreement={agreement} onDone={onDone} />}
        {way.id === 'account' && <AccountForm agreement={agreement} onDone={onDone} />}
      </div>
      <div className="grid gap-8 mt-16">
        <AgreementBox agreement={agreement} />
        <p className="text-second text-13">{way.hint}</p>
      </div>
    </>
  );
}

/** The QR code, or the phone of a WeChat that scanned for the first time. */
function ScanWay({ agreement, onDone }: LoginWaysProps & { agreement: Agreement }) {
  const { isAgreed: isWanted, version: agreementVersion } = agreement;
  const { scan, refresh } = useScan({ isWanted, agreementVersion, onDone });
  const isBinding = scan.step === 'needsPhone';
  const [wasLeft] = useState(() => productState().weChat.isClosed);
  useEffect(() => showWeChat(isBinding ? 'bind' : 'login'), [isBinding]);
  useEffect(() => closeWeChat, []);
  if (scan.step !== 'needsPhone')
    return <ScanPanel scan={scan} refresh={refresh} agreement={agreement} wasLeft={wasLeft} />;
  return (
    <BindPhone
      scanTicket={scan.code.ticket}
      person={scan.person}
      agreement={agreement}
      onDone={onDone}
      onBack={refresh}
    />
  );
}

interface WayTabsProps {
  open: ReadonlyArray<(typeof ways)[number]>;
  way: Way;
  panelId: string;
  onChoose: (way: Way) => void;
}

/** Tabs that follow the arrow keys. */
function WayTabs({ open, way, panelId, onChoose }: WayTabsProps) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const place = open.findIndex(({ id }) => id === way);
    const next = step && open[(place + step + open.length) % open.length];
    if (!next) return;
    event.preventDefault();
    onChoose(next.id);
    document.getElementById(`${panelId}-${next.id}`)?.focus();
  };
  return (
    <div role="tablist" aria-label="登录方式" className="flex gap-16 mb-16 border-b" onKeyDown={move}>
      {open.map(({ id, label }) => (
        <BareButton
          key={id}
          id={`${panelId}-${id}`}
          role="tab"
          aria-selected={id === way}
          aria-controls={panelId}
          tabIndex={id === way ? 0 : -1}
          className={`p-8-0 text-second nowrap ${styles.tab}`}
          onClick={() => onChoose(id)}
        >
          {label}
        </BareButton>
      ))}
    </div>
  );
}
